/** The tags of a line: between commas, or each with the # of a hashtag, which is not part of it. */
export function splitTags(line: string): string[] {
  const tags = line.replace(/\s+/g, ' ').split(/,| (?=#)/)
  return tags.map((tag) => tag.trim().replace(/^#+ ?/, ''))
}

/** The tags of a line as they are kept: in lower case, none empty or twice. */
export function parseTags(line: string): string[] {
  return [...new Set(splitTags(line).map((tag) => tag.toLowerCase()))].filter((tag) => tag !== '')
}
