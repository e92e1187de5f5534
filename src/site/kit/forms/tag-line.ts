import Type from 'typebox'
import { tagLineLength } from '../../../catalogue/title-and-tags.ts'
import { splitTags } from '../../../options/rules/title-and-tags.ts'

/** The tag field of a form. */
export const tagLine = Type.Optional(Type.String({ maxLength: tagLineLength, default: '' }))

/** The tags of a line. A line longer than all tags together stays whole, and is refused as one tag. */
export function splitTagLine(line: string): string[] {
  return line.length > tagLineLength ? [line] : splitTags(line)
}
