/** Has the service count that a person used a GIF, where what the person pressed belongs to a public one. */
export function countUse(pressed: Element, kind: 'copy' | 'share'): void {
  const address = pressed.closest<HTMLElement>('[data-use]')?.dataset.use
  if (address !== undefined) navigator.sendBeacon(address, new URLSearchParams({ kind }))
}
