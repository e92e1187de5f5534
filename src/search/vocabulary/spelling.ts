import { maxSpelledLength } from './distance.ts'

/** A term near to a typed word. */
export type NearTerm = {
  id: number
  /** Weighted distance, 1 to 255: about 32 for an edit. */
  cost: number
}

/** Shorter words are not respelt: nearly every other is one edit away. */
const minSpelledLength = 3
/** From this length on words may have two edits. */
const twoEditLength = 7

const letterWord = /^[\p{L}\p{M}]+$/u

/** Whether a token is a word that can be misspelt: letters only, neither short nor very long. Emoji and numbers are not. */
export function isSpelled(token: string): boolean {
  return token.length >= minSpelledLength && token.length <= maxSpelledLength && letterWord.test(token)
}

/** How many edits a typed word may be away from a term. */
export function editsAllowed(token: string, maxEdits: number): number {
  return Math.min(maxEdits, token.length < twoEditLength ? 1 : 2)
}
