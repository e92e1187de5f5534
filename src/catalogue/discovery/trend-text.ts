import { LRUCache } from 'lru-cache'
import { cleanLine } from '../../lib/text/clean-text.ts'
import { searchWords } from '../../search/text/tokens.ts'

/**
 * The maximum length; longer searches are rarely made by many people, and more likely to reveal something about one.
 */
const maxLength = 50
const maxWords = 6

/** The maximum digits: a year is fine; more may be a telephone number, a card or a customer. */
const maxDigits = 4

const addressOrLink = /@|:\/\/|\bwww\.|[\p{L}\p{N}]\.[\p{L}]{2}/iu

/**
 * Returns the form in which a search is counted and shown when many people make it: its words, folded, with single
 * spaces. Null for one that others must never see: e-mail addresses, links, long numbers, long texts, single letters.
 */
export function trendText(text: string): string | null {
  if (text.length > 2 * maxLength) return null
  let known = knownTexts.get(text)
  if (known === undefined) {
    known = { shown: readTrendText(text) }
    knownTexts.set(text, known)
  }
  return known.shown
}

/** The same few searches are made over and over. */
const knownTexts = new LRUCache<string, { shown: string | null }>({ max: 1000 })

function readTrendText(text: string): string | null {
  const line = cleanLine(text)
  const digits = line.match(/\p{N}/gu)?.length ?? 0
  if ([...line].length > maxLength || digits > maxDigits || addressOrLink.test(line.normalize('NFKC')))
    return null
  const words = new Set(searchWords(line).map((word) => word.join('')))
  const shown = [...words].join(' ')
  return words.size > maxWords || /^[a-z\d]?$/.test(shown) ? null : shown
}

/** The words blocked by an operator. A text includes a blocked phrase if its words are adjacent there. */
export class BlockedWords {
  readonly #blocked: readonly string[]

  constructor(words: readonly string[]) {
    this.#blocked = words.map(spaced).filter((word) => word.trim() !== '')
  }

  includeAnyOf(text: string): boolean {
    if (this.#blocked.length === 0) return false
    const given = spaced(text)
    return this.#blocked.some((word) => given.includes(word))
  }
}

/** Returns the tokens of a text with a space around each. */
function spaced(text: string): string {
  return ` ${searchWords(text).flat().join(' ')} `
}
