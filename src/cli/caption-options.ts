import { InvalidArgumentError, Option as CommandOption } from 'commander'
import type { OverlayRequest } from '../app/make/make-overlay.ts'
import { classicCaptions } from '../layers/layer-defaults.ts'
import { defaultLayerLimits } from '../layers/layer-limits.ts'
import type { Layer } from '../layers/layer.ts'
import { parseLayers } from '../layers/parse-layers.ts'
import { AppError } from '../lib/app-error.ts'
import { parseTime } from '../options/rules/parse-time.ts'

export type CaptionOptions = {
  caption?: Layer[]
  captionTop?: Layer[]
  layers?: string
  sticker?: string[]
}

/** A caption with times at its end: Hello@1.5-3. */
const withTimes = /^(.*)@([\d:.]+)-([\d:.]+)$/s

/** The options of `make` for layers. */
export function captionOptions(): CommandOption[] {
  const times = 'TEXT@1.5-3 shows it from 1.5 to 3 s of the input. Can be repeated.'
  return [
    new CommandOption('--caption <text>', `Caption at the bottom; ${times}`).argParser(
      (text, earlier: Layer[] | undefined) => [...(earlier ?? []), ...parseCaption(text, 'bottom')],
    ),
    new CommandOption('--caption-top <text>', `Caption at the top; ${times}`).argParser(
      (text, earlier: Layer[] | undefined) => [...(earlier ?? []), ...parseCaption(text, 'top')],
    ),
    new CommandOption(
      '--layers <file>',
      'Texts, pictures and blurred regions to draw, as JSON (the `layers` of the API).',
    ),
    new CommandOption(
      '--sticker <file>',
      'Picture (PNG, WebP or GIF) for --layers; "picture": 0 is the first. Can be repeated.',
    ).argParser((file, earlier: string[] | undefined) => [...(earlier ?? []), file]),
  ]
}

/** Converts the options to an overlay. Throws InvalidArgumentError if they contradict each other. */
export function toOverlayRequest({ caption, captionTop, layers, sticker }: CaptionOptions): OverlayRequest {
  if (sticker !== undefined && layers === undefined)
    throw new InvalidArgumentError('--sticker needs --layers, which places the picture.')
  return {
    layersFile: layers ?? null,
    stickers: sticker ?? [],
    captions: [...(captionTop ?? []), ...(caption ?? [])],
  }
}

function parseCaption(argument: string, place: 'top' | 'bottom'): Layer[] {
  const [, text = argument, from, to] = withTimes.exec(argument) ?? []
  const span = from === undefined || to === undefined ? {} : { start: parseTime(from), end: parseTime(to) }
  if (span.start === null || span.end === null)
    throw new InvalidArgumentError('Times after @ are seconds, such as 1.5-3, or minutes and seconds.')
  const captions = place === 'top' ? classicCaptions(text, '') : classicCaptions('', text)
  try {
    return parseLayers(
      captions.map((caption) => ({ ...caption, ...span })),
      { limits: defaultLayerLimits, stickers: 0 },
    )
  } catch (error) {
    throw error instanceof AppError
      ? new InvalidArgumentError(error.message.replaceAll(/`layers\[0\]\.?(\w*)`/g, 'Its $1'))
      : error
  }
}
