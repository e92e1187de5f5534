/** More lines would not help. */
const maxFaultsShown = 20

/** Prints what is wrong, a line each: the first of them, or up to `max`. */
export function listFaults(faults: readonly string[], max = maxFaultsShown): void {
  for (const fault of faults.slice(0, max)) console.error(fault)
  if (faults.length > max) console.error(`... and ${faults.length - max} more`)
}

/** What moves the cursor of a terminal, breaks a line or turns its direction. */
const notPlain = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A text as one line that a terminal only shows: names of files and what decoders say may hold anything. */
export function plainText(text: string): string {
  return text.replaceAll(notPlain, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
