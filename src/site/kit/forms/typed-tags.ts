import { tagLineLength } from '../../../catalogue/title-and-tags.ts'
import { splitTags } from '../../../options/rules/title-and-tags.ts'

/** The tags of a line. One that is longer than all tags may be stays whole, for the rule of tags to refuse. */
export function tagsOfLine(line: string): string[] {
  return line.length > tagLineLength ? [line] : splitTags(line)
}
