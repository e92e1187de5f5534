/** Shows the button that opens the system's share sheet, if the browser supports it. */
export function offerSharing(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    if (!('share' in navigator)) continue
    button.hidden = false
    button.addEventListener('click', () => {
      const title = document.querySelector('h1')?.textContent ?? document.title
      navigator.share({ title, url: button.dataset.share ?? location.href }).then(
        () => countUse(button, 'share'),
        // Closing the share sheet rejects, too, and needs no message.
        () => {},
      )
    })
  }
}

/** Reports to the service that a person used a GIF, if the pressed element belongs to a public one. */
export function countUse(pressed: Element, kind: 'copy' | 'share'): void {
  const address = pressed.closest<HTMLElement>('[data-use]')?.dataset.use
  if (address !== undefined) navigator.sendBeacon(address, new URLSearchParams({ kind }))
}
