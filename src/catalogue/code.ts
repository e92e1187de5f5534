import { randomId } from '../lib/ids.ts'

/** 12 letters and digits, 71 bits: no code can be guessed, nor be a page of the site, whose names are words. */
const codeLength = 12

/** A new code for a GIF. */
export function newCode(): string {
  return randomId(codeLength)
}
