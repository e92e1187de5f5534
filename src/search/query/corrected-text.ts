import { searchWords } from '../text/tokens.ts'

/** The text a person typed with each token that `respelt` has replaced. Other pieces between spaces stay as typed. */
export function correctText(text: string, respelt: ReadonlyMap<string, string>): string | null {
  if (respelt.size === 0) return null
  return text
    .trim()
    .split(/\s+/)
    .map((piece) => {
      const tokens = searchWords(piece).map((word) => word.join(''))
      if (!tokens.some((token) => respelt.has(token))) return piece
      return tokens.map((token) => respelt.get(token) ?? token).join(' ')
    })
    .join(' ')
}
