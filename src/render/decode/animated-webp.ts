import { scaleKernels } from '../../gif/scale/filter.ts'
import { PictureScaler } from '../../gif/scale/picture-scaler.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Crop } from '../../options/rules/crop.ts'
import { sharp } from '../tools/sharp.ts'

/** What the header of an animated WebP and those of its frames say. */
export type Animation = {
  width: number
  height: number
  hasAlpha: boolean
  /** When each frame ends, in ms from the beginning. */
  endsMs: number[]
}

export type DrawnSize = { crop: Crop | null; width: number; height: number }

/** In the flags of the `VP8X` chunk. */
const alphaFlag = 0x10
/** In those of an `ANMF` chunk. */
const disposeFlag = 0x01

/** So many pixels are decoded at a time: each time the decoder begins with the first frame again. */
const batchPixels = 32_000_000
const maxBatchSeconds = 20

/** As browsers do it: a frame of hardly any time is shown for this long. */
const hasty = { maxMs: 10, shownMs: 100 }

/**
 * Reads the headers of at most `maxFrames` frames, shown or not: what finds one goes over all of them. Throws AppError
 * media_broken or media_too_large; `name` begins the sentence.
 */
export function readAnimation(bytes: Buffer, name: string, maxFrames: number): Animation {
  const headers = readWebpHeaders(bytes, maxFrames)
  if (headers === undefined) {
    throw new AppError('media_too_large', `${name} has more than ${maxFrames} frames.`)
  }
  const { width, height, hasAlpha, delaysMs } = headers
  if (width === 0 || delaysMs.length === 0) throw animationError('no frame', name)
  let endMs = 0
  const endsMs = delaysMs.map((ms) => (endMs += ms <= hasty.maxMs ? hasty.shownMs : ms))
  return { width, height, hasAlpha, endsMs }
}

/** What the headers of an animated WebP say. */
type WebpHeaders = { width: number; height: number; hasAlpha: boolean; delaysMs: number[] }

/**
 * Reads the headers of an animated WebP and of its frames, `maxFrames` at most; undefined where there are more. What is
 * damaged ends the frames: the decoder reports it. (libwebp goes over all frames to find each one.)
 */
function readWebpHeaders(bytes: Buffer, maxFrames: number): WebpHeaders | undefined {
  const headers: WebpHeaders = { width: 0, height: 0, hasAlpha: false, delaysMs: [] }
  let at = 12
  while (at + 24 <= bytes.length) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    if (name === 'VP8X') {
      headers.hasAlpha = ((bytes[at + 8] ?? 0) & alphaFlag) !== 0
      headers.width = bytes.readUIntLE(at + 12, 3) + 1
      headers.height = bytes.readUIntLE(at + 15, 3) + 1
    } else if (name === 'ANMF') {
      if (headers.delaysMs.length === maxFrames) return undefined
      const isFirst = headers.delaysMs.length === 0
      // What no frame covers is transparent, though no frame has alpha.
      headers.hasAlpha ||= isCleared(bytes, at) || (isFirst && !isCanvas(bytes, at, headers))
      headers.delaysMs.push(bytes.readUIntLE(at + 20, 3))
    }
    at += 8 + size + (size % 2)
  }
  return headers
}

/** Whether the canvas is cleared where a frame was, whose chunk begins at `at`, before the next is drawn. */
function isCleared(bytes: Buffer, at: number): boolean {
  return ((bytes[at + 23] ?? 0) & disposeFlag) !== 0
}

/** Whether a frame is as large as the canvas. */
function isCanvas(bytes: Buffer, at: number, { width, height }: WebpHeaders): boolean {
  return bytes.readUIntLE(at + 14, 3) + 1 === width && bytes.readUIntLE(at + 17, 3) + 1 === height
}

/** The frame on screen at each of the moments, which only grow; past the end it is the last one. */
export function framesAt({ endsMs }: Animation, momentsMs: number[]): number[] {
  let frame = 0
  return momentsMs.map((moment) => {
    while (frame < endsMs.length - 1 && (endsMs[frame] ?? 0) <= moment) frame += 1
    return frame
  })
}

/**
 * Decodes the frames of these numbers, which only grow, in the given size: RGBA, 8 bits, straight alpha. A frame that
 * comes again is the same buffer again. Throws what sharp throws.
 */
export async function* drawFrames(
  bytes: Buffer,
  animation: Animation,
  numbers: number[],
  size: DrawnSize,
): AsyncGenerator<Buffer> {
  const own = { width: animation.width, height: animation.height }
  const ownBytes = own.width * own.height * 4
  const most = Math.max(1, Math.floor(batchPixels / (own.width * own.height)))
  const last = numbers.at(-1) ?? 0
  let batch = { first: 0, frames: 0, pixels: Buffer.alloc(0) }
  let drawn: { number: number; pixels: Buffer } | undefined
  for (const number of numbers) {
    if (number >= batch.first + batch.frames) {
      const frames = Math.min(most, last + 1 - number)
      const decoded = open(bytes, number, frames, own.width * own.height * frames)
      const pixels = await decoded.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer()
      if (pixels.length !== ownBytes * frames)
        throw new Error('the frames are of another size than the canvas')
      batch = { first: number, frames, pixels }
    }
    if (drawn?.number !== number) {
      const start = (number - batch.first) * ownBytes
      drawn = {
        number,
        pixels: await scale(batch.pixels.subarray(start, start + ownBytes), own, animation.hasAlpha, size),
      }
    }
    yield drawn.pixels
  }
}

function open(bytes: Buffer, page: number, pages: number, limitInputPixels: number) {
  return sharp(bytes, { page, pages, limitInputPixels, failOn: 'error' }).timeout({
    seconds: maxBatchSeconds,
  })
}

function scale(
  pixels: Buffer,
  own: { width: number; height: number },
  hasAlpha: boolean,
  { crop, width, height }: DrawnSize,
): Promise<Buffer> {
  const kept = crop ?? { x: 0, y: 0, ...own }
  if (hasAlpha) {
    const scaler = new PictureScaler(kept, { width, height }, scaleKernels.cubic)
    return Promise.resolve(Buffer.from(scaler.scale({ kind: 'rgba', ...own, pixels, hasAlpha }).buffer))
  }
  return sharp(pixels, { raw: { ...own, channels: 4 } })
    .extract({ left: kept.x, top: kept.y, width: kept.width, height: kept.height })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer()
}

/** What is wrong with an animation that sharp failed on, as an AppError; `name` begins the sentence. */
export function animationError(cause: unknown, name: string): AppError {
  if (cause instanceof AppError) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  if (/exceeds pixel limit/.test(text)) {
    return new AppError('media_too_large', `${name} has more pixels than this service accepts.`, { cause })
  }
  if (/out of memory|allocat/i.test(text)) {
    return new AppError('media_too_large', `${name} takes more memory than this service gives it.`, { cause })
  }
  if (text.startsWith('timeout')) {
    return new AppError('timed_out', `${name} takes too long to be decoded.`, { cause })
  }
  return new AppError('media_broken', `${name} is damaged and could not be decoded.`, { cause })
}
