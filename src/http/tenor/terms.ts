import type { Rating } from '../../catalogue/gif.ts'
import { resolveRendition } from '../../media/resolve-rendition.ts'
import type { CompatDeps } from '../compat/compat-deps.ts'

/** A search with results, and the address of a small GIF from them. */
export type CoveredTerm = { term: string; image: string }

/** The maximum number of trending searches. */
const maxTrending = 20

/** The names of the categories that have GIFs rated up to `maxRating`. */
export async function categoryTerms(deps: CompatDeps, maxRating: Rating): Promise<CoveredTerm[]> {
  return withCovers(deps, await categoryNames(deps, maxRating), maxRating)
}

/** Popular searches, followed by the names of categories, since there may be few. */
export async function trendingTerms(deps: CompatDeps, maxRating: Rating): Promise<CoveredTerm[]> {
  const trending = await deps.discovery.trendingSearches(maxTrending)
  const terms = new Set([...trending, ...(await categoryNames(deps, maxRating))])
  return withCovers(deps, [...terms], maxRating)
}

async function categoryNames({ catalogue }: CompatDeps, maxRating: Rating): Promise<string[]> {
  const categories = await catalogue.filledCategories(maxRating)
  return categories.map(({ name }) => name)
}

/** Leaves out terms without results. */
async function withCovers(
  { catalogue, discovery, mediaUrls }: CompatDeps,
  terms: readonly string[],
  maxRating: Rating,
): Promise<CoveredTerm[]> {
  const covers = await discovery.coversOf(terms, maxRating)
  const gifs = await catalogue.listedByIds([...new Set(covers.map(({ gifId }) => gifId))])
  const byId = new Map(gifs.map((gif) => [gif.id, gif]))
  return covers.flatMap(({ text, gifId }) => {
    const gif = byId.get(gifId)
    if (gif === undefined) return []
    return [{ term: text, image: mediaUrls.urlOf(gif, resolveRendition(gif, 'gif220w').name) }]
  })
}
