import type { Category } from '../../src/catalogue/category.ts'
import type { GifQuery } from '../../src/catalogue/find-gifs.ts'
import { type Gif, isListed, ratingsUpTo } from '../../src/catalogue/gif.ts'
import { includesWord, readSearchText, searchWords } from '../../src/search/text/tokens.ts'

/** The rules of search said plainly over an array: slow, and so simple that they can be seen to be right. */
export function findInArray(
  gifs: Gif[],
  categories: Category[],
  { text, categoryCode, maxRating, start, limit }: GifQuery,
): { total: number; codes: string[] } {
  if (categoryCode !== null && !categories.some(({ code }) => code === categoryCode))
    return { total: 0, codes: [] }
  const eligible = gifs.filter(
    (gif) =>
      isListed(gif) &&
      ratingsUpTo(maxRating).includes(gif.rating) &&
      (categoryCode === null || gif.category.code === categoryCode),
  )
  const ranked = eligible
    .map((gif) => ({ gif, tier: text.trim() === '' ? 0 : tierOf(gif, text) }))
    .filter(({ tier }) => tier !== null)
    .toSorted((a, b) => (a.tier ?? 0) - (b.tier ?? 0) || b.gif.id - a.gif.id)
  return { total: ranked.length, codes: ranked.slice(start, start + limit).map(({ gif }) => gif.code) }
}

/** How well the GIF answers the text, 0 the best; null when it does not. */
function tierOf(gif: Gif, text: string): number | null {
  const query = readSearchText(text)
  if (query === undefined) return null
  const title = searchWords(gif.title).flat()
  const texts = [title, gif.tags.flatMap(searchWords).flat(), searchWords(gif.category.name).flat()]
  const { words, before, last } = query
  const all = (within: string[][], lastAsPrefix: boolean) =>
    before.every((word) => within.some((tokens) => includesWord(tokens, word, false))) &&
    within.some((tokens) => includesWord(tokens, last, lastAsPrefix))
  if (includesWord(title, words.flat(), false)) return 0
  if (all([title], false)) return 1
  if (all([title], true)) return 2
  if (all(texts, false)) return 3
  return all(texts, true) ? 4 : null
}
