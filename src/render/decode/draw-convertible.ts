import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { tiffOrientation } from '../../layers/pictures/picture-orientation.ts'
import { type ConvertedType, sniffConvertible } from '../../media/file-type.ts'
import {
  decodeHeif,
  type DecodingJob,
  drawWithFfmpeg,
  readPictureHead,
  removeDecoded,
  unreadableWithPlace,
} from './convertible-picture.ts'
import { type Canvas, drawPicture, pictureFailure } from './picture.ts'
import { turnFilters } from './turn-picture.ts'

/** A picture of a GIF that tools decode, with data from its head. `place` counts from 1. */
export type Convertible = {
  path: string
  place: number
  type: ConvertedType
  pixels: number
  hasAlpha: boolean
}

/**
 * Returns the picture if tools have to decode it, or null if sharp does. Throws AppError, naming the picture, before
 * anything is decoded.
 */
export async function findConvertible(
  path: string,
  bytes: Uint8Array,
  place: number,
  job: DecodingJob,
): Promise<Convertible | null> {
  const type = sniffConvertible(bytes)
  if (type === null) return null
  const claims = await readPictureHead(path, bytes, type, job).catch((error: unknown) => {
    throw withPlace(error, place)
  })
  return { path, place, type, ...claims }
}

/** The most disk space per pixel that decoding takes: 16 bits for each of four channels. */
const decodedBytesPerPixel = 8

/** Returns the disk space for decoding the pictures one after another. */
export function decodedBytes(pictures: readonly Convertible[]): number {
  return Math.max(0, ...pictures.map(({ pixels }) => pixels)) * decodedBytesPerPixel
}

/** Decodes a picture and draws it onto a canvas, as `drawPicture` does. One at a time. Throws AppError, naming it. */
export async function drawConvertible(
  picture: Convertible,
  canvas: Canvas,
  job: DecodingJob,
): Promise<Buffer> {
  const { place } = picture
  const png = await decodeToPng(picture, job).catch((error: unknown) => {
    throw withPlace(error, place)
  })
  const bytes = await readFile(png)
  await removeDecoded(job)
  return drawPicture(bytes, place, canvas, job.limits)
}

/**
 * Decodes a picture to a PNG in the folder of the job, upright or with the remaining EXIF orientation. Remove it with
 * `removeDecoded`. Throws AppError.
 */
export async function decodeToPng(
  { path, type }: Pick<Convertible, 'path' | 'type'>,
  job: DecodingJob,
): Promise<string> {
  const bytes = await readFile(path)
  if (type === 'heic') return decodeHeif(path, bytes, job)
  const output = join(job.folder(), 'decoded.png')
  const filters = type === 'tiff' ? turnFilters(tiffOrientation(bytes)) : []
  const turning = filters.length > 0 ? ['-vf', filters.join()] : []
  const coding = ['-c:v', 'png', '-compression_level', '1']
  await drawWithFfmpeg({ path, reader: type, output }, [...turning, ...coding], job)
  return output
}

const failures = { media_too_large: 'pixels', timed_out: 'time', media_broken: 'damage' } as const

/** Returns the error of one picture among several; temporary errors and internal faults stay as they are. */
export function withPlace(error: unknown, place: number): unknown {
  if (!(error instanceof AppError) || error.retry) return error
  if (error.code === 'media_unsupported') return unreadableWithPlace(error, place)
  return error.code in failures
    ? pictureFailure(failures[error.code as keyof typeof failures], place, error)
    : error
}
