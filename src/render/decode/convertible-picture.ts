import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { findProgram } from '../../lib/tools/find-program.ts'
import type { ConvertedType } from '../../media/file-type.ts'
import { maxRenditionBytes } from '../../media/rendition.ts'
import type { Job } from '../job.ts'
import { ffprobe } from '../probe/probe-video.ts'
import { bitexact } from '../tools/ffmpeg-args.ts'
import { isTooLarge, isUnsupported, runFfmpeg } from '../tools/ffmpeg.ts'
import { heifPrograms } from '../tools/decoders.ts'
import { runTool, ToolFailure } from '../tools/run-tool.ts'
import { heifHasAlpha, heifIsTurned, heifPixels } from './heif-head.ts'
import { clearOrientation } from './turn-picture.ts'
import { readTiffTag } from '../../layers/pictures/picture-orientation.ts'

/** The tag of the compression, and its values for JPEG: the old form and the new one. */
const compressionTag = 259
const jpegCompressions = new Set<number | null>([6, 7])

/**
 * Returns true if a TIFF's first picture is compressed as JPEG, which ffmpeg turns into a single color without an
 * error.
 */
function isJpegTiff(bytes: Uint8Array): boolean {
  return jpegCompressions.has(readTiffTag(bytes, compressionTag))
}

/* Decodes pictures that neither browsers nor sharp read: HEIC with libheif's program, TIFF and BMP with ffmpeg. */

/** The demuxer with which ffmpeg opens each type, and the one decoder that it may use. */
const readers: Record<'tiff' | 'bmp' | 'png', { demuxer: string; decoder: string }> = {
  tiff: { demuxer: 'tiff_pipe', decoder: 'tiff' },
  bmp: { demuxer: 'bmp_pipe', decoder: 'bmp' },
  png: { demuxer: 'png_pipe', decoder: 'png' },
}

/** The parts of a job that decoding a picture needs. */
export type DecodingJob = Pick<Job, 'folder' | 'limits'>

export type Reader = keyof typeof readers

export type ReadableSize = { width: number; height: number; hasAlpha: boolean }

/**
 * The name of the output of libheif's program in the job's folder; with `-1` and so on if a file has several pictures.
 */
const decodedName = 'decoded'

/**
 * Decodes HEIC to a PNG in the folder of the job. Its EXIF orientation is the turn still to apply: none if the file
 * itself says how it is turned, because the decoder did that (libheif passes on the EXIF data unchanged). Throws
 * AppError: media_unsupported if this machine has no decoder, and media_too_large, before decoding anything, if the
 * file declares too many pixels.
 */
export async function decodeHeif(input: string, bytes: Uint8Array, job: DecodingJob): Promise<string> {
  checkedHeifPixels(bytes, job)
  const program = await findHeifProgram()
  if (program === undefined) throw unreadable(formatNames.heic)
  const output = join(job.folder(), `${decodedName}.png`)
  try {
    await runTool(program, [input, output], {
      maxCpuSeconds: job.limits.timeoutSeconds,
      maxFileBytes: maxRenditionBytes,
      onOutput: () => {},
    })
  } catch (error) {
    throw pictureError(error, 'heic')
  }
  // In a file of several pictures, the first is the one that is shown.
  const isSingle = await stat(output).then(
    () => true,
    () => false,
  )
  if (!isSingle)
    await rename(join(job.folder(), `${decodedName}-1.png`), output).catch((cause: unknown) => {
      throw brokenPicture(cause)
    })
  if (heifIsTurned(bytes)) await clearOrientation(output)
  return output
}

/** Names in messages of the formats that this machine may not decode, or not completely. */
const formatNames = { heic: 'HEIC', png: 'HEIC', tiff: 'this kind of TIFF', bmp: 'this kind of BMP' } as const

/** Returns the AppError for an intact picture that cannot be decoded here. */
function unreadable(format: string, cause?: unknown): AppError {
  return new AppError(
    'media_unsupported',
    `The picture is in ${format}, which cannot be read here; send a JPEG or PNG instead.`,
    { cause },
  )
}

/** Returns the same error for one of the pictures of a GIF, by its place from 1; any other error stays as it is. */
export function unreadableWithPlace(error: AppError, place: number): AppError {
  const format = /^The picture is in (?<format>[^,]+),/.exec(error.message)?.groups?.['format']
  if (format === undefined) return error
  return new AppError(
    'media_unsupported',
    `Picture ${place} is in ${format}, which cannot be read here; send a JPEG or PNG instead.`,
    { field: 'pictures[]', cause: error },
  )
}

/** Throws AppError media_unsupported for a TIFF that ffmpeg would show in wrong colors. */
export function checkTiff(bytes: Uint8Array): void {
  if (isJpegTiff(bytes)) throw unreadable('JPEG-compressed TIFF')
}

/** Removes the files that `decodeHeif` left in the folder of the job. */
export async function removeDecoded(job: DecodingJob): Promise<void> {
  const names = (await readdir(job.folder())).filter((name) => /^decoded(?:-\d+)?\.png$/.test(name))
  for (const name of names) await rm(join(job.folder(), name), { force: true })
}

async function findHeifProgram(): Promise<(typeof heifPrograms)[number] | undefined> {
  for (const program of heifPrograms) {
    if ((await findProgram(program, process.env.PATH ?? '')) !== undefined) return program
  }
  return undefined
}

/** Returns the size of a picture that ffmpeg reads. Throws AppError media_broken, or media_too_large over the limit. */
export async function readSize(path: string, reader: Reader, job: DecodingJob): Promise<ReadableSize> {
  const { text, stderr } = await ffprobe(
    ['-select_streams', 'v:0', '-show_entries', 'stream=width,height,pix_fmt'],
    pictureInput(path, reader, job),
    job.limits,
  ).catch((error: unknown) => {
    throw pictureError(error, reader)
  })
  const { streams } = JSON.parse(text) as {
    streams?: { width?: number; height?: number; pix_fmt?: string }[]
  }
  const { width = 0, height = 0, pix_fmt: format = '' } = streams?.[0] ?? {}
  if (isTooLarge(stderr) || width * height > job.limits.maxMegapixels * 1e6) throw tooManyPixels(stderr)
  if (width < 1 || height < 1) throw undecodable(stderr, reader)
  return { width, height, hasAlpha: /^(?:rgba|bgra|argb|abgr|ya|gbrap|pal8)/.test(format) }
}

/** Reads the head of a picture before it is decoded. Throws AppError as `readSize` does. */
export async function readPictureHead(
  path: string,
  bytes: Uint8Array,
  type: ConvertedType,
  job: DecodingJob,
): Promise<{ pixels: number; hasAlpha: boolean }> {
  if (type === 'tiff') checkTiff(bytes)
  if (type !== 'heic') {
    const { width, height, hasAlpha } = await readSize(path, type, job)
    return { pixels: width * height, hasAlpha }
  }
  return { pixels: checkedHeifPixels(bytes, job), hasAlpha: heifHasAlpha(bytes) }
}

function checkedHeifPixels(bytes: Uint8Array, { limits }: DecodingJob): number {
  const pixels = heifPixels(bytes)
  if (pixels > limits.maxMegapixels * 1e6) throw tooManyPixels(`${pixels} pixels`)
  return pixels
}

/**
 * Has ffmpeg read a picture and write one `output`; `made` are the arguments for it. Throws AppError as `readSize`
 * does, and if nothing was written.
 */
export async function drawWithFfmpeg(
  { path, reader, output }: { path: string; reader: Reader; output: string },
  made: readonly string[],
  job: DecodingJob,
): Promise<void> {
  try {
    const { errors } = await runFfmpeg({
      args: [
        // Pictures are turned by our own filters: versions of ffmpeg differ in which EXIF data they follow.
        '-noautorotate',
        ...pictureInput(path, reader, job),
        ...['-map', '0:v:0', '-frames:v', '1', ...made],
        ...['-f', 'image2', '-update', '1', ...bitexact, `file:${output}`],
      ],
      maxCpuSeconds: job.limits.timeoutSeconds,
      onOutput: () => {},
    })
    const written = await stat(output).catch(() => undefined)
    if (written === undefined || written.size === 0) throw undecodable(errors, reader)
  } catch (error) {
    throw pictureError(error, reader)
  }
}

/** Returns the arguments that open a picture as ffmpeg's input. */
function pictureInput(path: string, reader: Reader, { limits }: DecodingJob): string[] {
  const { demuxer, decoder } = readers[reader]
  return [
    ...['-codec_whitelist', decoder, '-max_pixels', String(Math.round(limits.maxMegapixels * 1e6))],
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxer, '-f', demuxer, '-i', `file:${path}`],
  ]
}

function brokenPicture(cause: unknown): AppError {
  return new AppError('media_broken', 'The picture is damaged and could not be decoded.', { cause })
}

function tooManyPixels(cause: string): AppError {
  return new AppError('media_too_large', 'The picture has more pixels than this service accepts.', { cause })
}

/** Returns the AppError for a picture that a tool could not decode, by its errors; `cause` is for the log. */
function undecodable(stderr: string, format: keyof typeof formatNames, cause: unknown = stderr): AppError {
  const isWhole = isUnsupported(stderr) || (format === 'heic' && /Unsupported (?:codec|feature)/.test(stderr))
  return isWhole ? unreadable(formatNames[format], cause) : brokenPicture(cause)
}

/** Returns the error for a picture that made a tool fail; anything else stays as it is. */
function pictureError(error: unknown, format: keyof typeof formatNames): unknown {
  if (error instanceof AppError && error.code === 'media_broken' && !error.retry)
    return brokenPicture(error.cause)
  if (error instanceof AppError && error.code === 'media_unsupported' && error.cause !== undefined)
    return unreadable(formatNames[format], error.cause)
  if (!(error instanceof ToolFailure)) return error
  if (error.fault === 'memory' || isTooLarge(error.stderr)) return tooManyPixels(error.stderr)
  if (error.fault === 'cpu_time')
    return new AppError('timed_out', 'The picture takes too long to be decoded.', { cause: error })
  if (error.fault === 'crash')
    return new AppError('media_broken', 'The file made the decoder stop.', { retry: true, cause: error })
  return error.fault === 'input' ? undecodable(error.stderr, format, error) : error
}
