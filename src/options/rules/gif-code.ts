/** The code of a GIF from a typed code or link. */
export function codeOfText(text: string): string {
  const [link = ''] = text.trim().split(/[?#]/, 1)
  const path = link.replace(/(?<!\/)\/+$/, '')
  return path.slice(path.lastIndexOf('/') + 1)
}
