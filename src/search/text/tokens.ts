/**
 * A word as search sees it: one token, or several consecutive ones in scripts written without spaces. 東京 is the tokens
 * 東 and 京, so that any part of a sentence in such a script is found.
 */
export type SearchWord = readonly string[]

export type SearchText = {
  /** All words in order, each matched whole. A repeated word is kept at its last place. */
  words: SearchWord[]
  /** The words before the last. */
  before: SearchWord[]
  /** Matched whole or as a prefix. */
  last: SearchWord
}

/** Further tokens are ignored, so that no search is too expensive. */
export const maxQueryTokens = 32

/**
 * The most tokens in one phrase. A longer word becomes several phrases, and repeated ones count once: otherwise a long
 * run of one character would block the database for seconds if GIFs have titles like it.
 */
const maxPhraseTokens = 8

/** Longer tokens are cut (UTF-16 units). */
const maxTokenLength = 64

/** Longer search texts are cut (UTF-16 units). Titles and tags are shorter. */
const maxTextLength = 1000

const ascii = /^[\0-\x7f]*$/
const asciiWord = /[a-z0-9]+/g

const tradeSigns = /[©®℠™]/g
const emojiTones = /\p{Emoji_Modifier}/gu
/** Joiners, soft hyphens, direction marks. */
const formatCharacters = /\p{Cf}/gu

/** Marks that people omit: accents, Hebrew points, Arabic vowels, enclosing marks, emoji variations. */
const optionalMarks = /[\p{M}&&[\p{scx=Zinh}\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}]]/gv

/** Letters with a stroke, and ligatures, which Unicode does not decompose. */
const strokedLetters = /[øłđðħŧæœþς]/g
const plainLetters: Record<string, string> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
}

const spacelessScripts = ['Han', 'Hira', 'Kana', 'Bopo', 'Thai', 'Laoo', 'Khmr', 'Mymr', 'Tibt', 'Yiii']
const spaceless = `[[${spacelessScripts.map((script) => `\\p{scx=${script}}`).join('')}]&&[\\p{L}\\p{N}]]`
const spacelessToken = new RegExp(`${spaceless}\\p{M}*`, 'gv')
const spacelessStart = new RegExp(`^${spaceless}`, 'v')
const wordOrRunOrSign = new RegExp(
  [
    `(?<run>(?:${spaceless}\\p{M}*)+)`,
    `[[\\p{L}\\p{N}]--${spaceless}][[\\p{L}\\p{N}\\p{M}]--${spaceless}]*`,
    `\\p{RI}{2}|[[\\p{So}\\p{Extended_Pictographic}]--[\\uFFFD]]`,
  ].join('|'),
  'gv',
)

/**
 * Normalizes a text for search: without case, accents and other differences that people do not type. Used for both
 * indexed and searched text, so the two always agree.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return (
    text
      .toWellFormed()
      .replace(tradeSigns, ' ')
      .normalize('NFKD')
      .replace(optionalMarks, '')
      .replace(emojiTones, '')
      .replace(formatCharacters, '')
      // Upper case before lower: ß becomes ss, ı becomes i. ẞ has no other upper case, but a lower one.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      .replace(strokedLetters, (letter) => plainLetters[letter] ?? letter)
      .normalize('NFKC')
  )
}

/**
 * Returns the words of a text in order, folded. A word is a run of letters and digits; an emoji or other pictograph is
 * its own word, without its skin tone; everything else only separates. No token contains a space or ASCII punctuation.
 */
export function searchWords(text: string): SearchWord[] {
  // The same result as below, in a tenth of the time.
  if (ascii.test(text)) return (text.toLowerCase().match(asciiWord) ?? []).map((token) => [cut(token)])
  return [...fold(text).matchAll(wordOrRunOrSign)].map((match) =>
    match.groups?.run === undefined
      ? [cut(match[0])]
      : (match[0].match(spacelessToken) ?? []).map((token) => cut(token)),
  )
}

/** Returns true if a token is in a script without spaces, so that it is a part of a word rather than a word. */
export function isSpaceless(token: string): boolean {
  return spacelessStart.test(token)
}

/** Returns the first tokens of a text, to bound the cost. */
export function firstTokens(text: string, max: number): string[] {
  return searchWords(text).flat().slice(0, max)
}

function cut(token: string): string {
  if (token.length <= maxTokenLength) return token
  return token.slice(0, maxTokenLength).replace(/[\uD800-\uDBFF]$/, '')
}

/** Parses typed text into words to search for; returns undefined if it has none. */
export function readSearchText(text: string): SearchText | undefined {
  const words = withoutRepeats(phrasesOf(withoutRepeats(searchWords(text.slice(0, maxTextLength)))))
  const last = words.at(-1)
  return last && { words, before: words.slice(0, -1), last }
}

/** Returns the only word of a text of ASCII letters, digits and outer spaces, folded; '' for other texts. */
export function readPlainWord(text: string): string {
  if (text.length > maxTextLength) return ''
  let from = 0
  let to = text.length
  while (from < to && text.charCodeAt(from) === space) from += 1
  while (to > from && text.charCodeAt(to - 1) === space) to -= 1
  if (to - from > maxTokenLength) return ''
  let hasCapital = false
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit >= letterA && unit <= letterA + 25) continue
    if (unit >= capitalA && unit <= capitalA + 25) hasCapital = true
    else if (unit < digit0 || unit > digit0 + 9) return ''
  }
  const word = to - from === text.length ? text : text.slice(from, to)
  return hasCapital ? word.toLowerCase() : word
}

const space = 32
const digit0 = 48
const capitalA = 65
const letterA = 97

/** Keeps the last of repeated words: every word adds to the cost of a search. */
function withoutRepeats(words: readonly SearchWord[]): SearchWord[] {
  const byText = new Map(words.toReversed().map((word) => [word.join(' '), word]))
  return [...byText.values()].toReversed()
}

/** Splits words into phrases of at most `maxPhraseTokens` tokens, with at most `maxQueryTokens` in total. */
function phrasesOf(words: readonly SearchWord[]): SearchWord[] {
  const phrases: SearchWord[] = []
  let left = maxQueryTokens
  for (const word of words) {
    for (let at = 0; at < word.length && left > 0; at += maxPhraseTokens) {
      const phrase = word.slice(at, at + Math.min(maxPhraseTokens, left))
      phrases.push(phrase)
      left -= phrase.length
    }
  }
  return phrases
}

/** Returns true if the tokens of a text include the word, whole or (`asPrefix`) as the beginning of a word. */
export function includesWord(tokens: readonly string[], word: SearchWord, asPrefix: boolean): boolean {
  return tokens.some((_, at) =>
    word.every((token, index) => {
      const there = tokens[at + index]
      return there === token || (asPrefix && index === word.length - 1 && there?.startsWith(token) === true)
    }),
  )
}
