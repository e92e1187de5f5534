import { LRUCache } from 'lru-cache'
import { BestEntries } from './best-entries.ts'
import { CompletionBuilder, maxCompletions } from './completion-builder.ts'
import { buildCompletionImage, type CompletionEntry, type CompletionImage } from './completion-image.ts'
import {
  type CompletionFields,
  type CompletionKind,
  completionKinds,
  visitCompletionKeys,
  weakEndings,
} from './completion-keys.ts'
import { CompletionRanges } from './completion-ranges.ts'
import { CompletionReader } from './completion-reader.ts'
import { editCosts } from './distance.ts'
import { SortedTexts } from './sorted-texts.ts'
import { findTerm } from './term-table.ts'

/** The most completions to keep in addition to the base until it is rebuilt. */
export const maxAddedCompletions = 20_000

/** This much more distance is offset by twice as many documents. */
const costPerDoubling = 8

/** The weight of two words: a tag or a word precedes two words less than twice as frequent, which only say more. */
const phraseWeight = 0.5
/** The same with a typo: few pairs of words are typed, and there are many more of them. */
const nearPhraseWeight = 0.2

/** The highest weight of a typo. */
const mostTypoWeight = 2 ** (-editCosts.least / costPerDoubling)
const phrase = completionKinds.indexOf('phrase')

/** The largest of this many counts is kept, so that the best of a range are found without reading all of it. */
const blockSize = 64

/** Texts of at most this many letters are remembered; and how many of them. */
const rememberedLength = 3
const rememberedTexts = 4096

/** An entry with its likelihood: its count, reduced if it is a phrase or has a typo. */
export type ScoredCompletion = CompletionEntry & { score: number }

/** Completions at one moment, to pass to a worker. */
export type CompletionsSnapshot = { base: CompletionImage; counts: Uint32Array; added: CompletionEntry[] }

/** Builds one image from a snapshot. Takes about a second: call it in a worker. */
export function foldCompletions(
  { base, counts, added }: CompletionsSnapshot,
  most = maxCompletions,
): CompletionImage {
  const builder = new CompletionBuilder(most)
  const reader = new CompletionReader(base)
  for (let position = 0; position < counts.length; position++) {
    builder.count(reader.entryAt(position, counts[position] ?? 0))
  }
  for (const entry of added) builder.count(entry)
  return builder.build()
}

/**
 * The tags, words and pairs of words of documents, counted as documents are added and removed. The base is in shared
 * memory; later changes are in a bounded map until the next base includes them. Callers count only documents that
 * everyone may see.
 */
export class Completions {
  #base: CompletionImage
  #reader: CompletionReader
  #ranges: CompletionRanges
  #counts: Uint32Array
  /** An upper bound of the counts in each block of positions. */
  #blockMaxima: Uint32Array
  /** An upper bound of the growth of any count over the base. */
  #growth = 0
  /** Positions of words that say nothing alone, which are never offered for a typo. */
  #weak: ReadonlySet<number>
  readonly #added = new Map<string, CompletionEntry>()
  #addedKeys = new SortedTexts()
  /** Answers for short texts, which many keys begin with, until a count changes. */
  readonly #remembered = new LRUCache<string, readonly ScoredCompletion[]>({ max: rememberedTexts })
  /** Changes of counts since the last snapshot: the base built from it lacks them. */
  #changes: { key: string; change: number; kind: CompletionKind; text: string | undefined }[] | undefined

  constructor(image = buildCompletionImage([])) {
    this.#base = image
    this.#reader = new CompletionReader(image)
    this.#ranges = new CompletionRanges(image, this.#reader)
    this.#counts = Uint32Array.from(image.counts)
    this.#blockMaxima = listBlockMaxima(this.#counts)
    this.#weak = this.#listWeak()
  }

  /** Returns the current completions; later changes do not affect the snapshot. */
  snapshot(): CompletionsSnapshot {
    this.#changes = []
    return {
      base: this.#base,
      counts: this.#counts.slice(),
      added: [...this.#added.values()].map((entry) => ({ ...entry })),
    }
  }

  /** Applies the worker's result for the last snapshot. Later counts stay. */
  replaceBase(image: CompletionImage): void {
    const changes = this.#changes ?? []
    this.#changes = undefined
    this.#forgetRemembered()
    this.#base = image
    this.#reader = new CompletionReader(image)
    this.#ranges = new CompletionRanges(image, this.#reader)
    this.#counts = Uint32Array.from(image.counts)
    this.#blockMaxima = listBlockMaxima(this.#counts)
    this.#weak = this.#listWeak()
    this.#growth = 0
    this.#added.clear()
    this.#addedKeys = new SortedTexts()
    for (const { key, change, kind, text } of changes) this.#count(key, change, kind, text)
  }

  /** The number of keys added since the base was built. */
  get addedCount(): number {
    return this.#added.size
  }

  #listWeak(): Set<number> {
    const ids = [...weakEndings].map((word) => findTerm(this.#base, word))
    return new Set(ids.filter((id) => id >= 0).map((id) => this.#base.positions[id] ?? 0))
  }

  /** Counts a document that was added. */
  add(fields: CompletionFields): void {
    this.#forgetRemembered()
    visitCompletionKeys(fields, (key, kind, text) => this.#count(key, 1, kind, text))
  }

  /** Counts a document that was removed; `fields` are those added, without the `tagTexts`, which are not needed. */
  remove(fields: CompletionFields): void {
    this.#forgetRemembered()
    visitCompletionKeys(fields, (key, kind, text) => this.#count(key, -1, kind, text))
  }

  #count(key: string, change: number, kind: CompletionKind, text: string | undefined): void {
    // A snapshot whose work was abandoned must not gather changes forever.
    if (this.#changes !== undefined && this.#changes.length < maxAddedCompletions * 10) {
      this.#changes.push({ key, change, kind, text })
    }
    const id = findTerm(this.#base, key)
    if (id >= 0) this.#countBase(this.#base.positions[id] ?? 0, change)
    else this.#countAdded(key, change, kind, text)
  }

  #forgetRemembered(): void {
    if (this.#remembered.size > 0) this.#remembered.clear()
  }

  #countBase(position: number, change: number): void {
    const count = Math.max(0, (this.#counts[position] ?? 0) + change)
    this.#counts[position] = count
    this.#growth = Math.max(this.#growth, count - (this.#base.counts[position] ?? 0))
    const block = Math.floor(position / blockSize)
    this.#blockMaxima[block] = Math.max(this.#blockMaxima[block] ?? 0, count)
  }

  #countAdded(key: string, change: number, kind: CompletionKind, text: string | undefined): void {
    const entry = this.#added.get(key)
    if (entry !== undefined) {
      entry.count += change
      if (entry.count > 0) return
      this.#added.delete(key)
      this.#addedKeys.delete(key)
    } else if (change > 0 && this.#added.size < maxAddedCompletions) {
      this.#added.set(key, { key, kind, text, count: change })
      this.#addedKeys.add(key)
    }
  }

  /** Returns the number of documents with a key: a word, a tag or two words, folded, with spaces between the tokens. */
  countOf(key: string): number {
    const id = findTerm(this.#base, key)
    if (id >= 0) return this.#counts[this.#base.positions[id] ?? 0] ?? 0
    return this.#added.get(key)?.count ?? 0
  }

  /** Returns the keys that begin with a folded text, most frequent first. */
  find(typed: string, limit: number): readonly ScoredCompletion[] {
    if (typed.length > rememberedLength) return this.#findBest(typed, limit)
    const key = `${limit} ${typed}`
    const remembered = this.#remembered.get(key)
    if (remembered !== undefined) return remembered
    const found = this.#findBest(typed, limit)
    this.#remembered.set(key, found)
    return found
  }

  #findBest(typed: string, limit: number): ScoredCompletion[] {
    const best = new BestEntries(limit)
    const { from, to } = this.#ranges.exact(typed)
    this.#offerRange(from, to, 1, best)
    const added = this.#addedKeys.withPrefix(typed)
    for (const [index, key] of added.entries()) {
      const entry = this.#added.get(key)
      // Numbers below 0 are entries that are not in the base.
      if (entry !== undefined)
        best.offer(entry.count * (entry.kind === 'phrase' ? phraseWeight : 1), -1 - index)
    }
    return this.#entries(best, added)
  }

  /**
   * Returns the keys of the base that begin with a folded text except for one edit, near and frequent ones first; only
   * those that score more than `floor`.
   */
  findNear(typed: string, limit: number, floor: number): ScoredCompletion[] {
    const best = new BestEntries(limit, floor)
    const exact = this.#ranges.exact(typed)
    this.#ranges.visitNear(typed, exact, {
      leastCount: best.least / mostTypoWeight - this.#growth,
      mayHold: (from, to) => this.#largest(from, to) * mostTypoWeight > best.least,
      visit: (from, to, cost) => {
        const weight = 2 ** (-cost / costPerDoubling)
        this.#offerRange(from, Math.min(to, exact.from), weight, best)
        this.#offerRange(Math.max(from, exact.to), to, weight, best)
      },
    })
    return this.#entries(best, [])
  }

  /** Returns an upper bound of the counts of the range. */
  #largest(from: number, to: number): number {
    if (to - from === 1) return this.#counts[from] ?? 0
    let largest = 0
    for (let block = Math.floor(from / blockSize); block * blockSize < to; block++) {
      largest = Math.max(largest, this.#blockMaxima[block] ?? 0)
    }
    return largest
  }

  #offerRange(from: number, to: number, weight: number, best: BestEntries): void {
    const { kinds } = this.#base
    const ofPhrase = weight * (weight < 1 ? nearPhraseWeight : phraseWeight)
    for (let position = from; position < to;) {
      const block = Math.floor(position / blockSize)
      const end = Math.min(to, (block + 1) * blockSize)
      if ((this.#blockMaxima[block] ?? 0) * weight <= best.least) position = end
      for (; position < end; position++) {
        const score = (this.#counts[position] ?? 0) * (kinds[position] === phrase ? ofPhrase : weight)
        if (score > best.least && !(weight < 1 && this.#weak.has(position))) best.offer(score, position)
      }
    }
  }

  #entries(best: BestEntries, added: readonly string[]): ScoredCompletion[] {
    const entries: ScoredCompletion[] = []
    for (let place = 0; place < best.length; place++) {
      const number = best.entryAt(place)
      const entry =
        number >= 0
          ? this.#reader.entryAt(number, this.#counts[number] ?? 0)
          : this.#added.get(added[-1 - number] ?? '')
      if (entry === undefined) continue
      const { key, kind, text, count } = entry
      entries.push({ key, kind, text, count, score: best.scoreAt(place) })
    }
    return entries
  }
}

function listBlockMaxima(counts: Uint32Array): Uint32Array {
  const maxima = new Uint32Array(Math.ceil(counts.length / blockSize))
  for (const [position, count] of counts.entries()) {
    const block = Math.floor(position / blockSize)
    maxima[block] = Math.max(maxima[block] ?? 0, count)
  }
  return maxima
}
