import type { CatalogueStore, GifQuery } from './catalogue-store.ts'
import type { Gif } from './gif.ts'

/** Searches the listed GIFs. `total` is exact; the page is by relevance, then newest. */
export function findGifs(store: CatalogueStore, query: GifQuery): Promise<{ total: number; gifs: Gif[] }> {
  return store.find(query)
}
