import { type Option, type OptionLimits, rangeOf } from './option.ts'
import { cropMustBe, minCropSide } from './rules/crop.ts'

const megabyte = 1_000_000

/** The maximum characters of a typed value. */
export const maxOptionText = 100

/** Describes a valid value of the option, for the sentence "`name` must be …". */
export function mustBe(option: Option, limits: OptionLimits | null): string {
  switch (option.type) {
    case 'flag':
      return '0 or 1'
    case 'crop':
      return limits === null ? 'x,y,width,height in pixels, such as 0,40,640,360' : cropMustBe
    case 'choice': {
      const names = option.choices.map(({ value }) => `"${value}"`)
      return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
    }
    case 'time':
      return limits === null
        ? 'seconds such as 12.5, or minutes and seconds such as 1:02.5'
        : 'a number, at least 0'
    case 'bytes':
      if (limits === null) return 'a size such as 2MB, 500KB or 8000000'
      return `a whole number from ${option.min} to ${rangeOf(option, limits).max}`
    default: {
      const { min, max } = rangeOf(option, limits)
      if (option.type === 'whole') return `a whole number from ${min} to ${max}`
      return `a number from ${min} to ${max}`
    }
  }
}

/** Describes it for people at the form, where a crop is four numbers and a size is in megabytes. */
export function mustBeInForm(option: Option, limits: OptionLimits): string {
  if (option.type === 'crop')
    return `left, top, width and height in whole pixels, width and height at least ${minCropSide}`
  if (option.type === 'time') return 'a time such as 12.5 or 1:05'
  if (option.type !== 'bytes') return mustBe(option, limits)
  const { min, max } = rangeOf(option, limits)
  return `a size from ${min / megabyte} to ${max / megabyte} MB`
}
