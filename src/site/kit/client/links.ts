/** Whether text can be meant as a link. */
export function isLink(text: string): boolean {
  return /^https?:\/\/\S+$/i.test(text.trim()) && URL.canParse(text.trim())
}
