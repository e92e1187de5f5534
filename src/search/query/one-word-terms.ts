import type { ForwardIndex } from '../part/forward-index.ts'
import type { Vocabulary } from '../vocabulary/vocabulary.ts'
import { firstNearTier, type Tier } from './document-scorer.ts'
import type { IndexView } from './index-view.ts'
import {
  findNearTerms,
  firstNearRank,
  formRank,
  type NearTerm,
  prefixRank,
  type Rank,
  unmatched,
  wholeRank,
} from './query-words.ts'

/** Prefixes of more terms are not listed term by term. */
const maxListedTerms = 256

/** The terms of a query of one word, by rank. There is one instance, for one query at a time. */
export class OneWordTerms {
  /** Terms and their ranks, ascending by rank; a term may be repeated at a worse one. */
  readonly terms: number[] = []
  readonly ranks: Rank[] = []
  count = 0
  near: readonly NearTerm[] = []
  /** True if `terms` lacks terms that begin with the word: `from` to `to` are the positions of those of the base. */
  isLong = false
  from = 0
  to = 0
  vocabulary: Vocabulary | null = null
  #token = ''
  #listed = 0

  /** Finds the terms of a word. Returns false if a category has it in its name; the terms are then incomplete. */
  find(token: string, { vocabulary, categories }: IndexView): boolean {
    this.vocabulary = vocabulary
    this.#token = token
    this.near = []
    this.count = 0
    if (categories.hasPrefix(token)) return false
    const own = vocabulary.idOf(token)
    if (own >= 0) this.#add(own, wholeRank)
    const forms = vocabulary.formsOf(token)
    for (let at = 0; at < forms.length; at += 1) {
      const form = forms[at] as number
      if (form === own) continue
      if (categories.withTerm(form).length > 0) return false
      this.#add(form, formRank)
    }
    const { from, to, added } = vocabulary.prefixRange(token)
    this.from = from
    this.to = to
    this.isLong = to - from + added.length > maxListedTerms
    if (!this.isLong) {
      const { sorted } = vocabulary
      for (let at = from; at < to; at += 1)
        if (sorted[at] !== own) this.#add(sorted[at] as number, prefixRank)
    }
    for (let at = 0; at < added.length; at += 1) this.#add(added[at] as number, prefixRank)
    this.#listed = this.count
    return true
  }

  /** Adds the near terms of the word. Returns false if a category has one in its name. */
  findNear(maxEdits: 1 | 2, view: IndexView): boolean {
    this.count = this.#listed
    this.near = findNearTerms(this.#token, maxEdits, view)
    for (let at = 0; at < this.near.length; at += 1) {
      const { id, cost } = this.near[at] as NearTerm
      if (view.categories.withTerm(id).length > 0) return false
      this.#add(id, firstNearRank + cost)
    }
    return true
  }

  #add(term: number, rank: Rank): void {
    this.terms[this.count] = term
    this.ranks[this.count] = rank
    this.count += 1
  }

  /** Returns the tier of a document that has one of the terms, by its tokens. */
  tierOf({ tokens, tokenStarts }: ForwardIndex, doc: number): Tier {
    const end = tokenStarts[doc + 1] as number
    let best = unmatched
    let inTitle = unmatched
    let isTitle = true
    for (let at = tokenStarts[doc] as number; at < end;) {
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
      const rank = this.#rankOf(term - 1)
      if (rank < best) best = rank
      if (isTitle && rank < inTitle) inTitle = rank
    }
    return tierAt(best, inTitle === best)
  }

  #rankOf(term: number): Rank {
    for (let at = 0; at < this.count; at += 1) {
      if (this.terms[at] !== term) continue
      const rank = this.ranks[at] as number
      return rank > prefixRank && this.#isInLongPrefix(term) ? prefixRank : rank
    }
    return this.#isInLongPrefix(term) ? prefixRank : unmatched
  }

  #isInLongPrefix(term: number): boolean {
    if (!this.isLong) return false
    const position = this.vocabulary?.positionOf(term) ?? -1
    return position >= this.from && position < this.to
  }
}

/** Returns the tier of documents that match a word at a rank, in the title or elsewhere. */
export function tierAt(rank: Rank, isInTitle: boolean): Tier {
  const best = rank < firstNearRank ? rank * 2 : firstNearTier + (rank - firstNearRank) * 2
  return isInTitle ? best : best + 1
}
