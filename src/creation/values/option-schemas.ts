import Type, { type TSchema } from 'typebox'
import { mustBe } from '../../options/must-be.ts'
import {
  type ChoiceOption,
  defaultOf,
  type Option,
  type OptionLimits,
  type OptionTable,
  type OptionValues,
  rangeOf,
  valueIfAbsent,
} from '../../options/option.ts'
import { cropMustBe, cropPattern, isLegalCrop, maxCropLength, parseCrop } from '../../options/rules/crop.ts'
import { AppError } from '../../lib/app-error.ts'

/** The name of an option in a request. */
export type NameOf = (option: Option) => string

export const nameInApi: NameOf = ({ name }) => name

/**
 * The schemas of options by their names. Their static type is empty: `readOptions` types the values of a body after
 * this check.
 */
export function optionSchemas(table: OptionTable, limits: OptionLimits, nameOf: NameOf = nameInApi): object {
  const schemas = Object.values(table).map((option) => {
    const schema = schemaOf(option, limits)
    return [nameOf(option), option.required === true ? schema : Type.Optional(schema)]
  })
  return Object.fromEntries(schemas) as object
}

function schemaOf(option: Option, limits: OptionLimits): TSchema {
  const fallback = option.required === true ? null : defaultOf(option, limits)
  const { description } = option
  const shared = { ...(fallback !== null && { default: fallback }), description }
  switch (option.type) {
    case 'flag':
      return Type.Boolean(shared)
    case 'choice':
      return choiceSchema(option, {
        'x-must-be': mustBe(option, limits),
        ...(option.defaultWith !== undefined && { 'x-default-unless': option.defaultWith.name }),
        ...shared,
      })
    case 'crop':
      return Type.String({
        pattern: cropPattern.source,
        maxLength: maxCropLength,
        'x-must-be': mustBe(option, limits),
        ...shared,
      })
    default: {
      const { min: minimum, max: maximum } = rangeOf(option, limits)
      const range = maximum === Infinity ? { minimum } : { minimum, maximum }
      const isWhole = option.type === 'whole' || option.type === 'bytes'
      return isWhole ? Type.Integer({ ...range, ...shared }) : Type.Number({ ...range, ...shared })
    }
  }
}

/** The schema of a choice, with further keywords. Readers also accept its aliases, and convert them. */
export function choiceSchema({ choices, aliases }: ChoiceOption, keywords: object) {
  return Type.Unsafe<string>({
    type: 'string',
    enum: choices.map(({ value }) => value),
    ...(aliases !== undefined && { 'x-aliases': aliases }),
    ...keywords,
  })
}

/** The values of options in the names of the domain. Throws AppError invalid_value for a crop that is too small. */
export function readOptions<Table extends OptionTable>(
  table: Table,
  values: Readonly<Record<string, unknown>>,
  nameOf: NameOf = nameInApi,
): OptionValues<Table> {
  const read = Object.entries(table).map(([key, option]) => {
    const value = values[nameOf(option)] ?? valueIfAbsent(option, (name) => values[name] !== undefined)
    return [
      key,
      option.type === 'crop' && typeof value === 'string' ? readCrop(value, nameOf(option)) : value,
    ]
  })
  return Object.fromEntries(read) as OptionValues<Table>
}

function readCrop(text: string, field: string) {
  const crop = parseCrop(text)
  if (crop !== null && isLegalCrop(crop)) return crop
  throw new AppError('invalid_value', `\`${field}\` must be ${cropMustBe}.`, { field })
}

/** A value that is one of these texts. */
export function oneOf<T extends string>(values: readonly T[], description: string) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], 'x-must-be': values.join(' or '), description })
}
