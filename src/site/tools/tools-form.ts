import Type, { type Static } from 'typebox'
import { title } from '../../creation/values/creation-values.ts'
import { editValues, type EditValues } from '../../creation/values/edit-values.ts'
import { valueReader } from '../../http/read-values.ts'
import { upload } from '../../creation/values/uploaded-file.ts'
import { clipOptions, windowOptions } from '../../options/clip-options.ts'
import { gifOptions } from '../../options/gif-options.ts'
import { maxOptionText } from '../../options/must-be.ts'
import type { Option, OptionLimits } from '../../options/option.ts'
import { maxFramesText } from '../../options/rules/frames.ts'
import { codeOfText } from '../../options/rules/gif-code.ts'
import { parseTime } from '../../options/rules/parse-time.ts'
import { splitTagLine, tagLine } from '../kit/forms/tag-line.ts'

const text = Type.Optional(Type.String())
const optionText = Type.Optional(Type.String({ maxLength: maxOptionText }))
const options = Object.values<Option>({ ...windowOptions, ...clipOptions, ...gifOptions })

/** All that the form of the tools may send, by the names of the API. A field may be empty, so each is text at first. */
export const toolsValues = Type.Object({
  gif: text,
  title: Type.Optional(title),
  category: text,
  tags: tagLine,
  visibility: text,
  rating: text,
  frames: Type.Optional(Type.String({ maxLength: maxFramesText })),
  append: text,
  ...(Object.fromEntries(options.map(({ name }) => [name, optionText])) as object),
  file: Type.Optional(upload('one animation')),
  'append_files[]': Type.Optional(Type.Array(upload('animations'), { 'x-must-be': 'animations' })),
})

/** Reads the values of the form as the API's call would. The reader throws AppError missing_value or invalid_value. */
export function toolsReader(limits: OptionLimits): (values: Static<typeof toolsValues>) => EditValues {
  const read = valueReader(editValues(limits))
  return (values) => {
    const raw: Record<string, unknown> = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== ''),
    )
    for (const { name } of Object.values(windowOptions)) {
      const value = raw[name]
      // Text that is no time stays as it is, for the reader to refuse.
      if (typeof value === 'string') raw[name] = parseTime(value) ?? value
    }
    const { tags, append, gif, ...others } = raw
    return read({
      ...others,
      ...(typeof tags === 'string' && { 'tags[]': splitTagLine(tags) }),
      ...(typeof gif === 'string' && { gif: codeOfText(gif) }),
      ...(typeof append === 'string' && {
        'append[]': append
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(codeOfText),
      }),
    })
  }
}
