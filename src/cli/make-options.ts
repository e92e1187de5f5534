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

/** The parsed options of `make`. Those of `src/options` are there by their names in camel case. */
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

/** Options that have no default here: where the clip starts and ends, and how pictures are shown, may be left to the input. */
const inputOptions = { ...windowOptions, height, delayMs } satisfies OptionTable

/** Every option of `src/options` as one of the command line. */
export function commandOptions(): CommandOption[] {
  const known = Object.values<Option>({ ...clipOptions, ...gifOptions })
  return [
    ...Object.values<Option>(inputOptions).map(commandOption),
    ...known.map((option) => {
      const command = commandOption(option)
      if (option.default === null) return command
      // What is not given is decided by `valueIfAbsent`.
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

/** The value of an option on the command line, where no operator limits it. Throws InvalidArgumentError. */
export function parseArgument(option: Option, text: string): unknown {
  const value = parseOption(option, text, null)
  if (value === undefined) throw new InvalidArgumentError(`It takes ${mustBe(option, null)}.`)
  return value
}

/** The frames of `--frames`. Throws InvalidArgumentError. */
export function parseFramesArgument(text: string): FrameList {
  const frames = parseFrames(text)
  if (frames === null) throw new InvalidArgumentError(`It takes ${framesMustBe}.`)
  return frames
}

/** The options as the maker takes them. Throws InvalidArgumentError where they do not go together. */
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

/** What a file is to hold, by its ending; a GIF where that says nothing. */
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

/** As commander names it: max_bytes is maxBytes. */
function argumentName({ name }: { name: string }): string {
  return name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase())
}
