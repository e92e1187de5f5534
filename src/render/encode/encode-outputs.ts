import type { Rendered } from '../../media/media-engine.ts'
import { type FileHandle, open } from 'node:fs/promises'
import type { FlashMeter } from '../../gif/flashing/flash-meter.ts'
import { presetSettings } from '../../gif/encode/encoder-settings.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import type { SizeNote } from '../../options/rules/size-note.ts'
import { renditionShape } from '../../media/rendition.ts'
import { streamFrames } from '../decode/frame-stream.ts'
import { sourceMs, type FrameSource, type Job, renditionPath, shownMs } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import type { GifFile, GifMaker } from './gif-maker.ts'
import type { Findings, Outputs } from './outputs.ts'

/** The result of encoding a source. */
export type Encoded = {
  width: number
  height: number
  frames: number
  durationMs: number
  /** True if any frame has a transparent pixel. */
  hasAlpha: boolean
  /** True if it flashes more than three times within a second; null if that was not checked. */
  flashing: boolean | null
  gifBytes: number
  /** Null if nothing is made besides the GIF. */
  findings: Findings | null
  /** Present if the GIF has a size limit and there is something to report about it. */
  sizeNote?: SizeNote
}

export type Made = Encoded & Pick<Rendered, 'loop'>

/** The GIF encoder treats pixels with less alpha as transparent. */
const opaqueAlpha = 128

/**
 * Makes every output of the frames, which are decoded once: ffmpeg makes its outputs as they arrive, `maker` the GIFs.
 * Throws AppError, after stopping a maker that was running.
 */
export async function encodeWithGif(
  source: FrameSource,
  options: GifOptions,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<Encoded> {
  const { width, height } = source
  const own = outputs.gifDescriptor === null ? await open(renditionPath(job, 'gif'), 'w') : null
  const descriptor = own?.fd ?? outputs.gifDescriptor ?? -1
  try {
    const file = { width, height, descriptor, maxFileBytes: outputs.maxGifBytes }
    const { gifBytes, ...made } = await encode(source, options, outputs, [file], maker, job)
    return { ...made, gifBytes: gifBytes[0] ?? 0 }
  } finally {
    await own?.close()
  }
}

/** Makes every output except the GIF itself, as `encodeWithGif` does. */
export async function encodeOtherOutputs(
  source: FrameSource,
  options: GifOptions,
  outputs: Outputs,
  maker: GifMaker,
  job: Job,
): Promise<Omit<Encoded, 'gifBytes'>> {
  const { gifBytes: _, ...made } = await encode(source, options, outputs, [], maker, job)
  return made
}

/**
 * Makes GIFs into these files, with `maker` if there are any, and all other outputs. Returns the bytes of each file.
 */
async function encode(
  source: FrameSource,
  options: GifOptions,
  outputs: Outputs,
  files: GifFile[],
  maker: GifMaker,
  job: Job,
): Promise<Omit<Encoded, 'gifBytes'> & { gifBytes: number[] }> {
  const { width, height, rate, framesMs } = source
  const opened: FileHandle[] = []
  const all = [...files]
  const done = { decoded: 0, encoded: 0 }
  const report = () => {
    const total = all.length > 0 ? 2 * source.frames : source.frames
    job.onProgress(Math.min(1, (done.decoded + done.encoded) / total))
  }
  const start = () =>
    maker.start({
      frame: { width, height },
      loops: options.loops,
      groups: [
        { settings: presetSettings(options.preset), frameMs: framesMs ?? 1000 / valueOf(rate), files: all },
      ],
      onFrames: (encoded) => {
        done.encoded = encoded
        report()
        job.onFrames?.('encode', encoded, source.frames)
      },
    })
  try {
    for (const name of outputs.smallGifs(source)) {
      const file = await open(renditionPath(job, name), 'w')
      opened.push(file)
      const { maxGifBytes: maxFileBytes } = outputs
      const small = renditionShape(name, { ...source, durationMs: 1 })
      all.push({ width: small.width, height: small.height, descriptor: file.fd, maxFileBytes })
    }
    const hasGifs = all.length > 0
    const made = await encodeInFfmpeg(source, options, outputs, job, (frame, count) => {
      // Only when the first has arrived: a source may have no frame at all.
      if (hasGifs && count === 1) start()
      done.decoded = count
      report()
      return hasGifs ? maker.write(frame) : undefined
    })
    return { ...made, gifBytes: hasGifs ? (await maker.finish()).bytes : [] }
  } catch (error) {
    // Before the files are closed, because their descriptors may be reused.
    if (!maker.isIdle) await maker.close()
    throw error
  } finally {
    for (const file of opened) await file.close()
  }
}

/** Makes every output except GIFs, and also calls `onFrame` with each frame. Throws AppError. */
async function encodeInFfmpeg(
  source: FrameSource,
  options: GifOptions,
  { openOthers, findsFlashes }: Outputs,
  job: Job,
  onFrame: (frame: Uint8Array, count: number) => Promise<void> | void,
): Promise<Omit<Encoded, 'gifBytes'>> {
  const { width, height } = source
  const others = openOthers?.(source, options, job)
  const flashes = findsFlashes ? await openFlashMeter(source) : null
  let hasAlpha = false
  const frames = await streamFrames(
    source,
    job,
    (frame, count) => {
      const frameMs = shownMs(source, count - 1)
      others?.onFrame(frame, frameMs)
      flashes?.add(frame, frameMs)
      hasAlpha ||= source.hasAlpha && hasTransparentPixel(frame)
      return onFrame(frame, count)
    },
    others?.branches,
  )
  const durationMs = sourceMs(source, frames)
  const findings = (await others?.finish({ frames, durationMs })) ?? null
  const flashing = flashes?.finish(options.loops) ?? null
  return { width, height, frames, durationMs, hasAlpha, flashing, findings }
}

/** Opens a flash meter, loading its code on demand. */
export async function openFlashMeter(size: { width: number; height: number }): Promise<FlashMeter> {
  const meters = await import('../../gif/flashing/flash-meter.ts')
  return new meters.FlashMeter(size)
}

function hasTransparentPixel(frame: Uint8Array): boolean {
  for (let at = 3; at < frame.length; at += 4) if ((frame[at] ?? 0) < opaqueAlpha) return true
  return false
}
