/** What moves the cursor of a terminal, breaks a line or turns its direction. */
const notPlain = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A text as one line that a terminal only shows: names of files and what decoders say may hold anything. */
export function plainText(text: string): string {
  return text.replaceAll(notPlain, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
