import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../lib/app-error.ts'
import { maxRenditionBytes, type RenditionName, renditions } from '../media/rendition.ts'
import { isOverFileSize, mediaError, runFfmpeg } from './ffmpeg.ts'
import { readGifShape } from './gif-frames.ts'
import { type FrameSet, intermediatePath, type Job } from './job.ts'
import type { Made } from './protocol.ts'
import { valueOf } from './ratio.ts'
import { ToolFailure } from './tool.ts'
import { alphaThreshold, isSeeThrough } from './transparency.ts'

/** The parts of the work, by measure: the palette, the GIF with it, and beside these the other renditions. */
const shares = { palette: 0.25, gif: 0.5, others: 0.25 }

/** Frames that the palette is drawn from, evenly spread: enough for any clip, and bounds its cost. */
const maxPaletteFrames = 60

/** Makes every rendition from the frames, the GIF beside the others. Throws AppError. */
export async function encode(frameSet: FrameSet, job: Job): Promise<Made> {
  const hasAlpha = frameSet.hasAlpha && (await isSeeThrough(ownInput(job, 'frames'), job.maxCpuSeconds))
  const set = { ...frameSet, hasAlpha }
  const done = { palette: 0, gif: 0, others: 0 }
  const report = (part: keyof typeof done, fraction: number) => {
    done[part] = Math.min(1, fraction)
    job.onProgress(done.palette * shares.palette + done.gif * shares.gif + done.others * shares.others)
  }
  const run = (part: keyof typeof done, args: string[], frames: number) => {
    const onFrames = (count: number) => report(part, count / frames)
    return runFfmpeg({ args, maxCpuSeconds: job.maxCpuSeconds, maxFileBytes: maxRenditionBytes, onFrames })
  }
  const makeGif = async () => {
    await run('palette', paletteArgs(set, job), 1)
    await run('gif', gifArgs(set, job), set.frames)
    await checkGif(set, job)
  }
  const makeOthers = async () => {
    const made = await run('others', otherArgs(set, job), set.frames)
    if (made.frames !== set.frames) throw notMade(`${made.frames} of ${set.frames} frames in the MP4`)
    // All frames the same: joined, they would be a still picture.
    if (set.frames > 1 && !(await isAnimated(join(job.folder, renditions.webp.file)))) {
      await run('others', [...ownInput(job, 'frames'), ...webpArgs(job, 'libwebp')], set.frames)
    }
  }
  const ends = await Promise.allSettled([makeGif(), makeOthers()])
  for (const end of ends) if (end.status === 'rejected') throw encodeError(end.reason)
  const { width, height, frames, rate } = set
  const durationMs = Math.round((frames * 1000) / valueOf(rate))
  return { width, height, frames, durationMs }
}

const bitexact = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact']

function paletteArgs({ frames }: FrameSet, job: Job): string[] {
  const step = Math.ceil(frames / maxPaletteFrames)
  return [
    ...ownInput(job, 'frames'),
    ...['-vf', `select='not(mod(n,${step}))',palettegen`, '-frames:v', '1', '-c:v', 'png', '-f', 'image2'],
    ...['-update', '1', `file:${intermediatePath(job, 'palette')}`],
  ]
}

/**
 * ffmpeg clears a frame away only where the frame itself can be seen through, and would leave an opaque one under a
 * see-through one that follows: so the first pixel of every frame is made see-through.
 */
const seeThroughCorner =
  'split[colour][copy];' +
  '[copy]alphaextract,format=yuvj444p,drawbox=w=1:h=1:color=black:t=fill,extractplanes=y[alpha];' +
  '[colour][alpha]alphamerge[cleared];[cleared]'

function gifArgs(set: FrameSet, job: Job): string[] {
  const cleared = set.hasAlpha ? seeThroughCorner : ''
  return [
    ...ownInput(job, 'frames'),
    ...ownInput(job, 'palette'),
    ...[
      '-filter_complex',
      `[0:v]${cleared}[1:v]paletteuse=alpha_threshold=${alphaThreshold}[gif]`,
      '-map',
      '[gif]',
    ],
    ...['-f', 'gif', '-loop', '0', '-final_delay', String(lastDelay(set)), ...bitexact, output(job, 'gif')],
  ]
}

/** What is left for the last frame, in hundredths of a second: left alone, it gets the delay of the one before. */
function lastDelay({ frames, rate }: FrameSet): number {
  const end = (count: number) => Math.round((count * 100) / valueOf(rate))
  return end(frames) - end(frames - 1)
}

function otherArgs(set: FrameSet, job: Job): string[] {
  // On black where it can be seen through: neither format has alpha.
  const flat = set.hasAlpha ? ['format=gbrap', 'premultiply=inplace=1', 'format=gbrp'] : []
  return [
    ...ownInput(job, 'frames'),
    ...mp4Args(set, job, flat),
    ...webpArgs(job, 'libwebp_anim'),
    ...thumbArgs(job, flat),
  ]
}

function mp4Args({ width, height }: FrameSet, job: Job, flat: string[]): string[] {
  const colours = ['scale=out_color_matrix=bt709:out_range=tv', 'format=yuv420p']
  const filters = [...flat, ...evenSides(width, height), ...colours].join(',')
  return [
    ...['-map', '0:v', '-vf', filters],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-threads', '1'],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
    ...['-movflags', '+faststart', '-f', 'mp4', ...bitexact, output(job, 'mp4')],
  ]
}

/** `libwebp_anim` keeps what changes, and joins frames that are the same; `libwebp` keeps every frame whole. */
function webpArgs(job: Job, encoder: 'libwebp_anim' | 'libwebp'): string[] {
  return [
    ...['-map', '0:v', '-c:v', encoder, '-pix_fmt', 'bgra', '-quality', '70', '-compression_level', '2'],
    ...['-loop', '0', '-f', 'webp', ...bitexact, output(job, 'webp')],
  ]
}

function thumbArgs(job: Job, flat: string[]): string[] {
  const filters = [...flat, 'scale=out_color_matrix=bt601:out_range=pc', 'format=yuvj444p'].join(',')
  return [
    ...['-map', '0:v', '-frames:v', '1', '-vf', filters, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2'],
    ...['-update', '1', ...bitexact, output(job, 'thumb')],
  ]
}

/** Whether a WebP is an animation: the bit of its extended header that says so. */
async function isAnimated(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(21), 0, 21, 0)
    return buffer.toString('latin1', 12, 16) === 'VP8X' && ((buffer[20] ?? 0) & 2) !== 0
  } finally {
    await file.close()
  }
}

/** H.264 in 4:2:0 has even sides only: the last column or row is shown twice. */
function evenSides(width: number, height: number): string[] {
  const right = width % 2
  const bottom = height % 2
  if (right + bottom === 0) return []
  const pad = `pad=${width + right}:${height + bottom}:0:0`
  return ['format=gbrp', pad, `fillborders=right=${right}:bottom=${bottom}:mode=smear`]
}

function ownInput(job: Job, name: 'frames' | 'palette'): string[] {
  return ['-protocol_whitelist', 'file', '-threads', '1', '-i', `file:${intermediatePath(job, name)}`]
}

function output(job: Job, name: RenditionName): string {
  return `file:${join(job.folder, renditions[name].file)}`
}

/** That ffmpeg ended well says nothing yet: the GIF must have the frames that it was to have. Throws AppError. */
async function checkGif({ width, height, frames }: FrameSet, job: Job): Promise<void> {
  const shape = await readGifShape(join(job.folder, renditions.gif.file)).catch((error: unknown) => {
    throw notMade(`a GIF that is none: ${String(error)}`)
  })
  if (shape.width === width && shape.height === height && shape.frames === frames) return
  throw notMade(`${JSON.stringify(shape)} instead of ${frames} frames of ${width} x ${height}`)
}

function notMade(cause: string): AppError {
  return new AppError('internal', 'The GIF could not be made.', {
    retry: true,
    cause: `ffmpeg left ${cause}`,
  })
}

/** The frames are ours: what fails here says nothing of the source but its length, and may pass. */
function encodeError(cause: unknown): unknown {
  if (!(cause instanceof ToolFailure)) return cause
  if (isOverFileSize(cause)) return mediaError(cause)
  const isFull = /No space left on device/.test(cause.stderr)
  const message = isFull ? 'The service is out of room; try again later.' : 'The GIF could not be made.'
  return new AppError(isFull ? 'unavailable' : 'internal', message, { retry: true, cause })
}
