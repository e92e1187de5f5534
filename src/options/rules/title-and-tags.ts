/** The maximum characters of a title. */
export const maxTitleLength = 200

/** The maximum characters of a GIF's description. */
export const maxAltLength = 500

/** The maximum characters of a tag. */
export const maxTagLength = 50

/** The maximum number of tags of a GIF. */
export const maxTags = 20

/** Splits a line into tags: between commas, or each with the # of a hashtag, which is not part of it. */
export function splitTags(line: string): string[] {
  const tags = line.replace(/\s+/g, ' ').split(/,| (?=#)/)
  return tags.map((tag) => tag.trim().replace(/^#+ ?/, ''))
}

/** Parses the tags of a line as they are stored: in lower case, without empty ones or duplicates. */
export function parseTags(line: string): string[] {
  return [...new Set(splitTags(line).map((tag) => tag.toLowerCase()))].filter((tag) => tag !== '')
}
