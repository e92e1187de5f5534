import type { Completion } from '../search-index.ts'
import { readSearchText, searchWords } from '../text/tokens.ts'
import type { Completions, ScoredCompletion } from './completions.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Longer texts are not completed (UTF-16 units). */
const maxTextLength = 200

/** Of a long text only the last words are completed; those before stay as typed. */
const maxCompletedTokens = 4

/** Of what begins as was typed, this part comes first in any case. */
const surePart = 0.3

/** How much less likely a typo is than none. */
const typoWeight = 0.07

/** What also fits the words before is so much likelier than what only fits the last word. */
const contextWeight = 256

type Candidate = ScoredCompletion & { whole: string; before: string }

/**
 * What a person may be typing, with the last word unfinished: tags, words and pairs of words that begin as the text does,
 * those that most documents have first; then the same for its last words alone, after what stands before them. After the
 * first few, those that begin so but for a typo compete with them. `uses` is of what is completed, without what stands before.
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

/** The last words of what was typed, which are completed, and what stands before them. */
type End = { before: string; typed: string; weight: number }

/** All words, all but the first, and so on. */
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

/** Words that documents have and that those of a text may have been typed for: the nearest to each word first. */
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
