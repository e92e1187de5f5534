/** Removes `done` from the address, so that reloading the page does not repeat its notice. */
export function hideDoneNotice(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('done')) return
  address.searchParams.delete('done')
  address.searchParams.delete('count')
  history.replaceState(history.state, '', address)
}
