/** What was just done is said once: the address no longer says it, so neither does the page when it is loaded again. */
export function forgetNotice(): void {
  const address = new URL(location.href)
  if (!address.searchParams.has('done')) return
  address.searchParams.delete('done')
  address.searchParams.delete('count')
  history.replaceState(history.state, '', address)
}
