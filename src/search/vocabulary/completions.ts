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

/** The most completions that are kept beside the base until it is built anew. */
export const maxAddedCompletions = 20_000

/** What is so much farther from what was typed is as likely if twice as many documents have it. */
const costPerDoubling = 8

/** A tag or a word goes before two words that are not twice as frequent: those only say more of it. */
const phraseWeight = 0.5
/** The same of those that a typo was made in: few pairs of words are typed, and there are many more. */
const nearPhraseWeight = 0.2

/** No typo weighs more. */
const mostTypoWeight = 2 ** (-editCosts.least / costPerDoubling)
const phrase = completionKinds.indexOf('phrase')

/** Of so many counts the largest is kept, so that the best of a range are found without reading all of it. */
const blockSize = 64

/** Texts of at most so many letters are remembered, and how many of them. */
const rememberedLength = 3
const rememberedTexts = 4096

/** An entry with how likely it is meant: its count, less where it is a phrase or a typo away. */
export type ScoredCompletion = CompletionEntry & { score: number }

/** Completions at one moment, to be given to a worker. */
export type CompletionsSnapshot = { base: CompletionImage; counts: Uint32Array; added: CompletionEntry[] }

/** Builds one image of what a snapshot has. Takes about a second: call it in a worker. */
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
 * The tags, words and pairs of words that documents have, counted as documents come and go. The base lies in shared memory;
 * what came since is in a bounded map until the next base takes it over. Callers count only documents that everyone may see.
 */
export class Completions {
  #base: CompletionImage
  #reader: CompletionReader
  #ranges: CompletionRanges
  #counts: Uint32Array
  /** Of each block of positions, no count is larger. */
  #blockMaxima: Uint32Array
  /** No count is larger than in the base by more. */
  #growth = 0
  /** Positions of words that say nothing alone: nobody is offered one for a typo. */
  #weak: ReadonlySet<number>
  readonly #added = new Map<string, CompletionEntry>()
  #addedKeys = new SortedTexts()
  /** Answers for short texts, which many keys begin with, until a count changes. */
  readonly #remembered = new LRUCache<string, readonly ScoredCompletion[]>({ max: rememberedTexts })
  /** Changes of counts since the last snapshot: they are not in the base that is built of it. */
  #changes: { key: string; change: number; kind: CompletionKind; text: string | undefined }[] | undefined

  constructor(image = buildCompletionImage([])) {
    this.#base = image
    this.#reader = new CompletionReader(image)
    this.#ranges = new CompletionRanges(image, this.#reader)
    this.#counts = Uint32Array.from(image.counts)
    this.#blockMaxima = listBlockMaxima(this.#counts)
    this.#weak = this.#listWeak()
  }

  /** Completions as they are now; later changes do not touch the snapshot. */
  snapshot(): CompletionsSnapshot {
    this.#changes = []
    return {
      base: this.#base,
      counts: this.#counts.slice(),
      added: [...this.#added.values()].map((entry) => ({ ...entry })),
    }
  }

  /** Takes over what a worker made of the last snapshot. What was counted since stays. */
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

  /** Counts a document that came. */
  add(fields: CompletionFields): void {
    this.#forgetRemembered()
    visitCompletionKeys(fields, (key, kind, text) => this.#count(key, 1, kind, text))
  }

  /** Counts a document that went; `fields` as they were added, but for `tagTexts`, which are not needed. */
  remove(fields: CompletionFields): void {
    this.#forgetRemembered()
    visitCompletionKeys(fields, (key, kind, text) => this.#count(key, -1, kind, text))
  }

  #count(key: string, change: number, kind: CompletionKind, text: string | undefined): void {
    // A snapshot whose work was given up must not gather changes for ever.
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

  /** How many documents have a key: a word, a tag or two words, folded, with spaces between the tokens. */
  countOf(key: string): number {
    const id = findTerm(this.#base, key)
    if (id >= 0) return this.#counts[this.#base.positions[id] ?? 0] ?? 0
    return this.#added.get(key)?.count ?? 0
  }

  /** The keys that begin with a folded text, those of most documents first. */
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
      // Numbers below 0 are of what is not in the base.
      if (entry !== undefined)
        best.offer(entry.count * (entry.kind === 'phrase' ? phraseWeight : 1), -1 - index)
    }
    return this.#entries(best, added)
  }

  /**
   * The keys of the base that begin with a folded text but for one edit, the nearest that many documents have first; none
   * that scores no more than `floor`.
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

  /** No count of the range is larger. */
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
