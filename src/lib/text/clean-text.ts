/**
 * Control characters, characters that embed, override or isolate the writing direction, and unpaired surrogates. Emoji
 * joiners and marks needed by right-to-left scripts stay.
 */
const unsafeCharacters = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/gu
const unsafeInLines = /[[\p{Cc}\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{206f}\u{fff9}-\u{fffb}]--\n]/gv
const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g

/*
 * The cost of both grows with the square of the length for text made of combining marks: limit its length first.
 */

/** Cleans a one-line text: composed letters, no control characters, single spaces. */
export function cleanLine(text: string): string {
  return text.normalize('NFC').replace(unsafeCharacters, ' ').replace(/\s+/g, ' ').trim()
}

/** The same, but keeps line breaks. */
export function cleanLines(text: string): string {
  return text.normalize('NFC').replace(lineBreak, '\n').replace(unsafeInLines, ' ').trim()
}
