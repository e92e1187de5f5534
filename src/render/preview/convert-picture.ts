import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { exifOrientation, tiffOrientation, turnedSize } from '../../layers/pictures/picture-orientation.ts'
import { sniffConvertible } from '../../media/file-type.ts'
import type { ConvertPlan, PreviewMade } from '../../media/media-engine.ts'
import {
  checkTiff,
  decodeHeif,
  drawWithFfmpeg,
  type Reader,
  readSize,
  removeDecoded,
} from '../decode/convertible-picture.ts'
import { turnFilters } from '../decode/turn-picture.ts'
import type { Job } from '../job.ts'
import { exactFlags } from '../tools/ffmpeg-args.ts'
import { previewName } from './preview-form.ts'

/** The longest side of the result: more than any frame has. */
const maxSide = 4096

/**
 * Converts a picture that browsers cannot show: to PNG if it may be transparent, otherwise to JPEG. Throws AppError.
 */
export async function convertPicture({ input }: ConvertPlan, job: Job): Promise<PreviewMade> {
  const bytes = await readFile(input)
  const type = sniffConvertible(bytes)
  if (type === null) throw new AppError('media_unsupported', 'The file is not a HEIC, TIFF or BMP picture.')
  if (type === 'tiff') checkTiff(bytes)
  await job.reserve(2 * job.limits.maxMegapixels * 1e6)
  const decoded = type === 'heic' ? await decodeHeif(input, bytes, job) : input
  const reader: Reader = type === 'heic' ? 'png' : type
  const orientation =
    type === 'heic' ? exifOrientation(await readFile(decoded)) : type === 'tiff' ? tiffOrientation(bytes) : 1
  const { width, height, hasAlpha } = turnedSize(await readSize(decoded, reader, job), orientation)
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const size = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  const coding = hasAlpha ? ['-c:v', 'png', '-pix_fmt', 'rgba'] : ['-c:v', 'mjpeg', '-q:v', '2']
  const colors = hasAlpha ? '' : ',format=yuvj444p'
  const scaling = `scale=${size.join(':')}:flags=${exactFlags}${colors}`
  const output = join(job.folder(), previewName)
  const filters = [...turnFilters(orientation), scaling].join()
  await drawWithFfmpeg({ path: decoded, reader, output }, ['-vf', filters, ...coding], job)
  if (type === 'heic') await removeDecoded(job)
  const shown = hasAlpha ? ('png' as const) : ('jpeg' as const)
  return { width, height, seconds: 0, rate: null, shownSeconds: 0, file: 'made', type: shown }
}
