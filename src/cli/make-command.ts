import { stat } from 'node:fs/promises'
import { constants } from 'node:os'
import { Command, InvalidArgumentError } from 'commander'
import type { MadeGif, MakeRequest } from '../app/make/make.ts'
import { AppError } from '../lib/app-error.ts'
import { systemCode } from '../lib/system-code.ts'
import { captionOptions } from './caption-options.ts'
import { endingSignals, outliveStandardError } from './ending-signals.ts'
import { commandOptions, type MakeOptions, parseFramesArgument, toMakeRequest } from './make-options.ts'
import { formatBytes, nameOf, openOutput, type Output, sizeSentence } from './make-output.ts'
import { makeProgress } from './make-progress.ts'
import { plainText } from './plain-text.ts'
import { useCallersFolder } from './where-npm-was-called.ts'

const failed = 1
const usedWrongly = 2

const more = `
An INPUT is a video file, a picture, or a link (http or https) to a video. Several pictures become one frame each; a single
animated GIF or WebP is treated as a video. Times are seconds (12.5) or minutes and seconds (1:02.5). Without --end, the clip
lasts until the end of the video. The service makes the same GIF from the same options.

To edit an animation, use --keep: its frames, times and size stay exactly as they are, except for changes by other options.
--start, --end, --speed, --reverse, --boomerang and --fps choose frames and times; --crop, --width, --preset and --max-bytes
encode them again. --frames chooses single frames, --append adds a clip; both imply --keep.
FILE can end in .mp4, .webp or .zip for a video, an animated WebP, or every frame as a PNG.

FILE is replaced only once the GIF is complete. "-o -" writes only the GIF to standard output; through npm, use
"npm run --silent gifwright -- make ...", since npm prints there too. Paths are relative to your current folder, even with
"npm --prefix FOLDER run gifwright -- make film.mp4 -o out.gif". Links follow the service's rules: private
addresses are refused, except those in SOURCE_ALLOWED_HOSTS. Ctrl-C stops immediately and leaves no files behind.
Exit codes: 1 if no GIF was made, 2 if the options are wrong.

  gifwright make film.mp4 -o out.gif --start 12.5 --end 17.5
  gifwright make film.mp4 -o out.gif --caption-top "when it compiles" --caption "the first time"
  gifwright make one.jpg two.jpg three.jpg -o out.gif --delay 500
  gifwright make https://example.org/film.mp4 --max-bytes 2MB -o - | upload
  gifwright make in.gif --keep --reverse -o backward.gif
  gifwright make in.gif --frames 1-10,12x3,15- -o without-11-13-14.gif
  gifwright make in.gif --append second.gif -o both.gif
  gifwright make in.gif --keep --width 240 --max-bytes 500KB -o small.gif
  gifwright make in.gif --keep -o frames.zip`

/** `make`: makes a GIF from local files, without the service. */
export function makeCommand(): Command {
  const command = new Command('make')
    .description(
      'Make a GIF from a video, a link, pictures or another GIF, without the service or its database',
    )
    .argument('<input...>', 'video file, link, or pictures')
    .requiredOption('-o, --output <file>', 'where to write the GIF; - for standard output')
  for (const option of commandOptions()) command.addOption(option)
  for (const option of captionOptions()) command.addOption(option)
  return command
    .option('--keep', 'keep the frames and size of an animation, except for changes by other options', false)
    .option(
      '--frames <list>',
      'frames to keep, such as 1-10,12x3,15-: x3 shows one three times as long',
      parseFramesArgument,
    )
    .option('--append <file>', 'an animation to play after the input; can be repeated', collect, [])
    .option('--watermark <text>', 'text in the lower right corner')
    .option('--quiet', 'print only errors', false)
    .addHelpText('after', more)
    .showHelpAfterError('(gifwright make --help lists the options)')
    .configureOutput({ outputError: (text, write) => write(text.split('\n').map(plainText).join('\n')) })
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : usedWrongly))
    .action(run)
}

const collect = (value: string, before: string[]) => [...before, value]

async function run(inputs: string[], options: MakeOptions, command: Command): Promise<void> {
  let output: Output | undefined
  const progress = makeProgress(process.stderr, options.quiet, nameOf(options.output))
  const ending = new AbortController()
  outliveStandardError()
  for (const signal of endingSignals) {
    process.once(signal, () => {
      progress.clear()
      ending.abort()
      output?.discard()
      process.exit(128 + constants.signals[signal])
    })
  }
  try {
    useCallersFolder()
    const isChosen = (name: string) => command.getOptionValueSource(name) === 'cli'
    const request = toMakeRequest(inputs, options, isChosen)
    const inputBytes = await bytesOf([...request.inputs, ...request.append])
    output = await openOutput(options.output)
    const { make } = await import('../app/make/make.ts')
    const { descriptor, name } = output
    const missing = new Set<string>()
    const made = await make(request, {
      descriptor,
      signal: ending.signal,
      // The result is a warning, which --quiet hides.
      findsFlashes: !options.quiet,
      notify: progress.notify,
      onFetched: progress.fetched,
      onRead: progress.read,
      onFrames: progress.frames,
      onMissingCharacters: (characters) => characters.forEach((character) => missing.add(character)),
    })
    output.keep()
    progress.clear()
    if (made.loop !== null) progress.notify(loopSentence(made.loop))
    if (missing.size > 0) progress.notify(missingSentence(missing))
    if (made.sizeNote !== undefined && request.format === 'gif')
      progress.notify(sizeSentence(made.sizeNote, made, request.gif.maxBytes))
    if (made.flashing === true) progress.notify(flashingSentence)
    progress.notify(summary(name, made))
    if (inputBytes !== null && isOfAnimation(request))
      progress.notify(change([...request.inputs, ...request.append], inputBytes, name, made.bytes))
  } catch (error) {
    progress.clear()
    output?.discard()
    console.error(plainText(sentenceOf(error, output)))
    process.exitCode = isUsage(error) ? usedWrongly : failed
  }
}

function summary(name: string, { width, height, frames, bytes }: MadeGif): string {
  const seconds = (performance.now() / 1000).toFixed(1)
  return `${name}: ${width} x ${height}, ${frames} frames, ${formatBytes(bytes)}, in ${seconds} s`
}

/** The total bytes of files; null if one is not a file, such as a link. */
async function bytesOf(paths: string[]): Promise<number | null> {
  const sizes = await Promise.all(
    paths.map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => NaN,
      ),
    ),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return Number.isNaN(bytes) ? null : bytes
}

/** Returns true if the input is an existing animation rather than a video or pictures. */
function isOfAnimation({ inputs, keep, frames, append }: MakeRequest): boolean {
  const isAnimation = inputs.length === 1 && /\.(?:gif|webp|a?png)$/i.test(inputs[0] ?? '')
  return isAnimation || keep || frames !== null || append.length > 0
}

/** Describes the change in size. */
function change([input = '', ...others]: string[], before: number, output: string, after: number): string {
  const name = others.length === 0 ? input : `${others.length + 1} files`
  const percent = Math.round((after / before - 1) * 100)
  const by = percent > 0 ? `+${percent} %` : percent < 0 ? `−${-percent} %` : 'as large as before'
  return `${name} ${formatBytes(before)} → ${output} ${formatBytes(after)} (${by})`
}

const flashingSentence =
  'Warning: this GIF flashes more than three times within a second, which can cause seizures (WCAG 2.3.1).'

function missingSentence(characters: ReadonlySet<string>): string {
  const shown = [...characters].slice(0, 10).join(' ')
  return `Warning: no font has these characters, so they show as boxes: ${shown}`
}

/** Describes the part of the input used as the loop. */
function loopSentence({ startSeconds, endSeconds }: NonNullable<MadeGif['loop']>): string {
  const [from, to] = [startSeconds, endSeconds].map((seconds) => seconds.toFixed(2))
  return `The loop is from ${from} to ${to} s.`
}

function isUsage(error: unknown): boolean {
  return (
    error instanceof InvalidArgumentError ||
    // With a field, the error is about the contents of the files.
    (error instanceof AppError && error.code === 'invalid_value' && error.field === undefined)
  )
}

/** The message for an error. An encoder's error has the system's error of the output as its cause. */
function sentenceOf(error: unknown, output: Output | undefined): string {
  const cause = error instanceof AppError ? error.cause : error
  const sentences: Record<string, string> = {
    EPIPE: 'The reader of the GIF has closed the pipe.',
    ENOSPC: `There is no space left for ${output?.name ?? 'the GIF'}.`,
    EDQUOT: `There is no space left for ${output?.name ?? 'the GIF'}.`,
  }
  const known = sentences[systemCode(cause) ?? '']
  // A full disk of temporary files has its own message.
  const isOfOutput = !(error instanceof AppError) || error.retry
  if (known !== undefined && isOfOutput) return known
  if (!(error instanceof Error)) return String(error)
  const isOurs = error instanceof AppError && error.code === 'internal' && cause instanceof Error
  return isOurs ? `${error.message} ${firstLine(cause.message)}` : error.message
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? text
}
