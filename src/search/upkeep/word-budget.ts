import type { DocumentBuffer, TermIds } from '../part/document-buffer.ts'
import type { SearchDocument } from '../search-index.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'

const dayMs = 86_400_000

/** The share of the vocabulary's free room that one contributor may use in a day, and when an index is built. */
const roomShare = { day: 1 / 50, build: 1 / 4 }

/** The id used if there is no contributor. */
const nobody = 0xffff_ffff

export type WordBudgetOptions = {
  /** The number of new words that a contributor may add in a day (UTC). */
  perDay: number
  /** Milliseconds since 1970. */
  now: () => number
}

/** The data of a budget, for transfer between threads. */
export type WordBudgetImage = {
  day: number
  /** Pairs of a contributor and the number of words added that day. */
  used: Uint32Array
  /** Pairs of a GIF and its contributor. */
  deferred: Uint32Array
}

export const newBudget: WordBudgetImage = { day: 0, used: new Uint32Array(0), deferred: new Uint32Array(0) }

/**
 * Limits the number of new words that a contributor adds to the shared vocabulary: a number per day, and fewer when
 * there is little room. A document that exceeds it is found by its other words and deferred: it is `due` when its
 * contributor may add words again. Known words are free. Without options, only the room of the vocabulary is a limit.
 */
export class WordBudget implements TermIds {
  readonly #vocabulary: Vocabulary
  readonly #options: WordBudgetOptions | undefined
  #day: number
  readonly #used: Record<'day' | 'build', Map<number, number>>
  /** Maps a contributor to its GIFs, in the order in which they were deferred. */
  readonly #deferred = new Map<number, Set<number>>()
  readonly #contributors = new Map<number, number>()
  /** The number of new words that the document being added may still have. */
  #left = 0
  #isRefused = false

  constructor(vocabulary: Vocabulary, options?: WordBudgetOptions, image = newBudget) {
    this.#vocabulary = vocabulary
    this.#options = options
    this.#day = image.day
    this.#used = { day: new Map(pairsOf(image.used)), build: new Map() }
    for (const [id, contributor] of pairsOf(image.deferred)) this.#defer(id, contributor)
  }

  /** Returns the current state of the budget. */
  image(): WordBudgetImage {
    return {
      day: this.#day,
      used: Uint32Array.from([...this.#used.day].flat()),
      deferred: Uint32Array.from([...this.#contributors].flat()),
    }
  }

  /** True if there is no room for anyone to add a word. */
  get isFull(): boolean {
    const { room } = this.#vocabulary
    return Math.floor(this.#options === undefined ? room : room * roomShare.day) === 0
  }

  /** The number of documents that lack words. */
  get deferredCount(): number {
    return this.#contributors.size
  }

  /**
   * Appends a document with the new words that its contributor may add, in a day or when an index is built. Call
   * `forget` first if it replaces another.
   */
  append(buffer: DocumentBuffer, document: SearchDocument, kind: 'day' | 'build' = 'day'): number {
    const contributor = document.contributor ?? nobody
    const before = this.#leftOf(contributor, kind)
    this.#left = before
    this.#isRefused = false
    const doc = buffer.append(document, this)
    const added = before - this.#left
    if (added > 0 && contributor !== nobody) {
      const used = this.#used[kind]
      used.set(contributor, (used.get(contributor) ?? 0) + added)
    }
    if (this.#isRefused) this.#defer(document.id, contributor)
    return doc
  }

  /** Returns the id of a token for `append`; a new token becomes a term if there is budget left, otherwise -1. */
  add(token: string): number {
    const known = this.#vocabulary.idOf(token)
    if (known >= 0) return known
    if (this.#left <= 0) {
      this.#isRefused = true
      return -1
    }
    this.#left -= 1
    return this.#vocabulary.add(token)
  }

  /** Forgets that a GIF was deferred, because it is removed or added again. */
  forget(id: number): void {
    const contributor = this.#contributors.get(id)
    if (contributor === undefined) return
    this.#contributors.delete(id)
    const ids = this.#deferred.get(contributor)
    ids?.delete(id)
    if (ids?.size === 0) this.#deferred.delete(contributor)
  }

  /** Returns at most `limit` deferred documents whose contributors may add words now; put these again. */
  due(limit: number): number[] {
    const due: number[] = []
    for (const [contributor, ids] of this.#deferred) {
      if (this.#leftOf(contributor, 'day') <= 0) continue
      for (const id of ids) {
        if (due.length === limit) return due
        due.push(id)
      }
    }
    return due
  }

  #defer(id: number, contributor: number): void {
    this.#contributors.set(id, contributor)
    const ids = this.#deferred.get(contributor)
    if (ids === undefined) this.#deferred.set(contributor, new Set([id]))
    else ids.add(id)
  }

  /** Returns the number of new words that a contributor may still add. */
  #leftOf(contributor: number, kind: 'day' | 'build'): number {
    const { room } = this.#vocabulary
    if (contributor === nobody || (kind === 'day' && this.#options === undefined)) return room
    this.#startDay()
    const most = kind === 'day' ? (this.#options?.perDay ?? room) : room
    return Math.min(most, Math.floor(room * roomShare[kind])) - (this.#used[kind].get(contributor) ?? 0)
  }

  #startDay(): void {
    const today = Math.floor((this.#options?.now() ?? 0) / dayMs)
    if (today === this.#day) return
    this.#day = today
    this.#used.day.clear()
  }
}

function pairsOf(flat: Uint32Array): [number, number][] {
  return Array.from({ length: flat.length / 2 }, (_, at) => [flat[at * 2] ?? 0, flat[at * 2 + 1] ?? 0])
}
