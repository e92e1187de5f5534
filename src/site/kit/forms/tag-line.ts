import { tagLineLength } from '../../../catalogue/title-and-tags.ts'
import { splitTags } from '../../../options/rules/title-and-tags.ts'

/** The tags of a line. A line longer than all tags together stays whole, and is refused as one tag. */
export function splitTagLine(line: string): string[] {
  return line.length > tagLineLength ? [line] : splitTags(line)
}
