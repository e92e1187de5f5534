import { playGrid } from '../../kit/client/play-grid.ts'
import { startPlayers } from '../../kit/client/player.ts'
import { offerSharing } from '../../kit/client/share.ts'
import { offerManaging } from './managing.ts'

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
