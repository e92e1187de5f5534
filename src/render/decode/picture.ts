import { scaleKernels } from '../../gif/scale/filter.ts'
import { PictureScaler } from '../../gif/scale/picture-scaler.ts'
import { AppError, serviceFault } from '../../lib/app-error.ts'
import { acceptedPictures } from '../../media/accepted-files.ts'
import { sniffPicture } from '../../media/file-type.ts'
import type { MediaLimits } from '../../media/media-engine.ts'
import { sharp, toExactSrgb } from '../tools/sharp.ts'

const maxDecodeSeconds = 20
const black = { r: 0, g: 0, b: 0, alpha: 1 }

/**
 * Reads the header of one picture, `place` counted from 1: its pixels, and whether some may be transparent. Throws
 * AppError media_unsupported, media_broken or media_too_large, naming the picture.
 */
export async function readHeader(
  bytes: Buffer,
  place: number,
  limits: MediaLimits,
): Promise<{ pixels: number; hasAlpha: boolean }> {
  try {
    const { width, height, hasAlpha } = await open(bytes, place, limits).metadata()
    if (width * height > maxPixels(limits)) throw new Error('Input image exceeds pixel limit')
    return { pixels: width * height, hasAlpha }
  } catch (cause) {
    throw cause instanceof AppError ? cause : whatFailed(cause, place)
  }
}

export type Canvas = { width: number; height: number; resize: boolean }

/**
 * Decodes one picture, upright and in sRGB, onto a canvas: RGBA, 8 bits, straight alpha. `place` counts from 1.
 * Throws AppError media_unsupported, media_broken or media_too_large, naming the picture.
 */
export async function drawPicture(
  bytes: Buffer,
  place: number,
  canvas: Canvas,
  limits: MediaLimits,
): Promise<Buffer> {
  try {
    const header = await open(bytes, place, limits).metadata()
    const upright = toExactSrgb(open(bytes, place, limits).autoOrient(), {
      is16Bit: header.depth === 'ushort',
      hasProfile: header.icc !== undefined,
    })
    const { width, height } = header.autoOrient
    if (canvas.resize && header.hasAlpha && width * height <= maxExactPixels)
      return await fitWithAlpha(upright, { width, height }, canvas)
    const placed = canvas.resize
      ? upright.resize(canvas.width, canvas.height, { fit: 'contain', background: black })
      : center(upright, header.autoOrient, canvas)
    return await placed.ensureAlpha().raw({ depth: 'uchar' }).toBuffer()
  } catch (cause) {
    throw cause instanceof AppError ? cause : whatFailed(cause, place)
  }
}

function open(bytes: Buffer, place: number, limits: MediaLimits) {
  if (sniffPicture(bytes) === null) {
    throw new AppError(
      'media_unsupported',
      { detail: 'pictureType', place, types: acceptedPictures },
      { field: 'pictures[]' },
    )
  }
  return sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels(limits) }).timeout({
    seconds: maxDecodeSeconds,
  })
}

function maxPixels({ maxMegapixels }: MediaLimits): number {
  return Math.round(maxMegapixels * 1e6)
}

/**
 * Pictures with alpha and more pixels than this are scaled by sharp as they are decoded, which drops parts of a level.
 */
const maxExactPixels = 16_000_000

/** Draws a picture with alpha, scaled to fit, in the middle of a black canvas. */
async function fitWithAlpha(
  picture: ReturnType<typeof sharp>,
  own: { width: number; height: number },
  canvas: Canvas,
): Promise<Buffer> {
  const factor = Math.min(canvas.width / own.width, canvas.height / own.height)
  const side = (pixels: number, most: number) => Math.max(1, Math.min(most, Math.round(pixels * factor)))
  const shown = { width: side(own.width, canvas.width), height: side(own.height, canvas.height) }
  const pixels = await picture.ensureAlpha().raw({ depth: 'uchar' }).toBuffer()
  const scaler = new PictureScaler({ x: 0, y: 0, ...own }, shown, scaleKernels.lanczos)
  const scaled = scaler.scale({ kind: 'rgba', ...own, pixels, hasAlpha: true })
  return center(sharp(scaled, { raw: { ...shown, channels: 4 } }), shown, canvas)
    .raw()
    .toBuffer()
}

/** Centers the picture unscaled on the canvas, cropped where it exceeds the canvas and padded where it is smaller. */
function center(picture: ReturnType<typeof sharp>, own: { width: number; height: number }, canvas: Canvas) {
  const width = Math.min(own.width, canvas.width)
  const height = Math.min(own.height, canvas.height)
  const left = Math.floor((own.width - width) / 2)
  const top = Math.floor((own.height - height) / 2)
  const padLeft = Math.floor((canvas.width - width) / 2)
  const padTop = Math.floor((canvas.height - height) / 2)
  return picture.extract({ left, top, width, height }).extend({
    left: padLeft,
    top: padTop,
    right: canvas.width - width - padLeft,
    bottom: canvas.height - height - padTop,
    background: black,
  })
}

function whatFailed(cause: unknown, place: number): AppError {
  const text = cause instanceof Error ? cause.message : String(cause)
  if (/exceeds pixel limit/.test(text)) return pictureFailure('pixels', place, cause)
  if (/out of memory|allocat/i.test(text)) return pictureFailure('memory', place, cause)
  if (/creat\w* thread|Resource temporarily unavailable/i.test(text)) return serviceFault(cause)
  return pictureFailure(text.startsWith('timeout') ? 'time' : 'damage', place, cause)
}

/** Returns the error of one picture among several, by the cause of its failure. */
export function pictureFailure(
  what: 'pixels' | 'memory' | 'time' | 'damage',
  place: number,
  cause: unknown,
): AppError {
  const options = { field: 'pictures[]', cause }
  if (what === 'pixels') {
    return new AppError('media_too_large', { detail: 'picturePixels', place }, options)
  }
  if (what === 'memory') {
    return new AppError('media_too_large', { detail: 'pictureMemory', place }, options)
  }
  if (what === 'time') {
    return new AppError('timed_out', { detail: 'pictureTooSlow', place }, options)
  }
  return new AppError('media_broken', { detail: 'pictureDamaged', place }, options)
}
