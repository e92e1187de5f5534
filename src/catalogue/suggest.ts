import type { CatalogueStore } from './catalogue-store.ts'
import type { Category } from './category.ts'
import { type FindDeps, findGifs } from './find-gifs.ts'
import type { Gif } from './gif.ts'
import { includesWord, readSearchText, searchWords } from '../search/text/tokens.ts'

export type Suggestions = {
  /** Those with GIFs whose name has a word that begins as the text does. */
  categories: Category[]
  /** Of the GIFs that match, those that the text begins; the most used first. */
  tags: string[]
  gifs: Gif[]
}

/** Suggestions are the same for everybody. */
const safe = 'pg-13' as const

/** The GIFs whose tags are looked at. */
const lookedAt = 48
const most = { categories: 2, tags: 5, gifs: 4 }

/** What a person may want who has typed so much. Only public GIFs that are safe for work have a part in it. */
export async function suggest(
  deps: FindDeps & { catalogue: Pick<CatalogueStore, 'filledCategories'> },
  text: string,
): Promise<Suggestions> {
  const words = readSearchText(text)?.words ?? []
  if (words.length === 0) return { categories: [], tags: [], gifs: [] }
  const query = { text, categoryCode: null, maxRating: safe, start: 0, limit: lookedAt }
  const [{ gifs }, categories] = await Promise.all([
    findGifs(deps, query),
    deps.catalogue.filledCategories(safe),
  ])
  const begins = (candidate: string) => {
    const tokens = searchWords(candidate).flat()
    return words.every((word, index) => includesWord(tokens, word, index === words.length - 1))
  }
  return {
    categories: categories.filter(({ name }) => begins(name)).slice(0, most.categories),
    tags: byUse(gifs.flatMap(({ tags }) => tags).filter(begins)).slice(0, most.tags),
    gifs: gifs.slice(0, most.gifs),
  }
}

/** Each once, those that come most often first. */
function byUse(tags: string[]): string[] {
  const uses = new Map<string, number>()
  for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  return [...uses].toSorted(([, one], [, other]) => other - one).map(([tag]) => tag)
}
