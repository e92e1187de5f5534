import { InvalidArgumentError, Option as CommandOption } from 'commander'
import type { FileFormat, MakeRequest } from '../app/make/make.ts'
import { type CaptionOptions, toOverlayRequest } from './caption-options.ts'
import { clipOptions, windowOptions } from '../options/clip-options.ts'
import { gifOptions } from '../options/gif-options.ts'
import { mustBe } from '../options/must-be.ts'
import {
  flagNameOf,
  type Option,
  type OptionTable,
  type OptionValues,
  valueIfAbsent,
} from '../options/option.ts'
import { parseOption } from '../options/parse-option.ts'
import { pictureOptions } from '../options/picture-options.ts'
import { type FrameList, framesMustBe, parseFrames } from '../options/rules/frames.ts'

/** The parsed options of `make`. Those of `src/options` have their names in camel case. */
export type MakeOptions = {
  output: string
  watermark?: string
  keep: boolean
  frames?: FrameList
  append: string[]
  quiet: boolean
} & CaptionOptions &
  Record<string, unknown>

const { delayMs, height } = pictureOptions

/** Options without a default here: the input decides about start, end and the time of pictures if they are missing. */
const inputOptions = { ...windowOptions, height, delayMs } satisfies OptionTable

/** Every option of `src/options` as an option of the command line. */
export function commandOptions(): CommandOption[] {
  const known = Object.values<Option>({ ...clipOptions, ...gifOptions })
  return [
    ...Object.values<Option>(inputOptions).map(commandOption),
    ...known.map((option) => {
      const command = commandOption(option)
      if (option.default === null) return command
      // `valueIfAbsent` decides about missing values.
      const hasOther = option.type === 'choice' && option.defaultWith !== undefined
      return hasOther ? command.default(undefined, option.default) : command.default(option.default)
    }),
  ]
}

function commandOption(option: Option): CommandOption {
  const flag = flagNameOf(option)
  if (option.type === 'flag') return new CommandOption(flag, option.description)
  if (option.type === 'choice') {
    const choices = option.choices.map(({ value }) => value)
    const command = new CommandOption(`${flag} <name>`, option.description).choices(choices)
    return command.argParser((text) => parseArgument(option, text))
  }
  const unit = option.type === 'crop' ? 'x,y,width,height' : option.unit
  const command = new CommandOption(`${flag} <${unit}>`, option.description)
  return command.argParser((text) => parseArgument(option, text))
}

/** Parses an option of the command line, where no operator sets limits. Throws InvalidArgumentError. */
export function parseArgument(option: Option, text: string): unknown {
  const value = parseOption(option, text, null)
  if (value === undefined) throw new InvalidArgumentError(`It takes ${mustBe(option, null)}.`)
  return value
}

/** Parses the value of `--frames`. Throws InvalidArgumentError. */
export function parseFramesArgument(text: string): FrameList {
  const frames = parseFrames(text)
  if (frames === null) throw new InvalidArgumentError(`It takes ${framesMustBe}.`)
  return frames
}

/** Converts the options for the maker. Throws InvalidArgumentError if they contradict each other. */
export function toMakeRequest(
  inputs: string[],
  options: MakeOptions,
  isChosen: (name: string) => boolean,
): MakeRequest {
  const given = (option: Option) => (options[argumentName(option)] ?? null) as number | null
  const [startSeconds, endSeconds] = [given(windowOptions.startSeconds), given(windowOptions.endSeconds)]
  if (endSeconds !== null && endSeconds <= (startSeconds ?? 0))
    throw new InvalidArgumentError('--end must be after --start.')
  return {
    inputs,
    startSeconds,
    endSeconds,
    gif: valuesOf(gifOptions, options),
    clip: valuesOf(clipOptions, options),
    height: given(height),
    delayMs: given(delayMs),
    watermarkText: options.watermark ?? null,
    keep: options.keep,
    frames: options.frames ?? null,
    append: options.append,
    chosen: { preset: isChosen('preset'), loops: isChosen('loop') },
    format: formatOf(options.output),
    overlay: toOverlayRequest(options),
  }
}

const formats: readonly FileFormat[] = ['gif', 'mp4', 'webp', 'zip']

/** The format of a file, by its extension; GIF if that is unknown. */
function formatOf(path: string): FileFormat {
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase()
  return formats.find((format) => format === ending) ?? 'gif'
}

function valuesOf<Table extends OptionTable>(table: Table, options: MakeOptions): OptionValues<Table> {
  const values = Object.entries(table).map(([key, option]) => [
    key,
    options[argumentName(option)] ??
      valueIfAbsent(option, (name) => options[argumentName({ name })] !== undefined),
  ])
  return Object.fromEntries(values) as OptionValues<Table>
}

/** The name that commander uses: max_bytes becomes maxBytes. */
function argumentName({ name }: { name: string }): string {
  return name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
