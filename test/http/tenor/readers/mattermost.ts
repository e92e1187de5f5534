import { listOf, mapOf, objectOf, parseExactly, text } from '../../../support/http/strict-json.ts'

/**
 * Reads like the GIF commands of Mattermost, one GIF at a time: server/internal/provider/tenor.go of
 * moussetc/mattermost-plugin-giphy.
 */
const page = objectOf({
  next: text,
  results: listOf(objectOf({ media_formats: mapOf(objectOf({ url: text })) })),
})

/**
 * The addresses of `rendition` of all GIFs, in the order that pressing “shuffle” shows them. `base` ends without a
 * slash.
 */
export async function readAsMattermost(base: string, query: string, rendition: string): Promise<string[]> {
  const urls: string[] = []
  let cursor = ''
  do {
    const values = new URLSearchParams({
      key: 'k',
      q: query,
      ar_range: 'all',
      ...(cursor !== '' && { pos: cursor }),
      limit: '1',
      contentfilter: 'high',
      media_filter: rendition,
      locale: 'fr',
    })
    const response = await fetch(`${base}/search?${values}`)
    if (response.status !== 200) throw new Error(`HTTP Status: ${response.status}`)
    const { results, next } = page(parseExactly(await response.text()), 'search')
    const [first] = results
    if (first === undefined) return urls
    const url = first.media_formats[rendition]?.url ?? ''
    if (url === '') throw new Error(`no ${rendition}`)
    urls.push(url)
    cursor = next
  } while (cursor !== '')
  return urls
}
