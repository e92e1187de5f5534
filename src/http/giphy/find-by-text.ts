import { findGifIds, type FoundIds } from '../../catalogue/find-gifs.ts'
import type { Rating } from '../../catalogue/gif.ts'
import { categoryNamed } from './categories.ts'
import type { MediaKind } from './media-kind.ts'
import { type Page, type SearchText, splitChannel } from './values.ts'
import type { CompatDeps } from '../compat/compat-deps.ts'

export type TextQuery = Page & {
  q: string
  kind: MediaKind
  maxRating: Rating
  newestFirst?: boolean
}

const nothing: FoundIds = { match: 'exact', total: 0, ids: [], corrected: null }

/**
 * Searches like this interface: `@name` at the beginning of a text searches a category, since accounts have no public
 * names. An empty text finds nothing.
 */
export async function findByText(
  deps: CompatDeps,
  { q, kind, maxRating, newestFirst = false, start, limit }: TextQuery,
): Promise<FoundIds & SearchText> {
  const { text, channel } = splitChannel(q)
  const category = channel === null ? null : await categoryNamed(deps.catalogue, channel)
  if (category === undefined || (text === '' && category === null)) {
    return { ...nothing, text, channel }
  }
  const found = await findGifIds(deps, {
    text,
    categoryCode: category?.code ?? null,
    maxRating,
    hasAlpha: kind.hasAlpha,
    ...(newestFirst && { sort: 'newest' as const }),
    start,
    limit,
  })
  return { ...found, text, channel }
}
