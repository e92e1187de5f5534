/** The code of a GIF that was typed, or that is at the end of its link. */
export function codeOfText(text: string): string {
  const plain = text
    .trim()
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
  return plain.slice(plain.lastIndexOf('/') + 1)
}
