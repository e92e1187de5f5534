import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { sniffConvertible } from '../../media/file-type.ts'
import type { PicturesPlan } from '../../media/media-engine.ts'
import { toolFaultError } from '../tools/ffmpeg.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { type FrameSource, type Job, noFramesMade } from '../job.ts'
import { defaultWidth } from '../../options/format-limits.ts'
import { sharp } from '../tools/sharp.ts'
import { removeDecoded } from './convertible-picture.ts'
import {
  type Convertible,
  decodedBytes,
  decodeToPng,
  drawConvertible,
  findConvertible,
  withPlace,
} from './draw-convertible.ts'
import { drawPicture, pictureFailure, readHeader } from './picture.ts'

/** The pictures of one GIF may together have this many of the most pixels allowed, however small their files. */
const largestPictures = 10

/** In addition, each byte may produce this many pixels: more than in any photo or drawing, far less than in a bomb. */
const pixelsPerByte = 1000

/** Opens the frames of a GIF from pictures, one per picture, in order. Throws AppError as MediaEngine documents. */
export async function openPictures(plan: PicturesPlan, job: Job): Promise<FrameSource> {
  const { inputs, width, height, delayMs, watermarkText } = plan
  const { convertibles, hasAlpha } = await checkPictures(inputs, job)
  const rate = { over: 1000, under: delayMs }
  const draw = async (index: number) => {
    const path = inputs[index]
    if (path === undefined) return undefined
    const convertible = convertibles.find(({ place }) => place === index + 1)
    return convertible === undefined
      ? drawPicture(await readFile(path), index + 1, plan, job.limits)
      : drawConvertible(convertible, plan, job)
  }
  async function* pictures() {
    // The next picture is decoded while this one is encoded.
    let next = draw(0)
    for (const [index] of inputs.entries()) {
      const pixels = await next
      next = draw(index + 1)
      // Its error is thrown when it is awaited.
      next.catch(() => undefined)
      if (pixels !== undefined) yield pixels
    }
  }
  return {
    input: rawInput(plan, rate),
    filters: 'null',
    decoding: null,
    feed: pictures(),
    width,
    height,
    frames: inputs.length,
    rate,
    hasAlpha,
    decodedBytes: decodedBytes(convertibles),
    watermarkText,
    toError: (error) => toolFaultError(error, { detail: 'picturesTooMany' }),
    noFrames: noFramesMade,
  }
}

/**
 * Checks that all headers together are in proportion to the files, before anything is decoded: a small file can require
 * seconds of decoding, and there may be hundreds of them. Returns the pictures that tools have to decode, and whether
 * any may be transparent. Throws AppError media_too_large, and the errors of a single picture.
 */
async function checkPictures(
  inputs: readonly string[],
  job: Pick<Job, 'folder' | 'limits'>,
): Promise<{ convertibles: Convertible[]; hasAlpha: boolean }> {
  const { limits } = job
  let left = largestPictures * limits.maxMegapixels * 1e6
  let hasAlpha = false
  const convertibles: Convertible[] = []
  for (const [index, path] of inputs.entries()) {
    const bytes = await readFile(path)
    const convertible = await findConvertible(path, bytes, index + 1, job)
    if (convertible !== null) convertibles.push(convertible)
    const header = convertible ?? (await readHeader(bytes, index + 1, limits))
    left += bytes.length * pixelsPerByte - header.pixels
    hasAlpha ||= header.hasAlpha
    if (left >= 0) continue
    throw new AppError('media_too_large', { detail: 'picturesPixels' }, { field: 'pictures[]' })
  }
  return { convertibles, hasAlpha }
}

/**
 * Returns the size of the frames if no side is given: the aspect ratio of the first picture, at most 480 pixels wide.
 * Throws the AppErrors of `openPictures`.
 */
export async function picturesSize(
  inputs: readonly string[],
  { width, height }: { width: number | null; height: number | null },
  job: Pick<Job, 'folder' | 'limits'>,
): Promise<{ width: number; height: number }> {
  if (width !== null && height !== null) return { width, height }
  const own = await uprightSize(inputs, job)
  const scale =
    width !== null
      ? width / own.width
      : height !== null
        ? height / own.height
        : Math.min(1, defaultWidth / own.width)
  const scaled = (side: number) => Math.max(1, Math.round(side * scale))
  return { width: width ?? scaled(own.width), height: height ?? scaled(own.height) }
}

/** Returns the displayed size of the first picture, decoding it if necessary after all were checked. */
async function uprightSize(
  inputs: readonly string[],
  job: Pick<Job, 'folder' | 'limits'>,
): Promise<{ width: number; height: number }> {
  const path = inputs[0] ?? ''
  const bytes = await readFile(path)
  const type = sniffConvertible(bytes)
  if (type !== null) await checkPictures(inputs, job)
  const readable = type === null ? bytes : await readFile(await decodeFirst({ path, type }, job))
  if (type !== null) await removeDecoded(job)
  const { autoOrient } = await sharp(readable, { limitInputPixels: job.limits.maxMegapixels * 1e6 })
    .metadata()
    .catch((cause: unknown) => {
      throw pictureFailure('damage', 1, cause)
    })
  return autoOrient
}

function decodeFirst(picture: Pick<Convertible, 'path' | 'type'>, job: Pick<Job, 'folder' | 'limits'>) {
  return decodeToPng(picture, job).catch((error: unknown) => {
    throw withPlace(error, 1)
  })
}
