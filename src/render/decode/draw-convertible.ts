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

/** A picture of a GIF that tools decode, and what its head says of it. `place` counts from 1. */
export type Convertible = {
  path: string
  place: number
  type: ConvertedType
  pixels: number
  hasAlpha: boolean
}

/** The picture, where tools decode it; null where sharp does. Throws AppError, naming the picture, before anything is decoded. */
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

/** What decoding takes of the disk for each pixel at most: 16 bits for each of four channels. */
const decodedBytesPerPixel = 8

/** What decoding one of the pictures after the other takes of the disk. */
export function decodedBytes(pictures: readonly Convertible[]): number {
  return Math.max(0, ...pictures.map(({ pixels }) => pixels)) * decodedBytesPerPixel
}

/** Decodes a picture and draws it onto a canvas, as `drawPicture` does. One at a time. Throws AppError, naming the picture. */
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

/** Decodes a picture to a PNG in the folder of the job, upright or with the EXIF orientation that is left to turn, which `removeDecoded` removes. Throws AppError. */
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

/** The error of one picture as that of a picture among several; what may pass, and faults of ours, stay as they are. */
export function withPlace(error: unknown, place: number): unknown {
  if (!(error instanceof AppError) || error.retry) return error
  if (error.code === 'media_unsupported') return unreadableWithPlace(error, place)
  return error.code in failures
    ? pictureFailure(failures[error.code as keyof typeof failures], place, error)
    : error
}
