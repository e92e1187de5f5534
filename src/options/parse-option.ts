import { findChoice, type Option, type OptionLimits, type OptionTable, rangeOf } from './option.ts'
import { type Crop, isLegalCrop, parseCrop } from './rules/crop.ts'
import { parseTime } from './rules/parse-time.ts'

export type OptionValue = string | number | boolean | Crop

/**
 * Parses the value of an option that a person typed in the form or on the command line; returns undefined if it is not
 * valid. `limits` are the operator's, null on the command line.
 */
export function parseOption(
  option: Option,
  text: string,
  limits: OptionLimits | null,
): OptionValue | undefined {
  switch (option.type) {
    case 'flag':
      return { '0': false, '1': true, false: false, true: true }[text]
    case 'choice':
      return findChoice(option, text)
    case 'crop': {
      const crop = parseCrop(text)
      return crop !== null && isLegalCrop(crop, limits === null ? 1 : undefined) ? crop : undefined
    }
    default: {
      const { min, max } = rangeOf(option, limits)
      const value = parseNumber(option.type, text.trim())
      return value !== null && value >= min && value <= max ? value : undefined
    }
  }
}

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
const size = /^(\d+(?:\.\d+)?) ?([km]?b?)$/i

function parseNumber(type: 'number' | 'whole' | 'time' | 'bytes', text: string): number | null {
  if (type === 'time') return parseTime(text)
  if (type === 'bytes') {
    const [, number, unit = ''] = size.exec(text) ?? []
    const scale = { k: 1000, m: 1_000_000 }[unit.toLowerCase()[0] ?? ''] ?? 1
    return number === undefined ? null : Math.floor(Number(number) * scale)
  }
  const value = decimal.test(text) ? Number(text) : null
  return value !== null && type === 'whole' && !Number.isInteger(value) ? null : value
}

/** Returns the length of a GIF from `clipSeconds` of video. */
export function gifSecondsOf(
  clipSeconds: number,
  table: OptionTable,
  values: Readonly<Record<string, unknown>>,
): number {
  return Object.entries(table).reduce((seconds, [key, { gifSeconds }]) => {
    // The value belongs to the option of that name.
    const change = gifSeconds as ((seconds: number, value: unknown) => number) | undefined
    return change?.(seconds, values[key]) ?? seconds
  }, clipSeconds)
}
