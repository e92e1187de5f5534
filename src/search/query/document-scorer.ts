import { type ForwardIndex, readTokens } from '../part/forward-index.ts'
import { maxQueryTokens } from '../text/tokens.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import {
  firstNearRank,
  formRank,
  type PrefixTerms,
  prefixRank,
  type QueryWord,
  type Rank,
  unmatched,
  wholeRank,
} from './query-words.ts'

/**
 * The place of a document in the order by relevance, before uses and age: less is better. Level and title, or level 3
 * with its cost and title. -1: the document does not match.
 */
export type Tier = number
/** The tier of documents with all words matched whole in the title. */
export const bestTier = 0
/** The first tier of level 3. */
export const firstNearTier = 6

/** Up to this many terms of a prefix are looked up one by one; more are recognized by their place in the vocabulary. */
const maxMarkedPrefixTerms = 64

/** Term id → 1 + the first entry of the current scorer; 0: the term is in no word of its query. */
let marks = new Uint32Array(0)
/** The best rank of each word in the last document scored, anywhere and in the title. */
const best = new Uint16Array(maxQueryTokens)
const inTitle = new Uint16Array(maxQueryTokens)

/**
 * Scores documents by their tokens: how well each word of a query matches, and the resulting tier. Between `begin` and
 * `end` it owns a table that all scorers share: a query that pauses must call `end` before and `begin` afterward.
 */
export class DocumentScorer {
  /** The best rank of each word in the last document scored, anywhere and in the title. */
  readonly best: Uint16Array = best
  readonly inTitle: Uint16Array = inTitle
  readonly #words: readonly QueryWord[]
  readonly #allowedMissing: number
  readonly #vocabulary: Vocabulary
  /** Terms, and their meaning for a word. Entries of one term are chained by `#next` (1 + entry). */
  readonly #terms: number[] = []
  readonly #termWords: number[] = []
  readonly #ranks: number[] = []
  readonly #next: number[] = []
  readonly #phrases: number[]
  readonly #categoryWords: number[]
  #prefix: PrefixTerms | null
  readonly #prefixWord: number
  #hasTerms = false
  #isLinked = false
  readonly #tokens: number[] = []

  /** `allowedMissing` is the number of words that need not match. */
  constructor(words: readonly QueryWord[], allowedMissing: number, vocabulary: Vocabulary) {
    this.#words = words
    this.#allowedMissing = allowedMissing
    this.#vocabulary = vocabulary
    const numbers = words.map((_, at) => at)
    this.#phrases = numbers.filter((at) => (words[at]?.tokens.length ?? 0) > 1)
    this.#categoryWords = numbers.filter((at) => (words[at]?.categories.size ?? 0) > 0)
    this.#prefix = null
    this.#prefixWord = words.length - 1
  }

  /** Makes the entries, when the first document is scored: many queries score none. */
  #addTerms(): void {
    this.#hasTerms = true
    for (const [at, word] of this.#words.entries()) {
      if (word.tokens.length > 1) continue
      this.#addTerm(word.ids[0] ?? -1, at, wholeRank)
      for (const term of word.forms) this.#addTerm(term, at, formRank)
      for (const { id, cost } of word.near) this.#addTerm(id, at, firstNearRank + cost)
      if (word.prefix === null) continue
      const { from, to, added, sorted } = word.prefix
      for (const term of added) this.#addTerm(term, at, prefixRank)
      if (to - from > maxMarkedPrefixTerms) this.#prefix = word.prefix
      else for (const term of sorted.subarray(from, to)) this.#addTerm(term, at, prefixRank)
    }
  }

  #addTerm(term: number, word: number, rank: Rank): void {
    if (term < 0) return
    this.#terms.push(term)
    this.#termWords.push(word)
    this.#ranks.push(rank)
    this.#next.push(0)
  }

  /** Allows using the shared table from now on. */
  begin(): void {
    this.#isLinked = false
  }

  #link(): void {
    if (!this.#hasTerms) this.#addTerms()
    this.#isLinked = true
    if (marks.length < this.#vocabulary.size) marks = new Uint32Array(Math.ceil(this.#vocabulary.size * 1.25))
    for (const [entry, term] of this.#terms.entries()) {
      this.#next[entry] = marks[term] as number
      marks[term] = entry + 1
    }
    if (this.#prefix !== null && this.#prefix.sorted !== this.#vocabulary.sorted) {
      const { sorted } = this.#vocabulary
      this.#prefix = { text: this.#prefix.text, sorted, ...this.#vocabulary.prefixRange(this.#prefix.text) }
    }
  }

  /** Gives up the shared table. */
  end(): void {
    if (this.#isLinked) for (const term of this.#terms) marks[term] = 0
    this.#isLinked = false
  }

  /** Returns the tier of a document, or -1. */
  score(documents: ForwardIndex, doc: number): Tier {
    if (!this.#isLinked) this.#link()
    const count = this.#words.length
    for (let at = 0; at < count; at += 1) {
      best[at] = unmatched
      inTitle[at] = unmatched
    }
    this.#scoreTokens(documents, doc)
    if (this.#phrases.length > 0) this.#scorePhrases(documents, doc)
    for (const at of this.#categoryWords) {
      const rank = this.#words[at]?.categories.get(documents.categories[doc] ?? 0) ?? unmatched
      if (rank < (best[at] as number)) best[at] = rank
    }
    let missing = 0
    let level = 0
    let cost = 0
    let elsewhere = 0
    for (let at = 0; at < count; at += 1) {
      const rank = best[at] ?? unmatched
      if (rank === unmatched) {
        missing += 1
        if (missing > this.#allowedMissing) return -1
        continue
      }
      if (rank >= firstNearRank) cost += rank - firstNearRank
      else if (rank > level) level = rank
      if ((inTitle[at] ?? unmatched) > rank) elsewhere = 1
    }
    return (cost > 0 ? firstNearTier + cost * 2 : level * 2) + elsewhere
  }

  #scoreTokens({ tokens, tokenStarts }: ForwardIndex, doc: number): void {
    const prefix = this.#prefix
    const last = this.#prefixWord
    const end = tokenStarts[doc + 1] as number
    let isTitle = true
    for (let at = tokenStarts[doc] ?? 0; at < end;) {
      let byte = tokens[at++] as number
      let term = byte & 0x7f
      for (let shift = 7; byte >= 0x80; shift += 7) {
        byte = tokens[at++] as number
        term |= (byte & 0x7f) << shift
      }
      if (term === 0) {
        isTitle = false
        continue
      }
      term -= 1
      for (
        let entry = term < marks.length ? (marks[term] as number) : 0;
        entry !== 0;
        entry = this.#next[entry - 1] as number
      ) {
        const word = this.#termWords[entry - 1] as number
        const rank = this.#ranks[entry - 1] as number
        if (rank < (best[word] as number)) best[word] = rank
        if (isTitle && rank < (inTitle[word] as number)) inTitle[word] = rank
      }
      if (prefix === null || ((isTitle ? inTitle : best)[last] ?? 0) <= prefixRank) continue
      const position = this.#vocabulary.positionOf(term)
      if (position < prefix.from || position >= prefix.to) continue
      if (prefixRank < (best[last] as number)) best[last] = prefixRank
      if (isTitle) inTitle[last] = prefixRank
    }
  }

  /** Looks for the words of several tokens. */
  #scorePhrases(documents: ForwardIndex, doc: number): void {
    const tokens = this.#tokens
    const count = readTokens(documents, doc, tokens)
    let titleEnd = 0
    while (titleEnd < count && tokens[titleEnd] !== -1) titleEnd += 1
    for (const word of this.#phrases) {
      const { ids = [], prefix = null } = this.#words[word] ?? {}
      for (let at = 0; at + ids.length <= count; at += 1) {
        let same = 0
        while (same < ids.length - 1 && tokens[at + same] === ids[same] && ids[same] !== -1) same += 1
        if (same < ids.length - 1) continue
        const there = tokens[at + same] ?? -1
        if (there === -1) continue
        const rank =
          there === ids[same]
            ? wholeRank
            : prefix !== null && this.#isPrefixed(there, prefix)
              ? prefixRank
              : unmatched
        if (rank < (this.best[word] ?? 0)) this.best[word] = rank
        if (at < titleEnd && rank < (this.inTitle[word] ?? 0)) this.inTitle[word] = rank
      }
    }
  }

  #isPrefixed(term: number, { text }: PrefixTerms): boolean {
    return this.#vocabulary.termOf(term).startsWith(text)
  }
}
