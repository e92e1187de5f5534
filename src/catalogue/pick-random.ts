import { AppError } from '../lib/app-error.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import type { Gif, Rating } from './gif.ts'

/** One listed GIF, each of the category (or of all) equally likely. Throws AppError not_found when there is none. */
export async function pickRandom(
  store: CatalogueStore,
  filter: { categoryId: number | null; maxRating: Rating },
): Promise<Gif> {
  const gif = await store.random(filter)
  if (gif === undefined) throw new AppError('not_found', 'There is no GIF to choose from.')
  return gif
}
