import type { CatalogueStore, GifQuery } from './catalogue-store.ts'
import type { Gif, Rating } from './gif.ts'
import { AppError } from '../lib/app-error.ts'

/** Searches the listed GIFs. `total` is exact; the page is by relevance, then newest. */
export function findGifs(store: CatalogueStore, query: GifQuery): Promise<{ total: number; gifs: Gif[] }> {
  return store.find(query)
}

/** One listed GIF, each of the category (or of all) equally likely. Throws AppError not_found when there is none. */
export async function pickRandom(
  store: CatalogueStore,
  filter: { categoryId: number | null; maxRating: Rating },
): Promise<Gif> {
  const gif = await store.random(filter)
  if (gif === undefined) throw new AppError('not_found', 'There is no GIF to choose from.')
  return gif
}
