import type { Crop } from './rules/crop.ts'

/** The limits that the operator sets. */
export type OptionLimits = {
  maxFps: number
  /** Of a GIF from a video, in pixels. */
  maxWidth: number
  /** The preset of GIFs for which none is chosen. */
  preset: string
}

/** The limits on the length of a GIF, which the operator sets as well. */
export type LengthLimits = { maxClipSeconds: number; maxPictures: number }

export type Range = { min: number; max: number }

/** A rule that was broken: a sentence that says what would be valid, naming options in backticks, and the invalid option. */
export type Problem = { field: string; message: string }

/** What a rule knows besides the value of its own option. */
export type RuleContext = {
  /** The part of the video that is used, and how fast it plays; null for a GIF from pictures. */
  clip: { seconds: number; speed: number } | null
  /** The number of pictures; null for a GIF from a video. */
  pictures: number | null
  limits: LengthLimits
}

type Described<Value> = {
  /** In the API, in the form (unless there is a `formName`), and with dashes on the command line. */
  name: string
  /** Where two options of the form would share a name. */
  formName?: string
  label: string
  /** Help below the field of the form. */
  help?: string | ((range: Range) => string)
  /** For the API reference, the developer page and `--help`. */
  description: string
  /** The part of the form; an option without one has its own place there. */
  group?: 'playback'
  /** The API has no default for it. */
  required?: true
  /** A rule that involves more than the value itself; returns the sentence that says what would be valid. */
  check?: (value: Value, context: RuleContext) => string | null
  /** How the option changes the length of a GIF from a video. */
  gifSeconds?: (seconds: number, value: Value) => number
}

export type NumberOption = Described<number> & {
  type: 'number' | 'whole' | 'time' | 'bytes'
  min: number
  max: number | keyof Pick<OptionLimits, 'maxFps' | 'maxWidth'>
  /** What `make` takes, which has no operator: all that makes sense. */
  formatLimits: Range
  /** Null: it follows from the source. */
  default: number | null
  /** The default where `default` is null, unless the source or the limit is lower. */
  typical?: number
  /** The unit, for the command line: `--width <pixels>`. */
  unit: string
  /** Shown in an empty field, which stands for the default. */
  placeholder?: string
  /** Common values, offered beside the field. */
  suggestions?: readonly { value: number; label: string }[]
  /** Of the field and its slider. */
  step?: number
}

export type FlagOption = Described<boolean> & { type: 'flag'; default: boolean }

export type ChoiceOption = Described<string> & {
  type: 'choice'
  choices: readonly { value: string; label: string; help: string }[]
  /** Names of earlier versions, which inputs still take, and the choices that they stand for. */
  aliases?: Readonly<Record<string, string>>
  default: string
  /** The operator's choice is the default of the service. */
  defaultLimit?: 'preset'
  /** The default where the option of this name is given. */
  defaultWith?: { name: string; value: string }
}

export type CropOption = Described<Crop> & { type: 'crop'; default: null }

export type Option = NumberOption | FlagOption | ChoiceOption | CropOption

/** Options by the names of the domain. */
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

/** The values of options, as the domain has them. */
export type OptionValues<Table> = { -readonly [Key in keyof Table]: ValueOf<Table[Key]> }

/** The values where nothing is chosen. */
export function defaultsOf<Table extends OptionTable>(table: Table): OptionValues<Table> {
  const defaults = Object.entries(table).map(([key, option]) => [key, option.default])
  return Object.fromEntries(defaults) as OptionValues<Table>
}

/** The choice of a name, which may be an alias; undefined where there is none. */
export function findChoice({ choices, aliases = {} }: ChoiceOption, name: string): string | undefined {
  const meant = Object.hasOwn(aliases, name) ? aliases[name] : name
  return choices.find(({ value }) => value === meant)?.value
}

/** The value of an option that is not given, where no operator sets a default. */
export function valueIfAbsent(option: Option, isGiven: (name: string) => boolean): Option['default'] {
  if (option.type !== 'choice' || option.defaultWith === undefined) return option.default
  return isGiven(option.defaultWith.name) ? option.defaultWith.value : option.default
}

/** The name of an option in the form of the maker. */
export function formNameOf({ formName, name }: Option): string {
  return formName ?? name
}

/** The name of an option on the command line: --auto-loop. */
export function flagNameOf({ name }: Option): string {
  return `--${name.replaceAll('_', '-')}`
}

/** The range of a number, by the limits of the operator; `formatLimits` where there are none, as on the command line. */
export function rangeOf(option: NumberOption, limits: OptionLimits | null): Range {
  if (limits === null) return option.formatLimits
  const { min, max } = option
  return { min, max: typeof max === 'number' ? max : limits[max] }
}

/** The default of the service. */
export function defaultOf(option: Option, limits: OptionLimits): Option['default'] {
  if (option.type === 'choice' && option.defaultLimit !== undefined) return limits[option.defaultLimit]
  return option.default
}
