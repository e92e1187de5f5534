import { maxSpelledLength } from './distance.ts'

/** Shorter words are not respelt: nearly every other one is an edit away. */
const minSpelledLength = 3
/** From this length on a typed word may have two edits. */
export const twoEditLength = 7

const letterWord = /^[\p{L}\p{M}]+$/u

/** Whether a token is a word that can be misspelt: letters only, neither short nor very long. Emoji and numbers are not. */
export function isSpelled(token: string): boolean {
  return token.length >= minSpelledLength && token.length <= maxSpelledLength && letterWord.test(token)
}

/** How many edits a typed word may be away from a term. */
export function editsAllowed(typedLength: number, maxEdits: 1 | 2): 1 | 2 {
  return typedLength < twoEditLength ? 1 : maxEdits
}
