import { address, listOf, objectOf, parseExactly, text } from '../../../support/http/strict-json.ts'

/** Reads like Zulip's web app, whose schema throws on anything else: web/src/tenor_network.ts of zulip/zulip. */
const page = objectOf({
  results: listOf(
    objectOf({
      media_formats: objectOf({ tinygif: objectOf({ url: address }), mediumgif: objectOf({ url: address }) }),
    }),
  ),
  next: text,
})

/** All pages of featured GIFs, 15 at a time. `base` ends without a slash. */
export async function readAsZulip(base: string): Promise<{ preview: string; insert: string }[]> {
  const gifs: { preview: string; insert: string }[] = []
  let pos: string | undefined
  do {
    const values = new URLSearchParams({
      key: '',
      client_key: 'ZulipWeb',
      limit: '15',
      media_filter: 'tinygif,mediumgif',
      locale: 'en',
      contentfilter: 'medium',
    })
    if (pos !== undefined) values.set('pos', pos)
    const response = await fetch(`${base}/featured?${values}`)
    const { results, next } = page(parseExactly(await response.text()), 'featured')
    for (const { media_formats: formats } of results)
      gifs.push({ preview: formats.tinygif.url.href, insert: formats.mediumgif.url.href })
    pos = next
  } while (pos !== '')
  return gifs
}
