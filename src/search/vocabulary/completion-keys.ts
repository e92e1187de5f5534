import { isSpaceless } from '../text/tokens.ts'

/** The fields of a document that are completed: its tokens as indexed. */
export type CompletionFields = {
  title: readonly string[]
  tags: readonly (readonly string[])[]
  /** The displayed tags, in the same order; by default, a tag is displayed as its tokens. */
  tagTexts?: readonly string[]
}

export const completionKinds = ['tag', 'word', 'phrase'] as const
export type CompletionKind = (typeof completionKinds)[number]

/** Later tokens of a title are not completed. */
const maxTitleTokens = 40

/** Nobody needs longer completions (UTF-16 units). */
const maxKeyLength = 60

/** A word of one letter needs no completion. */
const minWordLength = 2

/** Two words that end with one of these say no more than the first alone. */
export const weakEndings = new Set(
  'a an and are as at be because been but by for from has his her in into is it its my of or our that the their this to was were while who will with your'.split(
    ' ',
  ),
)

/**
 * Visits the distinct keys of a document: every tag, every word, and every two adjacent words of the title. A key is
 * its tokens joined by spaces. Passes the displayed text to `visit` if it differs from the key.
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

/** Returns true for a word; characters of scripts without spaces and emoji are not words. */
function isWord(token: string): boolean {
  return /^[\p{L}\p{N}]/u.test(token) && !isSpaceless(token)
}
