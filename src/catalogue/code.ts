import { randomId } from '../lib/ids.ts'
import { reservedWords } from './reserved-words.ts'

/** 12 letters and digits, 71 bits: no code can be guessed. */
const codeLength = 12

/** A new code for a GIF; never a word that is a page of the site. */
export function newCode(): string {
  const code = randomId(codeLength)
  return reservedWords.has(code.toLowerCase()) ? newCode() : code
}
