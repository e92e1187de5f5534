import type { Crop } from './rules/crop.ts'

/** The operator's limits. */
export type OptionLimits = {
  maxFps: number
  /** The width of a GIF from a video, in pixels. */
  maxWidth: number
  /** The default preset. */
  preset: string
}

/** The operator's limits on the length of a GIF. */
export type LengthLimits = { maxClipSeconds: number; maxPictures: number }

export type Range = { min: number; max: number }

/** A broken rule: a sentence that says what would be valid, naming options in backticks, and the invalid option. */
export type Problem = { field: string; message: string }

/** The context of a rule, besides the value of its own option. */
export type RuleContext = {
  /** The length of the used part of the video, and its speed; null for a GIF from pictures. */
  clip: { seconds: number; speed: number } | null
  /** The number of pictures; null for a GIF from a video. */
  pictures: number | null
  limits: LengthLimits
}

type Described<Value> = {
  /** The name in the API, in the form (unless there is a `formName`), and with dashes on the command line. */
  name: string
  /** The name in the form, if it differs because two options would share one. */
  formName?: string
  label: string
  /** Help below the field of the form. */
  help?: string | ((range: Range) => string)
  /** For the API reference, the developer page and `--help`. */
  description: string
  /** The part of the form; without it, the option has its own place. */
  group?: 'playback'
  /** The API has no default for it. */
  required?: true
  /** A rule that involves other values; returns a sentence that names valid values. */
  check?: (value: Value, context: RuleContext) => string | null
  /** Returns the length of a GIF from a video after applying the option. */
  gifSeconds?: (seconds: number, value: Value) => number
}

export type NumberOption = Described<number> & {
  type: 'number' | 'whole' | 'time' | 'bytes'
  min: number
  max: number | keyof Pick<OptionLimits, 'maxFps' | 'maxWidth'>
  /** The range for `make`, which has no operator: everything that makes sense. */
  formatLimits: Range
  /** Null if it follows from the source. */
  default: number | null
  /** The default if `default` is null, unless the source or the limit is lower. */
  typical?: number
  /** The unit, for the command line: `--width <pixels>`. */
  unit: string
  /** Shown in an empty field, which means the default. */
  placeholder?: string
  /** Common values, offered next to the field. */
  suggestions?: readonly { value: number; label: string }[]
  /** The step of the field and its slider. */
  step?: number
}

export type FlagOption = Described<boolean> & { type: 'flag'; default: boolean }

export type ChoiceOption = Described<string> & {
  type: 'choice'
  choices: readonly { value: string; label: string; help: string }[]
  /** Names of earlier versions, which inputs still accept, and the choices that they mean. */
  aliases?: Readonly<Record<string, string>>
  default: string
  /** Set if the operator's choice is the default of the service. */
  defaultLimit?: 'preset'
  /** The default if the option with this name is given. */
  defaultWith?: { name: string; value: string }
}

export type CropOption = Described<Crop> & { type: 'crop'; default: null }

export type Option = NumberOption | FlagOption | ChoiceOption | CropOption

/** Options by their names in the domain. */
export type OptionTable = Readonly<Record<string, Option>>

type ValueOf<O> = O extends { type: 'flag' }
  ? boolean
  : O extends { type: 'choice'; choices: readonly { value: infer Value }[] }
    ? Value
    : O extends { type: 'crop' }
      ? Crop | null
      : O extends { default: null }
        ? number | null
        : number

/** The values of options in the domain. */
export type OptionValues<Table> = { -readonly [Key in keyof Table]: ValueOf<Table[Key]> }

/** Returns the values if nothing is chosen. */
export function defaultsOf<Table extends OptionTable>(table: Table): OptionValues<Table> {
  const defaults = Object.entries(table).map(([key, option]) => [key, option.default])
  return Object.fromEntries(defaults) as OptionValues<Table>
}

/** Returns the choice with a name, which may be an alias; undefined if it does not exist. */
export function findChoice({ choices, aliases = {} }: ChoiceOption, name: string): string | undefined {
  const meant = Object.hasOwn(aliases, name) ? aliases[name] : name
  return choices.find(({ value }) => value === meant)?.value
}

/** Returns the value of an option that is not given, if no operator sets a default. */
export function valueIfAbsent(option: Option, isGiven: (name: string) => boolean): Option['default'] {
  if (option.type !== 'choice' || option.defaultWith === undefined) return option.default
  return isGiven(option.defaultWith.name) ? option.defaultWith.value : option.default
}

/** Returns the name of an option in the form of the maker. */
export function formNameOf({ formName, name }: Option): string {
  return formName ?? name
}

/** Returns the name of an option on the command line: --auto-loop. */
export function flagNameOf({ name }: Option): string {
  return `--${name.replaceAll('_', '-')}`
}

/** Returns the range of a number within the operator's limits; `formatLimits` without them, as on the command line. */
export function rangeOf(option: NumberOption, limits: OptionLimits | null): Range {
  if (limits === null) return option.formatLimits
  const { min, max } = option
  return { min, max: typeof max === 'number' ? max : limits[max] }
}

/** Returns the default of the service. */
export function defaultOf(option: Option, limits: OptionLimits): Option['default'] {
  if (option.type === 'choice' && option.defaultLimit !== undefined) return limits[option.defaultLimit]
  return option.default
}
