import type { Completion } from '../search-index.ts'
import { readSearchText, searchWords } from '../text/tokens.ts'
import type { Completions, ScoredCompletion } from './completions.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Longer texts are not completed (UTF-16 units). */
const maxTextLength = 200

/** In a long text only the last words are completed; those before stay as typed. */
const maxCompletedTokens = 4

/** The share of the list that is reserved for exact beginnings. */
const surePart = 0.3

/** The likelihood of a typo relative to none. */
const typoWeight = 0.07

/** The factor by which a completion that fits the words before is likelier than one that only fits the last word. */
const contextWeight = 256

type Candidate = ScoredCompletion & { whole: string; before: string }

/**
 * Returns completions of a text with an unfinished last word: tags, words and pairs of words that begin like the text,
 * most frequent first; then completions of only its last words, after the words before. After the first few,
 * completions with a typo compete with them. `uses` counts the completed part, without the words before.
 */
export function completeText(completions: Completions, text: string, limit: number): Completion[] {
  if (limit < 1 || text.length > maxTextLength) return []
  // After a space the last word is finished, and the next is completed.
  const ends = endsOf(searchWords(text).flat(), /[\s\p{P}]$/u.test(text))
  const found: Candidate[] = []
  for (const end of ends) {
    addCandidates(found, end, completions.find(end.typed, limit), end.weight)
    if (found.length >= limit) break
  }
  found.splice(limit)
  const rest = found.splice(Math.ceil(limit * surePart))
  const least = Math.min(...rest.map(({ score }) => score))
  const floor = found.length + rest.length < limit ? 0 : least
  for (const end of ends) {
    const weight = end.weight * typoWeight
    const near = completions.findNear(end.typed, limit, floor / weight)
    addCandidates(rest, end, near, weight, found)
  }
  return [...found, ...rest.toSorted((a, b) => b.score - a.score)]
    .slice(0, limit)
    .map(({ before, text: shown, key, kind, count }) => ({
      text: before + (shown ?? key),
      kind,
      uses: count,
    }))
}

/** The last words of a typed text, which are completed, and the words before. */
type End = { before: string; typed: string; weight: number }

/** Returns all words, all but the first, and so on. */
function endsOf(tokens: readonly string[], isFinished: boolean): End[] {
  const typed = tokens.join(' ') + (isFinished ? ' ' : '')
  const ends: End[] = []
  let start = 0
  for (const [index, token] of tokens.entries()) {
    if (index >= tokens.length - maxCompletedTokens) {
      const weight = index === tokens.length - 1 ? 1 : contextWeight
      ends.push({ before: typed.slice(0, start), typed: typed.slice(start), weight })
    }
    start += token.length + 1
  }
  return ends
}

/** Adds the completions that are neither among the candidates nor among `others`. */
function addCandidates(
  candidates: Candidate[],
  { before }: End,
  completions: readonly ScoredCompletion[],
  weight: number,
  others: readonly Candidate[] = [],
): void {
  for (const { key, kind, text, count, score } of completions) {
    const whole = before + key
    if (includesWhole(candidates, whole) || includesWhole(others, whole)) continue
    candidates.push({ key, kind, text, count, score: score * weight, whole, before })
  }
}

const includesWhole = (candidates: readonly Candidate[], wanted: string) =>
  candidates.some(({ whole }) => whole === wanted)

/** Returns words of documents that the words of a text may have been meant as: the nearest to each word first. */
export function findClosestWords(
  vocabulary: Vocabulary,
  completions: Completions,
  text: string,
  limit: number,
): string[] {
  const words = readSearchText(text)?.words ?? []
  const near = words.map((word) => {
    const token = word.length === 1 ? (word[0] ?? '') : ''
    const spellings = vocabulary.near(token, 2).map(({ id }) => vocabulary.termOf(id))
    const forms = Array.from(vocabulary.formsOf(token), (id) => vocabulary.termOf(id))
    const begun = token.length < 3 ? [] : completions.find(token, limit).map(({ key }) => key)
    const known = (term: string) => term !== token && !term.includes(' ') && completions.countOf(term) > 0
    return [...forms, ...spellings, ...begun].filter((term) => known(term))
  })
  const closest = new Set<string>()
  for (let place = 0; near.some((terms) => place < terms.length); place++) {
    for (const terms of near) {
      const term = terms[place]
      if (term !== undefined && closest.size < limit) closest.add(term)
    }
  }
  return [...closest]
}
