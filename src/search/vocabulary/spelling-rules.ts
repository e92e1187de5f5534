import { maxSpelledLength } from './distance.ts'

/** Shorter words are not respelled: nearly every other one is an edit away. */
const minSpelledLength = 3
/** From this length on a typed word may have two edits. */
const twoEditLength = 7
/** A typed word that is one letter shorter may have two edits from a term of `twoEditLength` or more. */
export const minTwoEditLength = twoEditLength - 1

const letterWord = /^[\p{L}\p{M}]+$/u

/** Returns true for a word that can be misspelled: letters only, not short or very long. Emoji and numbers cannot. */
export function isSpelled(token: string): boolean {
  return token.length >= minSpelledLength && token.length <= maxSpelledLength && letterWord.test(token)
}

/** Returns the number of edits that a typed word may be away from any term. */
export function editsAllowed(typedLength: number, maxEdits: 1 | 2): 1 | 2 {
  return typedLength < minTwoEditLength ? 1 : maxEdits
}

/** Returns the number of edits that a typed word may be away from a term of a certain length. */
export function editsBetween(typedLength: number, termLength: number, maxEdits: 1 | 2): 1 | 2 {
  return typedLength < minTwoEditLength || Math.max(typedLength, termLength) < twoEditLength ? 1 : maxEdits
}
