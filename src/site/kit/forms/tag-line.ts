import Type from 'typebox'
import { tagLineLength } from '../../../catalogue/title-and-tags.ts'
import { splitTags } from '../../../options/rules/title-and-tags.ts'

/** The schema of a form's tag field. */
export const tagLine = Type.Optional(Type.String({ maxLength: tagLineLength, default: '' }))

/** Splits a line into tags. A line longer than all tags together is kept whole and then rejected as one tag. */
export function splitTagLine(line: string): string[] {
  return line.length > tagLineLength ? [line] : splitTags(line)
}
