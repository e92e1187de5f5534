import type { Completion } from '../search-index.ts'
import { readSearchText, searchWords } from '../text/tokens.ts'
import type { Completions, ScoredCompletion } from './completions.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Longer texts are not completed (UTF-16 units). */
const maxTextLength = 200

/** Of a long text only the last words are completed; those before stay as typed. */
const maxCompletedTokens = 4

/** In the second half of what completes one word, likely typos go before what is this rare. */
const rareScore = 3

/**
 * What a person may be typing, with the last word unfinished: tags, words and pairs of words that begin as the text does,
 * those that most documents have first; then the same for its last words alone, after what stands before them. Where these
 * are few or rare, those that begin so but for a typo join. `uses` is of what is
 * completed, without what stands before.
 */
export function completeText(completions: Completions, text: string, limit: number): Completion[] {
  if (limit < 1 || text.length > maxTextLength) return []
  const tokens = searchWords(text).flat()
  // After a space the last word is finished, and the next is completed.
  const typed = tokens.join(' ') + (/[\s\p{P}]$/u.test(text) ? ' ' : '')
  const exact = findForEnds(tokens, typed, limit, (end) => completions.find(end, limit))
  const kept = exact.filter(({ score }, place) => tokens.length > 1 || score > rareScore || place < limit / 2)
  if (kept.length < limit) {
    const nearly = findForEnds(tokens, typed, limit, (end) => completions.findNear(end, limit))
    const keys = new Set(exact.map(({ key }) => key))
    const others = [
      ...exact.filter((one) => !kept.includes(one)),
      ...nearly.filter(({ key }) => !keys.has(key)),
    ]
    exact.splice(0, Infinity, ...kept, ...others.toSorted((a, b) => b.score - a.score))
  }
  return exact.slice(0, limit).map(({ text: whole, kind, count }) => ({ text: whole, kind, uses: count }))
}

/** Completes the whole text, then what is left of it without its first words, until there are enough. */
function findForEnds(
  tokens: readonly string[],
  typed: string,
  limit: number,
  find: (end: string) => readonly ScoredCompletion[],
): (ScoredCompletion & { text: string })[] {
  const found = new Map<string, ScoredCompletion & { text: string }>()
  let start = 0
  for (const [index, token] of tokens.entries()) {
    if (index >= tokens.length - maxCompletedTokens) {
      for (const { key, kind, text, count, score } of find(typed.slice(start))) {
        const before = typed.slice(0, start)
        const whole = before + key
        if (!found.has(whole))
          found.set(whole, { key: whole, text: before + (text ?? key), kind, count, score })
      }
      if (found.size >= limit) break
    }
    start += token.length + 1
  }
  return [...found.values()].slice(0, limit)
}

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
