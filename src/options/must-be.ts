import type { ErrorText } from '../lib/errors/error-text.ts'
import type { RuleText } from '../lib/errors/rules.ts'
import { flagNameOf, formNameOf, type Option, type OptionLimits, rangeOf } from './option.ts'
import { minCropSide } from './rules/crop.ts'

const megabyte = 1_000_000

/** The maximum characters of a typed value. */
export const maxOptionText = 100

type WithoutName<Text> = Text extends { detail: `mustBe${string}` } ? Omit<Text, 'name'> : never

/** The rule of a value, as the text of an error without the name of the value. */
type ValueRule = WithoutName<RuleText>

/** The rule of a value of the option in the API. */
export function mustBe(option: Option, limits: OptionLimits | null): ValueRule {
  switch (option.type) {
    case 'flag':
      return { detail: 'mustBeFlag' }
    case 'crop':
      return { detail: 'mustBeCrop', min: minCropSide }
    case 'choice':
      return { detail: 'mustBeChoice', choices: option.choices.map(({ value }) => `"${value}"`).join(',') }
    case 'time':
      return { detail: 'mustBeNumberFrom', min: 0 }
    default: {
      const isWhole = option.type !== 'number'
      return { detail: isWhole ? 'mustBeWhole' : 'mustBeNumber', ...rangeOf(option, limits) }
    }
  }
}

/** Describes it for people at the form, where a crop is four numbers and a size is in megabytes. */
export function mustBeInForm(option: Option, limits: OptionLimits): RuleText {
  const name = formNameOf(option)
  if (option.type === 'crop') return { detail: 'mustBeSides', name, min: minCropSide }
  if (option.type === 'time') return { detail: 'mustBeTime', name }
  if (option.type !== 'bytes') return { ...mustBe(option, limits), name }
  const { min, max } = rangeOf(option, limits)
  return { detail: 'mustBeSize', name, min: min / megabyte, max: max / megabyte }
}

/** The same on the command line, where no operator limits it. */
export function mustBeTyped(option: Option): ErrorText {
  const name = flagNameOf(option)
  if (option.type === 'crop') return { detail: 'mustBeTypedCrop', name }
  if (option.type === 'time') return { detail: 'mustBeTypedTime', name }
  if (option.type === 'bytes') return { detail: 'mustBeTypedSize', name }
  return { ...mustBe(option, null), name }
}
