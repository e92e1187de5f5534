import { LRUCache } from 'lru-cache'
import type { Completion } from '../../search/search-index.ts'
import { includesWord, readSearchText, searchWords } from '../../search/text/tokens.ts'
import type { Category } from '../category.ts'
import { safeFilter } from '../search-filter.ts'
import type { BlockedWords } from './trend-text.ts'
import type { IndexedCatalogue } from '../find-gifs.ts'

/** Suggestions for an unfinished text, only from public GIFs that are safe for work. */
export type SuggestedIds = {
  /** Texts to search for, the most used first; typos in the input are tolerated. */
  completions: Completion[]
  /** The categories with GIFs whose name has a word that begins with the text. */
  categories: Category[]
  /** The results of the first completion, best first. */
  gifIds: number[]
}

/** Suggestions are the same for everyone. */
const safe = 'pg-13' as const
const most = { categories: 2, gifs: 4 }

/** The maximum age of the names of categories. */
const maxAgeMs = 1000

/** The maximum number and age of completions whose results are remembered: their order changes as GIFs are used. */
const maxRemembered = 10_000
const maxFoundAgeMs = 60_000

type NamedCategory = { category: Category; tokens: string[] }

/** Suggests searches while a person types. */
export class Suggester {
  readonly #deps: IndexedCatalogue
  readonly #blocked: BlockedWords
  readonly #categories: LRUCache<'all', NamedCategory[]>
  /** The results of completions while the catalogue does not change: many texts have the same completion. */
  readonly #found = new LRUCache<string, { position: object; ids: number[] }>({
    // Limited by size, since `max` would allocate space for all texts at once.
    maxSize: maxRemembered,
    sizeCalculation: () => 1,
    ttl: maxFoundAgeMs,
  })

  constructor(deps: IndexedCatalogue, blocked: BlockedWords) {
    this.#deps = deps
    this.#blocked = blocked
    this.#categories = new LRUCache({
      max: 1,
      ttl: maxAgeMs,
      fetchMethod: async () => {
        const categories = await deps.catalogue.filledCategories(safe)
        return categories.map((category) => ({ category, tokens: searchWords(category.name).flat() }))
      },
    })
  }

  /** Returns at most `limit` completions. Throws AppError unavailable while there is no index. */
  async suggest(text: string, limit: number): Promise<SuggestedIds> {
    const words = readSearchText(text)?.words ?? []
    if (words.length === 0) return { completions: [], categories: [], gifIds: [] }
    const { index } = this.#deps
    const completions = index
      .current()
      .complete(text, limit)
      .filter((completion) => !this.#blocked.includeAnyOf(completion.text))
    const [first] = completions
    const gifIds =
      first === undefined
        ? (await index.current().search({ ...best, text })).ids
        : await this.#find(first.text)
    const categories = this.#categories.get('all') ?? (await this.#categories.fetch('all')) ?? []
    const named = categories.filter(({ tokens }) =>
      words.every((word, at) => includesWord(tokens, word, at === words.length - 1)),
    )
    return {
      completions,
      categories: named.slice(0, most.categories).map(({ category }) => category),
      gifIds,
    }
  }

  async #find(completion: string): Promise<number[]> {
    const { position } = this.#deps.changes
    const known = this.#found.get(completion)
    if (known !== undefined && known.position === position) return known.ids
    const { ids } = await this.#deps.index.current().search({ ...best, text: completion, exactOnly: true })
    if (position !== null) this.#found.set(completion, { position, ids })
    return ids
  }
}

const best = {
  filter: safeFilter,
  exactOnly: false,
  sort: 'relevance' as const,
  start: 0,
  limit: most.gifs,
}
