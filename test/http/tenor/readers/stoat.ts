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
 * Reads like the proxy of Stoat (formerly Revolt), a Rust service that panics on any other type:
 * crates/services/gifbox/src/tenor/types.rs and mod.rs of revoltchat/backend, later stoatchat/stoatchat.
 */
const media = objectOf({ url: text, dims: listOf(whole), duration: anyNumber, size: anyNumber })
const page = objectOf({
  results: listOf(
    objectOf({
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
    }),
  ),
  next: text,
})
const categories = objectOf({
  locale: text,
  tags: listOf(objectOf({ searchterm: text, path: text, image: text, name: text })),
})

const common = 'client_key=Gifbox&media_filter=webm,tinywebm&locale=en_US&contentfilter=high'

/** `base` ends without a slash. */
export async function readAsStoat(base: string, query: string) {
  const read = async (path: string) => parseExactly(await (await fetch(base + path)).text())
  const found = page(await read(`/search?key=k&q=${encodeURIComponent(query)}&${common}&limit=2`), 'search')
  // Put into the address unescaped.
  const more = `/search?key=k&q=${encodeURIComponent(query)}&${common}&limit=2&pos=${found.next}&component=categories`
  return {
    found,
    more: page(await read(more), 'search'),
    featured: page(await read(`/featured?key=k&${common}&limit=20`), 'featured'),
    categories: categories(
      await read('/categories?key=k&client_key=Gifbox&locale=en_US&contentfilter=high'),
      'categories',
    ),
  }
}
