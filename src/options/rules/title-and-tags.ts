/** The maximum characters of a title. */
export const maxTitleLength = 200

/** The maximum characters of a GIF's description. */
export const maxAltLength = 500

/** The maximum characters of a tag. */
export const maxTagLength = 50

/** The maximum number of tags of a GIF. */
export const maxTags = 20

/** The tags in a line, separated by commas or marked with #, which is not part of the tag. */
export function splitTags(line: string): string[] {
  const tags = line.replace(/\s+/g, ' ').split(/,| (?=#)/)
  return tags.map((tag) => tag.trim().replace(/^#+ ?/, ''))
}

/** The normalized tags in a line: lowercase, without empty ones or duplicates. */
export function parseTags(line: string): string[] {
  return [...new Set(splitTags(line).map((tag) => tag.toLowerCase()))].filter((tag) => tag !== '')
}
