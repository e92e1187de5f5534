import { readTokens } from '../part/forward-index.ts'
import { searchWords } from '../text/tokens.ts'
import type { Stage } from './find-hits.ts'
import type { IndexView } from './index-view.ts'
import type { Hit } from './page.ts'
import { firstNearRank } from './query-words.ts'

/**
 * Returns the typed text with each word replaced that the first hit has only in another spelling. Other text between
 * spaces stays as typed. Returns null if no word was respelled.
 */
export function correctText(text: string, first: Hit | null, stage: Stage, view: IndexView): string | null {
  const spellings = first === null ? new Map<string, string>() : findSpellings(first, stage, view)
  if (spellings.size === 0) return null
  return text
    .trim()
    .split(/\s+/)
    .map((piece) => {
      const tokens = searchWords(piece).map((word) => word.join(''))
      if (!tokens.some((token) => spellings.has(token))) return piece
      return tokens.map((token) => spellings.get(token) ?? token).join(' ')
    })
    .join(' ')
}

/** Token → the spelling that the document has. */
function findSpellings(
  { documents, doc }: Hit,
  { words, scorer }: Stage,
  view: IndexView,
): Map<string, string> {
  scorer.begin()
  scorer.score(documents, doc)
  scorer.end()
  const tokens: number[] = []
  tokens.length = readTokens(documents, doc, tokens)
  const there = new Set([...tokens, ...view.categories.nameOf(documents.categories[doc] ?? 0)])
  const spellings = new Map<string, string>()
  for (const [at, { tokens, near }] of words.entries()) {
    const term = near.find(({ id, cost }) => firstNearRank + cost === scorer.best[at] && there.has(id))
    if (term?.respelling === true) spellings.set(tokens[0] ?? '', view.vocabulary.termOf(term.id))
  }
  return spellings
}
