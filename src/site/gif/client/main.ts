import { playGrid } from '../../kit/client/play-grid.ts'
import { startPlayers } from '../../kit/client/player.ts'
import { offerSharing } from '../../kit/client/share.ts'
import { find } from '../../kit/client/dom.ts'
import { forgetManageKey, keepShownKey, manageKeyOf } from '../../kit/client/made-gifs.ts'

const grid = playGrid()
addEventListener('pagehide', grid.stopAll)
startPlayers()
offerSharing()
openDialogs()
offerManaging()

/** Makes a link with `data-opens` open that dialog instead of its page, which asks the same without script. */
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

/** Manage keys of GIFs that were made without an account: keeps them in this browser, and sends them where they open something. */
function offerManaging(): void {
  keepShownKey()
  openByKey()
  // The whole link, put into the address of a page that is open already.
  addEventListener('hashchange', openByKey)
  showMadeHere()
  const { deletedGif } = document.querySelector<HTMLElement>('[data-deleted-gif]')?.dataset ?? {}
  if (deletedGif !== undefined) forgetManageKey(deletedGif)
}

/**
 * The page that asks for a key gets the one of the address, which is taken out of it, or else the one that the browser
 * keeps. A key that was refused is not sent again by itself.
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

/** The page of a GIF that this browser made. */
function showMadeHere(): void {
  const section = document.querySelector<HTMLElement>('[data-made-here]')
  const key = section === null ? null : manageKeyOf(section.dataset.madeHere ?? '')
  if (section === null || key === null) return
  find(section, 'input[name="key"]', HTMLInputElement).value = key
  section.hidden = false
}
