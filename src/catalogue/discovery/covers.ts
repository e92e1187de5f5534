import { LRUCache } from 'lru-cache'
import type { Rating } from '../gif.ts'
import { searchFilter } from '../search-filter.ts'
import type { IndexedCatalogue } from '../find-gifs.ts'

/** The first GIF found by a text. */
export type Cover = { text: string; gifId: number }

/** The maximum number and age of remembered covers: the order of results changes as GIFs are used. */
const maxRemembered = 2000
const maxAgeMs = 60_000

/** Finds pictures for texts to search for, and remembers them while the catalogue does not change. */
export class Covers {
  readonly #deps: IndexedCatalogue
  readonly #known = new LRUCache<string, { position: object; gifId: number | undefined }>({
    max: maxRemembered,
    ttl: maxAgeMs,
  })

  constructor(deps: IndexedCatalogue) {
    this.#deps = deps
  }

  /**
   * Returns the covers of texts, in order; texts that find nothing are left out. Throws AppError unavailable without an
   * index.
   */
  async find(texts: readonly string[], maxRating: Rating): Promise<Cover[]> {
    const covers: Cover[] = []
    for (const text of texts) {
      const gifId = await this.#firstOf(text, maxRating)
      if (gifId !== undefined) covers.push({ text, gifId })
    }
    return covers
  }

  async #firstOf(text: string, maxRating: Rating): Promise<number | undefined> {
    const { index, catalogue, changes } = this.#deps
    const { position } = changes
    const key = `${maxRating} ${text}`
    const known = this.#known.get(key)
    if (known !== undefined && known.position === position) return known.gifId
    const filter = searchFilter({ maxRating, defaultRating: catalogue.defaultRating })
    const { ids } = await index.current().search({ ...first, text, filter })
    const [gifId] = ids
    if (position !== null) this.#known.set(key, { position, gifId })
    return gifId
  }
}

const first = { exactOnly: true, sort: 'relevance' as const, start: 0, limit: 1 }
