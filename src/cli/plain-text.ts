/** More lines would not help. */
const maxFaultsShown = 20

/** Prints faults, one per line: the first of them, or up to `max`. */
export function listFaults(faults: readonly string[], max = maxFaultsShown): void {
  for (const fault of faults.slice(0, max)) console.error(fault)
  if (faults.length > max) console.error(`... and ${faults.length - max} more`)
}

/** Characters that move a terminal's cursor, break a line or change its direction. */
const notPlain = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** Makes a text safe to print on one line of a terminal: file names and decoder messages may contain anything. */
export function plainText(text: string): string {
  return text.replaceAll(notPlain, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
