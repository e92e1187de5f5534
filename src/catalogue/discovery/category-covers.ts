import type { CatalogueStore } from '../catalogue-store.ts'
import type { Category } from '../category.ts'
import type { Gif, Rating } from '../gif.ts'
import type { Discovery } from './discovery.ts'

export type CategoryCover = { category: Category; cover: Gif }

/**
 * The categories that have listed GIFs up to a rating, in their order, each with the GIF that stands for it: that of
 * its GIFs which trends most.
 */
export async function coveredCategories(
  deps: {
    catalogue: Pick<CatalogueStore, 'filledCategories'>
    discovery: Pick<Discovery, 'trendingGifs'>
  },
  maxRating: Rating,
): Promise<CategoryCover[]> {
  const categories = await deps.catalogue.filledCategories(maxRating)
  const covers = await Promise.all(
    categories.map((category) =>
      deps.discovery.trendingGifs({ categoryId: category.id, maxRating, limit: 1 }),
    ),
  )
  return categories.flatMap((category, index) => {
    const cover = covers[index]?.[0]
    return cover === undefined ? [] : [{ category, cover }]
  })
}
