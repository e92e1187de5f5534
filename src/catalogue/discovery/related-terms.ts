import { searchWords } from '../../search/text/tokens.ts'
import { isNsfw } from '../gif.ts'
import { safeFilter } from '../search-filter.ts'
import { type BlockedWords, trendText } from './trend-text.ts'
import type { IndexedCatalogue } from '../find-gifs.ts'

/** The number of GIFs whose tags are read: the best results of the text. */
const maxLookedAt = 50

/**
 * Returns further searches after a text: the most frequent tags of its results, then its completions. Leaves out the
 * words of the text itself, and is safe for work.
 */
export async function findRelatedTerms(
  { index, catalogue }: IndexedCatalogue,
  blocked: BlockedWords,
  text: string,
  limit: number,
): Promise<string[]> {
  const words = new Set(searchWords(text).flat())
  if (words.size === 0) return []
  const { ids } = await index.current().search({ ...best, text })
  const gifs = await catalogue.listedByIds(ids)
  const counts = new Map<string, number>()
  for (const { tags } of gifs.filter((gif) => !isNsfw(gif)))
    for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag)
  const completions = index
    .current()
    .complete(text, limit)
    .map((completion) => completion.text)
  const mayBeShown = (term: string) =>
    trendText(term) !== null &&
    !blocked.includeAnyOf(term) &&
    searchWords(term)
      .flat()
      .some((word) => !words.has(word))
  return [...new Set([...byCount, ...completions])].filter(mayBeShown).slice(0, limit)
}

const best = {
  filter: safeFilter,
  exactOnly: false,
  sort: 'relevance' as const,
  start: 0,
  limit: maxLookedAt,
}
