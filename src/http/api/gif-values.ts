import Type, { type Static, type TObject } from 'typebox'
import {
  clipSpeed,
  cropPixelsMin,
  framesPerSecondMin,
  gifBytes,
  type GifLimits,
  loopCount,
  sidePixels,
} from '../../creation/limits.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  type ClipOptions,
  type Crop,
  type GifOptions,
  type GifPreset,
  gifPresets,
  usualClipOptions,
  usualGifOptions,
} from '../../media/gif-options.ts'

/** What every creation may ask of its GIF. */
export const gifValues = ({ preset }: Pick<GifLimits, 'preset'>) => ({
  preset: Type.Optional(
    Type.Unsafe<GifPreset>({
      type: 'string',
      enum: [...gifPresets],
      default: preset,
      'x-must-be': '"quality", "balanced" or "small"',
      description: 'How small the GIF is made against how good it looks.',
    }),
  ),
  max_bytes: Type.Optional(
    Type.Integer({
      minimum: gifBytes.min,
      maximum: gifBytes.max,
      description: 'The most bytes that the GIF file may take; it looks as good as fits. 1 MB is 1000000.',
    }),
  ),
  loop: Type.Optional(
    Type.Integer({
      minimum: loopCount.min,
      maximum: loopCount.max,
      default: usualGifOptions.loops,
      description: 'How often the GIF plays; 0: for ever.',
    }),
  ),
  reverse: flag('1: the last frame comes first.'),
  boomerang: flag('1: forwards and then backwards, which takes twice as long.'),
})

/** What a creation from a video may ask of its clip. */
export const clipOptionValues = ({ maxFps, maxWidth }: Pick<GifLimits, 'maxFps' | 'maxWidth'>) => ({
  speed: Type.Optional(
    Type.Number({
      minimum: clipSpeed.min,
      maximum: clipSpeed.max,
      default: usualClipOptions.speed,
      description: '2: twice as fast. The GIF lasts the clip divided by this.',
    }),
  ),
  crop: Type.Optional(
    Type.String({
      pattern: cropPattern.source,
      'x-must-be': cropMustBe,
      description: `The part of the picture that is kept, as "x,y,width,height" in pixels of the video as it is shown, from its upper left corner; width and height are at least ${cropPixelsMin}.`,
    }),
  ),
  fps: Type.Optional(
    Type.Number({
      minimum: framesPerSecondMin,
      maximum: maxFps,
      description:
        'Frames a second. Left out: 15, or the rate of the video or the limit where that is lower.',
    }),
  ),
  width: Type.Optional(
    Type.Integer({
      minimum: sidePixels.min,
      maximum: maxWidth,
      description:
        'GIF width in pixels; nothing is scaled up. Left out: 480, or what the video or the limit has where that is less.',
    }),
  ),
  auto_loop: flag('1: takes the part of the clip that loops with the least visible seam.'),
})

const cropMustBe = `"x,y,width,height" in whole pixels, such as "0,40,320,180", width and height at least ${cropPixelsMin}`

/** No side of a picture that is decoded has more digits. */
const cropPattern = /^\s*\d{1,6}(\s*,\s*\d{1,6}){3}\s*$/

function flag(description: string) {
  return Type.Optional(Type.Boolean({ default: false, description }))
}

/** What is asked of the GIF, as the domain names it. */
export function readGifOptions(values: Static<TObject<ReturnType<typeof gifValues>>>): GifOptions {
  return {
    preset: values.preset ?? usualGifOptions.preset,
    maxBytes: values.max_bytes ?? usualGifOptions.maxBytes,
    loops: values.loop ?? usualGifOptions.loops,
    reverse: values.reverse ?? usualGifOptions.reverse,
    boomerang: values.boomerang ?? usualGifOptions.boomerang,
  }
}

/** What is asked of the clip, as the domain names it. Throws AppError invalid_value for a crop that is too small. */
export function readClipOptions(values: Static<TObject<ReturnType<typeof clipOptionValues>>>): ClipOptions {
  return {
    speed: values.speed ?? usualClipOptions.speed,
    crop: values.crop === undefined ? usualClipOptions.crop : readCrop(values.crop),
    fps: values.fps ?? usualClipOptions.fps,
    width: values.width ?? usualClipOptions.width,
    autoLoop: values.auto_loop ?? usualClipOptions.autoLoop,
  }
}

function readCrop(text: string): Crop {
  const [x = 0, y = 0, width = 0, height = 0] = text.split(',').map(Number)
  if (width >= cropPixelsMin && height >= cropPixelsMin) return { x, y, width, height }
  throw new AppError('invalid_value', `\`crop\` must be ${cropMustBe}.`, { field: 'crop' })
}

/** A crop as it is sent. */
export function writeCrop({ x, y, width, height }: Crop): string {
  return [x, y, width, height].join(',')
}
