import { playGrid } from '../../kit/client/play-grid.ts'
import { startPlayers } from '../../kit/client/player.ts'
import { offerSharing } from '../../kit/client/share.ts'
import { find } from '../../kit/client/dom.ts'
import { forgetManageKey, storeShownKey, manageKeyOf } from '../../kit/client/made-gifs.ts'

const grid = playGrid()
addEventListener('pagehide', grid.stopAll)
startPlayers()
offerSharing()
openDialogs()
offerManaging()

/** Makes a link with `data-opens` open that dialog instead of the confirmation page, which is for browsers without script. */
function openDialogs(): void {
  for (const opener of document.querySelectorAll<HTMLElement>('[data-opens]')) {
    const dialog = document.getElementById(opener.dataset.opens ?? '')
    if (!(dialog instanceof HTMLDialogElement)) continue
    opener.addEventListener('click', (event) => {
      event.preventDefault()
      dialog.showModal()
    })
    for (const closer of dialog.querySelectorAll('[data-closes]')) {
      closer.addEventListener('click', () => dialog.close())
    }
  }
}

/** Keeps the manage keys of GIFs made without an account in this browser, and sends them to the pages that need them. */
function offerManaging(): void {
  storeShownKey()
  openByKey()
  // The whole link was pasted into the address bar of the open page.
  addEventListener('hashchange', openByKey)
  showMadeHere()
  const { deletedGif } = document.querySelector<HTMLElement>('[data-deleted-gif]')?.dataset ?? {}
  if (deletedGif !== undefined) forgetManageKey(deletedGif)
}

/**
 * Fills in the key on the page that asks for it: the key of the address, which is removed from there, or else the one the
 * browser keeps. A rejected key is not sent again automatically.
 */
function openByKey(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-manage-open]')
  if (!form) return
  const given = location.hash.slice(1)
  if (given !== '') history.replaceState(history.state, '', location.pathname + location.search)
  const { manageOpen: code = '', refused } = form.dataset
  if (given === '' && refused !== undefined) return
  const key = given === '' ? manageKeyOf(code) : given
  if (key === null) return
  find(form, 'input[name="key"]', HTMLInputElement).value = key
  form.requestSubmit(find(form, 'button', HTMLButtonElement))
}

/** Shows the manage form on the page of a GIF that this browser made. */
function showMadeHere(): void {
  const section = document.querySelector<HTMLElement>('[data-made-here]')
  const key = section === null ? null : manageKeyOf(section.dataset.madeHere ?? '')
  if (section === null || key === null) return
  find(section, 'input[name="key"]', HTMLInputElement).value = key
  section.hidden = false
}
