import assert from 'node:assert/strict'
import Type from 'typebox'
import { Check } from 'typebox/value'

/*
 * Reads answers like moussetc/mattermost-plugin-giphy, in Go (server/internal/provider/giphy.go): every value of
 * `images` must be an object, and random answers with an empty list when nothing is found.
 */
const data = Type.Object({
  images: Type.Record(Type.String(), Type.Object({ url: Type.Optional(Type.String()) })),
})
const searchAnswer = Type.Object({
  data: Type.Array(data),
  pagination: Type.Object({ offset: Type.Integer() }),
})
const randomAnswer = Type.Object({ data })
const emptyRandomAnswer = Type.Object({ data: Type.Array(data) })

/** The addresses of a page in one rendition, and the cursor of the next page. */
export function readSearch(body: unknown, rendition: string): { urls: string[]; cursor: string } {
  assert.ok(Check(searchAnswer, body), 'Could not parse Giphy response body')
  const urls = body.data.map(({ images }) => images[rendition]?.url ?? '').filter((url) => url !== '')
  assert.ok(body.data.length === 0 || urls.length > 0, `No gifs found for display style ${rendition}`)
  return { urls, cursor: String(body.pagination.offset + 1) }
}

/** The address of a random GIF; undefined when nothing matches. */
export function readRandom(body: unknown, rendition: string): string[] {
  if (!Check(randomAnswer, body)) {
    assert.ok(Check(emptyRandomAnswer, body), 'Could not parse Giphy response body')
    return []
  }
  const url = body.data.images[rendition]?.url ?? ''
  assert.notEqual(url, '', `No URL found for display style ${rendition}`)
  return [url]
}
