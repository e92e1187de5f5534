/** A link with `data-opens` opens that dialog instead of the page it leads to, which asks the same without script. */
export function openDialogs(): void {
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
