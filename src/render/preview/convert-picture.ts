import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../lib/app-error.ts'
import { findProgram } from '../../lib/tools/find-program.ts'
import { sniffConvertible } from '../../media/file-type.ts'
import { maxRenditionBytes } from '../../media/rendition.ts'
import type { ConvertPlan, PreviewMade } from '../../media/media-engine.ts'
import type { Job } from '../job.ts'
import { bitexact } from '../tools/ffmpeg-args.ts'
import { ffprobe } from '../probe/probe-video.ts'
import { heifPrograms } from '../tools/heif-programs.ts'
import { isTooLarge, runFfmpeg } from '../tools/ffmpeg.ts'
import { runTool, ToolFailure } from '../tools/run-tool.ts'
import { heifPixels } from './heif-size.ts'
import { previewName } from './preview-name.ts'

/** The longest side of what is made of a picture: more than any frame has. */
const maxSide = 4096

/** How ffmpeg opens each type, and the one decoder that it may use. */
const readers: Record<'tiff' | 'bmp' | 'png', { demuxer: string; decoder: string }> = {
  tiff: { demuxer: 'tiff_pipe', decoder: 'tiff' },
  bmp: { demuxer: 'bmp_pipe', decoder: 'bmp' },
  png: { demuxer: 'png_pipe', decoder: 'png' },
}

type Reader = keyof typeof readers

/** Converts a picture that browsers cannot show to a PNG where it may be see-through, and to a JPEG otherwise. Throws AppError. */
export async function convertPicture({ input }: ConvertPlan, job: Job): Promise<PreviewMade> {
  const bytes = await readFile(input)
  const type = sniffConvertible(bytes)
  if (type === null) throw unsupported('The file is not a HEIC, TIFF or BMP picture.')
  await job.reserve(2 * job.limits.maxMegapixels * 1e6)
  const decoded = type === 'heic' ? await decodeHeif(input, bytes, job) : input
  const reader: Reader = type === 'heic' ? 'png' : type
  const { width, height, hasAlpha } = await readSize(decoded, reader, job)
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const size = [width, height].map((side) => Math.max(1, Math.round(side * scale)))
  await draw(decoded, reader, { size, hasAlpha }, job)
  if (decoded !== input) await rm(decoded, { force: true })
  const shown = hasAlpha ? ('png' as const) : ('jpeg' as const)
  return { width, height, seconds: 0, rate: null, shownSeconds: 0, file: 'made', type: shown }
}

/** Decodes HEIC to a PNG in the folder of the job, upright. */
async function decodeHeif(input: string, bytes: Uint8Array, job: Job): Promise<string> {
  const pixels = heifPixels(bytes)
  if (pixels > job.limits.maxMegapixels * 1e6) throw tooManyPixels(`${pixels} pixels`)
  const program = await findHeifProgram()
  if (program === undefined)
    throw unsupported('This service cannot read HEIC pictures: send a JPEG or PNG instead.')
  const output = join(job.folder(), 'decoded.png')
  try {
    await runTool(program, [input, output], {
      maxCpuSeconds: job.limits.timeoutSeconds,
      maxFileBytes: maxRenditionBytes,
      onOutput: () => {},
    })
  } catch (error) {
    throw pictureError(error)
  }
  // A file of several pictures: the first is the one that is shown.
  const first = join(job.folder(), 'decoded-1.png')
  const isSingle = await stat(output).then(
    () => true,
    () => false,
  )
  if (!isSingle)
    await rename(first, output).catch((cause: unknown) => {
      throw new AppError('media_broken', broken, { cause })
    })
  return output
}

async function findHeifProgram(): Promise<(typeof heifPrograms)[number] | undefined> {
  for (const program of heifPrograms) {
    if ((await findProgram(program, process.env.PATH ?? '')) !== undefined) return program
  }
  return undefined
}

async function readSize(path: string, reader: Reader, job: Job) {
  const { text, stderr } = await ffprobe(
    ['-select_streams', 'v:0', '-show_entries', 'stream=width,height,pix_fmt'],
    pictureInput(path, reader, job),
    job.limits,
  ).catch((error: unknown) => {
    throw pictureError(error)
  })
  const { streams } = JSON.parse(text) as {
    streams?: { width?: number; height?: number; pix_fmt?: string }[]
  }
  const { width = 0, height = 0, pix_fmt: format = '' } = streams?.[0] ?? {}
  if (isTooLarge(stderr) || width * height > job.limits.maxMegapixels * 1e6) throw tooManyPixels(stderr)
  if (width < 1 || height < 1) throw new AppError('media_broken', broken, { cause: stderr })
  return { width, height, hasAlpha: /^(?:rgba|bgra|argb|abgr|ya|gbrap|pal8)/.test(format) }
}

async function draw(
  path: string,
  reader: Reader,
  { size, hasAlpha }: { size: number[]; hasAlpha: boolean },
  job: Job,
): Promise<void> {
  const coding = hasAlpha ? ['-c:v', 'png', '-pix_fmt', 'rgba'] : ['-c:v', 'mjpeg', '-q:v', '2']
  const colours = hasAlpha ? '' : ',format=yuvj444p'
  try {
    const { errors } = await runFfmpeg({
      args: [
        ...pictureInput(path, reader, job),
        ...['-map', '0:v:0', '-vf', `scale=${size.join(':')}:flags=bicubic${colours}`, '-frames:v', '1'],
        ...[
          ...coding,
          '-f',
          'image2',
          '-update',
          '1',
          ...bitexact,
          `file:${join(job.folder(), previewName)}`,
        ],
      ],
      maxCpuSeconds: job.limits.timeoutSeconds,
      onOutput: () => {},
    })
    const written = await stat(join(job.folder(), previewName)).catch(() => undefined)
    if (written === undefined || written.size === 0)
      throw new AppError('media_broken', broken, { cause: errors })
  } catch (error) {
    throw pictureError(error)
  }
}

function pictureInput(path: string, reader: Reader, { limits }: Job): string[] {
  const { demuxer, decoder } = readers[reader]
  return [
    ...['-codec_whitelist', decoder, '-max_pixels', String(Math.round(limits.maxMegapixels * 1e6))],
    ...['-protocol_whitelist', 'file', '-format_whitelist', demuxer, '-f', demuxer, '-i', `file:${path}`],
  ]
}

const broken = 'The picture is damaged and could not be decoded.'

function unsupported(message: string): AppError {
  return new AppError('media_unsupported', message)
}

function tooManyPixels(cause: string): AppError {
  return new AppError('media_too_large', 'The picture has more pixels than this service accepts.', { cause })
}

/** What to say of a picture that made a tool fail; anything else stays as it is. */
function pictureError(error: unknown): unknown {
  if (error instanceof AppError && error.code === 'media_broken' && !error.retry)
    return new AppError('media_broken', broken, { cause: error.cause })
  if (!(error instanceof ToolFailure)) return error
  if (error.fault === 'memory' || isTooLarge(error.stderr)) return tooManyPixels(error.stderr)
  if (error.fault === 'cpu_time')
    return new AppError('timed_out', 'The picture takes too long to be decoded.', { cause: error })
  if (error.fault === 'crash')
    return new AppError('media_broken', 'The file made the decoder stop.', { retry: true, cause: error })
  return error.fault === 'input' ? new AppError('media_broken', broken, { cause: error }) : error
}
