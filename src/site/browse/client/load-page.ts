/**
 * Another page of the site, not shown yet. Throws when there is none. `purpose` says that no person asked for it, so
 * that half a word does not count as a search that somebody made.
 */
export async function loadPage(address: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html', purpose: 'preview' } })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return new DOMParser().parseFromString(await response.text(), 'text/html')
}
