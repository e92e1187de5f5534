import { readSearchText } from '../text/tokens.ts'
import type { IndexView } from './index-view.ts'

/** The kind of a word's match: 0 to 2 are whole, form and prefix; near at cost c is 3 + c. See `NearTerm`. */
export type Rank = number
export const wholeRank = 0
export const formRank = 1
export const prefixRank = 2
export const firstNearRank = 3
/** Larger than every rank. */
export const unmatched = 0xffff

/** A term that a word may stand for. */
export type NearTerm = {
  id: number
  /** From 1 to 255; less is nearer. */
  cost: number
  /** True for another spelling, false for a synonym or an emoji. */
  respelling: boolean
}

/** A word of a query, as terms. */
export type QueryWord = {
  /** Several in scripts without spaces, where they must be adjacent. Such a word has no forms and no near terms. */
  tokens: readonly string[]
  /** Term ids of the tokens; -1 for those that no document has. */
  ids: readonly number[]
  /** Other forms of the word. */
  forms: readonly number[]
  /** The terms that begin with the last token, if this is the last word of the query; otherwise null. */
  prefix: PrefixTerms | null
  near: readonly NearTerm[]
  /** The categories whose name has the word. */
  categories: ReadonlyMap<number, Rank>
}

/** The terms that begin with a prefix: base terms by position in `sorted`, which is that of then, newer ones by id. */
export type PrefixTerms = {
  text: string
  sorted: Uint32Array
  from: number
  to: number
  added: readonly number[]
}

/** Parses typed text into words without near terms; the result is empty if it has no word. */
export function readQueryWords(text: string, view: IndexView): QueryWord[] {
  const words = readSearchText(text)?.words ?? []
  return words.map((tokens, at) => {
    const { vocabulary } = view
    const ids = tokens.map((token) => vocabulary.idOf(token))
    const [token = ''] = tokens
    const forms = tokens.length > 1 ? [] : Array.from(vocabulary.formsOf(token)).filter((id) => id !== ids[0])
    const text = tokens.at(-1) ?? ''
    const prefix =
      at === words.length - 1 ? { text, sorted: vocabulary.sorted, ...vocabulary.prefixRange(text) } : null
    const word = { tokens, ids, forms, prefix, near: [] }
    return { ...word, categories: rankCategories(word, view) }
  })
}

/** Adds near terms to the words: spellings within `maxEdits` edits, synonyms and emoji. */
export function addNearTerms(words: readonly QueryWord[], maxEdits: 1 | 2, view: IndexView): QueryWord[] {
  return words.map((word) => {
    if (word.tokens.length > 1) return word
    const near = findNearTerms(word.tokens[0] ?? '', maxEdits, view)
    return { ...word, near, categories: rankCategories({ ...word, near }, view) }
  })
}

/** Returns the terms near a token, nearest first: spellings within `maxEdits` edits, synonyms and emoji. */
export function findNearTerms(token: string, maxEdits: 1 | 2, view: IndexView): NearTerm[] {
  const { vocabulary } = view
  const near: NearTerm[] = []
  for (const edits of [1, 2] as const) {
    if (edits > maxEdits) break
    for (const { id, cost } of vocabulary.near(token, edits)) near.push({ id, cost, respelling: true })
  }
  for (const { token: related, cost } of view.relatedWords(token)) {
    const own = vocabulary.idOf(related)
    if (own >= 0) near.push({ id: own, cost, respelling: false })
    for (const id of Array.from(vocabulary.formsOf(related))) {
      if (id !== own) near.push({ id, cost, respelling: false })
    }
  }
  const nearest = new Map<number, NearTerm>()
  for (const term of near) {
    const known = nearest.get(term.id)
    if (known === undefined || term.cost < known.cost) nearest.set(term.id, term)
  }
  return [...nearest.values()].toSorted((a, b) => a.cost - b.cost)
}

function rankCategories(word: Omit<QueryWord, 'categories'>, { categories }: IndexView): Map<number, Rank> {
  const ranks = new Map<number, Rank>()
  const add = (id: number, rank: Rank) => ranks.set(id, Math.min(rank, ranks.get(id) ?? unmatched))
  const addTerm = (term: number, rank: Rank) => {
    for (const id of categories.withTerm(term)) add(id, rank)
  }
  const prefixed = word.prefix === null ? [] : categories.termsWithPrefix(word.prefix.text)
  const [first = -1, ...others] = word.ids
  if (others.length === 0) {
    addTerm(first, wholeRank)
    for (const term of word.forms) addTerm(term, formRank)
    for (const term of prefixed) addTerm(term, prefixRank)
    for (const { id, cost } of word.near) addTerm(id, firstNearRank + cost)
    return ranks
  }
  const before = word.ids.slice(0, -1)
  const last = word.ids.at(-1) ?? -1
  for (const id of categories.withTerm(first)) {
    const name = categories.nameOf(id)
    for (let at = 0; at + before.length < name.length; at += 1) {
      if (!before.every((term, index) => term >= 0 && name[at + index] === term)) continue
      const there = name[at + before.length] ?? -1
      if (there === -1) continue
      if (there === last) add(id, wholeRank)
      else if (prefixed.includes(there)) add(id, prefixRank)
    }
  }
  return ranks
}
