/**
 * What moves a terminal's cursor, or embeds, overrides or isolates the writing direction of what follows; and halves of
 * characters. What joins the parts of an emoji stays, and so do the marks that right-to-left scripts need.
 */
const unwanted = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u206f\ufff9-\ufffb]/gu
const unwantedInLines = /[[\p{Cc}\p{Cs}\u{202a}-\u{202e}\u{2066}-\u{206f}\u{fff9}-\u{fffb}]--\n]/gv
const lineBreak = /\r\n?|[\u0085\u2028\u2029]/g

/*
 * Both take time that grows with the square of the length where the text is made of combining marks: bound it first.
 */

/** A text as it is kept on one line: composed letters, no control characters, single spaces. */
export function cleanLine(text: string): string {
  return text.normalize('NFC').replace(unwanted, ' ').replace(/\s+/g, ' ').trim()
}

/** The same, with its line breaks. */
export function cleanLines(text: string): string {
  return text.normalize('NFC').replace(lineBreak, '\n').replace(unwantedInLines, ' ').trim()
}
