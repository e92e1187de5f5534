import {
  anyNumber,
  flag,
  listOf,
  mapOf,
  objectOf,
  optional,
  parseExactly,
  text,
  whole,
} from '../../../support/http/strict-json.ts'

/**
 * Reads like the Dart packages tenor_dart and tenor_flutter: lib/src/models/*.g.dart, lib/src/http_client.dart and
 * lib/src/tenor.dart of Flyclops/tenor_dart.
 */
const media = objectOf({ url: text, dims: listOf(whole), duration: anyNumber, size: whole })
const result = objectOf({
  created: anyNumber,
  hasaudio: optional(flag),
  id: text,
  media_formats: mapOf(media),
  tags: listOf(text),
  title: text,
  content_description: text,
  itemurl: text,
  hascaption: optional(flag),
  flags: listOf(text),
  bg_color: optional(text),
  url: text,
})
const page = objectOf({ results: listOf(result), next: optional(text) })
const words = objectOf({ results: listOf(text) })
const categories = objectOf({
  tags: listOf(objectOf({ searchterm: text, path: text, image: text, name: text })),
})
const failure = objectOf({ error: objectOf({ message: text }) })

const caller = 'key=KEY&country=US&locale=en_US'
const filters = 'limit=5&contentfilter=off&media_filter=tinygif,gif&ar_range=all'

/** The results of the package's client for each of its calls. `base` ends without a slash. */
export function readAsTenorDart(base: string) {
  const request = async (path: string) => {
    const response = await fetch(`${base}/${path}`)
    const json = parseExactly(await response.text())
    const hasError = typeof json === 'object' && json !== null && 'error' in json
    if (hasError || ![200, 202].includes(response.status)) throw new Error(failure(json, path).error.message)
    return json
  }
  const listed = async (path: string) => words(await request(path), path).results
  return {
    search: async (query: string) =>
      page(await request(`search?${caller}&q=${encodeURIComponent(query)}&${filters}`), 'search'),
    stickers: async () =>
      page(await request(`featured?${caller}&${filters}&searchfilter=sticker`), 'featured'),
    suggestions: (query: string) => listed(`search_suggestions?${caller}&q=${query}&limit=20`),
    trending: () => listed(`trending_terms?${caller}&limit=20`),
    autocomplete: (query: string) => listed(`autocomplete?${caller}&q=${query}&limit=20`),
    categories: async (type: string) =>
      categories(await request(`categories?${caller}&type=${type}&contentfilter=off`), 'categories').tags,
    registerShare: async (id: string) =>
      objectOf({ status: text })(await request(`registershare?${caller}&id=${id}&q=`), 'share').status ===
      'ok',
    posts: async (ids: string[]) =>
      page(await request(`posts?key=KEY&ids=${ids.join(',')}&media_filter=tinygif`), 'posts').results,
    failing: (path: string) => request(path),
  }
}
