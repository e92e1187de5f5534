/** Tags as they will be kept: of commas or hashtags, trimmed, in lower case, none twice. */
export function tagsOf(text: string): string[] {
  const parts = text.replace(/\s+/g, ' ').split(/,| (?=#)/)
  const tags = parts.map((tag) => tag.trim().replace(/^#+ ?/, '').toLowerCase())
  return [...new Set(tags)].filter((tag) => tag !== '')
}
