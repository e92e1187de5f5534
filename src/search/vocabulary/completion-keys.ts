import { isSpaceless } from '../text/tokens.ts'

/** What of a document is completed: its tokens as they are indexed. */
export type CompletionFields = {
  title: readonly string[]
  tags: readonly (readonly string[])[]
  /** The tags as people see them, in the same order; left out, a tag is shown as its tokens. */
  tagTexts?: readonly string[]
}

export const completionKinds = ['tag', 'word', 'phrase'] as const
export type CompletionKind = (typeof completionKinds)[number]

/** Tokens of a title after these are not completed. */
const maxTitleTokens = 40

/** Nobody needs longer ones completed (UTF-16 units). */
const maxKeyLength = 60

/** A word of one letter needs no completion. */
const minWordLength = 2

/** Two words of which the second is one of these say no more than the first. */
export const weakEndings = new Set(
  'a an and are as at be because been but by for from has his her in into is it its my of or our that the their this to was were while who will with your'.split(
    ' ',
  ),
)

/**
 * The keys of a document, each once: every tag, every word, and every two words that stand side by side in the title.
 * A key is its tokens with spaces between them. Calls `visit` with what is shown if it is not the key.
 */
export function visitCompletionKeys(
  { title, tags, tagTexts }: CompletionFields,
  visit: (key: string, kind: CompletionKind, text: string | undefined) => void,
): void {
  const seen = new Set<string>()
  const visitOnce = (key: string, kind: CompletionKind, text?: string) => {
    if (key.length < minWordLength || key.length > maxKeyLength || seen.has(key)) return
    seen.add(key)
    visit(key, kind, text)
  }
  for (const [index, tokens] of tags.entries()) visitOnce(tokens.join(' '), 'tag', tagTexts?.[index])
  const words = title.slice(0, maxTitleTokens)
  for (const token of [words, ...tags].flat()) if (isWord(token)) visitOnce(token, 'word')
  for (const [index, token] of words.entries()) {
    const next = words[index + 1]
    if (next === undefined || weakEndings.has(next)) continue
    if (isWord(token) && isWord(next)) visitOnce(`${token} ${next}`, 'phrase')
  }
}

/** Signs of scripts without spaces are no words, emoji neither. */
function isWord(token: string): boolean {
  return /^[\p{L}\p{N}]/u.test(token) && !isSpaceless(token)
}
