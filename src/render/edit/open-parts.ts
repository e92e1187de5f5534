import type { ErrorText } from '../../lib/errors/error-text.ts'
import { open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { GifFrameReader } from '../../gif/edit/frame-reader.ts'
import { GifError } from '../../gif/read/gif-error.ts'
import { AppError } from '../../lib/app-error.ts'
import { readHead } from '../../lib/disk/files.ts'
import type { EditPlan, VideoPlan } from '../../media/media-engine.ts'
import { isAnimatedPicture, sniffBytes, sniffVideo, type VideoType } from '../../media/file-type.ts'
import { defaultClipOptions } from '../../options/clip-options.ts'
import { defaultGifOptions } from '../../options/gif-options.ts'
import { encodeWithGif } from '../encode/encode-outputs.ts'
import type { GifMaker } from '../encode/gif-maker.ts'
import type { FrameSource, Job, SourceLimits } from '../job.ts'
import { maxCanvasPixels, maxWork } from '../animation/picture-limits.ts'
import { tooLarge } from '../tools/ffmpeg.ts'
import { brokenGif, keptMegapixels, maxKeptSize } from '../keep/keep-refused.ts'
import { openKept } from '../keep/keep-animation.ts'
import { scaleFilters } from '../process/scale.ts'
import type { KeptAnimation } from '../keep/timed-source.ts'
import { openSource } from '../open-source.ts'
import { shapeFrames } from './repaint-gif.ts'

type Size = { width: number; height: number }

/** The animations of a plan as GIFs of the same size, and the remaining edits. */
export type Parts = { parts: GifFrameReader[]; rest: EditPlan }

/**
 * Opens the animations of a plan. A GIF is read as it is; anything else is converted to a GIF of the same frames and
 * times; those after the first are scaled to its size, on black. Throws AppError: media_broken and media_too_large for
 * a GIF that is damaged or too large, and as MediaEngine documents.
 */
export async function openParts(plan: EditPlan, maker: GifMaker, job: Job): Promise<Parts> {
  const [first = '', ...others] = plan.inputs
  const type = await typeOf(first)
  const isGif = type === 'gif'
  // Limits are checked before anything is decoded.
  const gifs = await readGifs(plan.inputs, job)
  const parts = [gifs.get(0) ?? (await readMade(await makeFirst(first, plan, maker, job), 1, job))]
  const { width = 0, height = 0 } = parts[0]?.gif ?? {}
  for (const [index, input] of others.entries()) {
    const part = { input, number: index + 2, reader: gifs.get(index + 1) }
    parts.push(await openNext(part, { width, height }, plan, maker, job))
  }
  const rest = { ...plan, watermarkText: isMarked(type, plan) ? plan.watermarkText : null }
  return { parts, rest: isGif ? rest : withoutClip(plan) }
}

/** Returns true if the watermark is drawn on files of a type. */
function isMarked(type: VideoType | null, { marksAnimations }: EditPlan): boolean {
  return marksAnimations || !isAnimatedPicture(type)
}

async function typeOf(path: string): Promise<VideoType | null> {
  return sniffVideo(await readHead(path, sniffBytes))
}

/** Reads the blocks of those inputs that are GIFs, by position, and checks their limits. Throws AppError. */
async function readGifs(inputs: readonly string[], job: Job): Promise<Map<number, GifFrameReader>> {
  const gifs = new Map<number, GifFrameReader>()
  for (const [index, input] of inputs.entries()) {
    if ((await typeOf(input)) === 'gif') gifs.set(index, await readGif(input, index + 1, job))
  }
  return gifs
}

/** Reads a GIF that was made from an input, and removes its file. Throws AppError. */
async function readMade(path: string, number: number, job: Job): Promise<GifFrameReader> {
  const reader = await readGif(path, number, job)
  await rm(path)
  return reader
}

/** Reads a GIF; if there are several, errors name it by its number. Throws AppError. */
async function readGif(path: string, number: number, { limits }: Job): Promise<GifFrameReader> {
  const bytes = await readFile(path)
  const maxPixels = maxWork(bytes.length, limits)
  try {
    return new GifFrameReader(bytes, {
      maxFrames: limits.maxEditedFrames,
      maxPixels,
      maxScreenPixels: maxKeptSize(limits),
    })
  } catch (error) {
    throw error instanceof GifError ? gifProblem(error, limits, number) : error
  }
}

function tooLargeGif(text: ErrorText, about: { field: string; cause: unknown }): AppError {
  return new AppError('media_too_large', text, about)
}

/** The AppError for a GIF that cannot be edited; it names the GIF by its number if there are several. */
export function gifProblem(error: GifError, limits: SourceLimits, gif = 1): AppError {
  if (error.reason === 'damaged') return brokenGif(error, gif)
  const { width, height } = error.screen
  const about = { field: 'gif', cause: error }
  if (error.reason === 'too_many_frames')
    return tooLargeGif({ detail: 'editTooManyFrames', gif, max: limits.maxEditedFrames }, about)
  if (error.reason === 'too_many_pixels') return tooLargeGif({ detail: 'editTooManyPixels', gif }, about)
  if (width * height <= maxCanvasPixels(limits)) {
    const megapixels = keptMegapixels(limits)
    return tooLargeGif({ detail: 'editTooLarge', gif, width, height, megapixels }, about)
  }
  return gif === 1 ? tooLarge(`${width}x${height}`) : tooLargeGif({ detail: 'gifPixels', gif }, about)
}

/** Makes a GIF from another animation or a video: its frames, their times and its loops, in the shape of the clip. */
async function makeFirst(input: string, plan: EditPlan, maker: GifMaker, job: Job): Promise<string> {
  const { source, loops } = await openFrames(input, plan, job)
  const watermarkText = isMarked(await typeOf(input), plan) ? plan.watermarkText : null
  const shaped = { ...shapeFrames(source, plan.clip, job.limits.maxWidth), watermarkText }
  const options = { ...defaultGifOptions, preset: plan.gif.preset, loops }
  return writeGif('part-1.gif', job, (descriptor) =>
    encodeWithGif(shaped, options, gifOnly(descriptor), maker, job),
  )
}

/** Opens an animation or a video with all of its frames, or at the rate that is requested of a video. */
async function openFrames(input: string, { clip: { fps } }: EditPlan, job: Job): Promise<KeptAnimation> {
  const { limits } = job
  if (fps !== null && !isAnimatedPicture(await typeOf(input))) {
    const clip = { ...defaultClipOptions, fps, width: limits.maxWidth }
    return {
      source: await openSource({ ...wholeVideo(input, job), gif: defaultGifOptions, clip }, job),
      loops: 0,
    }
  }
  const maxAnimationFrames = Math.min(limits.maxAnimationFrames, limits.maxEditedFrames)
  return openKept(input, { ...job, limits: { ...limits, maxAnimationFrames } }, { isEdited: true })
}

/** Returns the remaining edits after a GIF was made from an animation with the options of its clip. */
function withoutClip(plan: EditPlan): EditPlan {
  const { speed, fps, autoLoop, fade } = plan.clip
  return {
    ...plan,
    watermarkText: null,
    repaints: false,
    clip: { ...defaultClipOptions, speed, fps, autoLoop, fade },
  }
}

async function openNext(
  { input, number, reader }: { input: string; number: number; reader: GifFrameReader | undefined },
  size: Size,
  plan: EditPlan,
  maker: GifMaker,
  job: Job,
): Promise<GifFrameReader> {
  const type = await typeOf(input)
  if (reader?.gif.width === size.width && reader.gif.height === size.height) return reader
  const { source } = await openFrames(input, plan, job)
  const options = { ...defaultGifOptions, preset: 'best' as const }
  const watermarkText = isAnimatedPicture(type) ? null : plan.watermarkText
  const path = await writeGif(`part-${number}.gif`, job, (descriptor) =>
    encodeWithGif({ ...fitInto(source, size), watermarkText }, options, gifOnly(descriptor), maker, job),
  )
  return readMade(path, number, job)
}

/** Scales the frames of a source to fit a size, and centers them. */
function fitInto(source: FrameSource, { width, height }: Size): FrameSource {
  const factor = Math.min(width / source.width, height / source.height)
  const side = (pixels: number, most: number) => Math.max(1, Math.min(most, Math.round(pixels * factor)))
  const fitted = { width: side(source.width, width), height: side(source.height, height) }
  const filters = [
    source.filters,
    scaleFilters(fitted, source.hasAlpha),
    `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=black`,
    'setsar=1',
  ].join(',')
  return { ...source, filters, width, height }
}

function wholeVideo(
  input: string,
  { limits }: Job,
): Pick<VideoPlan, 'kind' | 'input' | 'startSeconds' | 'endSeconds' | 'watermarkText'> {
  return { kind: 'video', input, startSeconds: 0, endSeconds: limits.maxClipSeconds, watermarkText: null }
}

const gifOnly = (gifDescriptor: number) => ({
  gifDescriptor,
  maxGifBytes: Infinity,
  findsFlashes: false,
  smallGifs: () => [],
  openOthers: null,
})

async function writeGif(
  name: string,
  job: Job,
  write: (descriptor: number) => Promise<unknown>,
): Promise<string> {
  const path = join(job.folder(), name)
  const file = await open(path, 'w')
  await write(file.fd).finally(() => file.close())
  return path
}
