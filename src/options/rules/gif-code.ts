/** Returns the code of a GIF that was typed, or that is at the end of its link. */
export function codeOfText(text: string): string {
  const [link = ''] = text.trim().split(/[?#]/, 1)
  const path = link.replace(/(?<!\/)\/+$/, '')
  return path.slice(path.lastIndexOf('/') + 1)
}
