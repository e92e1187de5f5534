/** The tags of a line as a person types them: between commas, or each with the # of a hashtag, which is no part of it. */
export function tagsOfLine(line: string): string[] {
  const tags = line.replace(/\s+/g, ' ').split(/,| (?=#)/)
  return tags.map((tag) => tag.trim().replace(/^#+ ?/, ''))
}
