import { open } from 'node:fs/promises'
import { presetSettings } from '../../gif/encode/encoder-settings.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import { streamFrames } from '../decode/frame-stream.ts'
import { type FrameSource, type Job, renditionPath } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import type { GifThread } from './gif-thread.ts'
import type { Outputs } from './outputs.ts'

/** What was made of a source. */
export type Encoded = {
  width: number
  height: number
  frames: number
  durationMs: number
  /** Whether any frame has a transparent pixel. */
  hasAlpha: boolean
  gifBytes: number
}

/** The encoder of the GIF shows a pixel of less alpha as transparent. */
const opaqueAlpha = 128

/**
 * Makes every output of the frames, which are decoded once: ffmpeg makes what it can as they come, the thread makes the
 * GIF beside it. Throws AppError; a thread that was at work is ended then.
 */
export async function encodeOutputs(
  source: FrameSource,
  options: GifOptions,
  outputs: Outputs,
  thread: GifThread,
  job: Job,
): Promise<Encoded> {
  const { width, height, rate } = source
  const file = outputs.gifDescriptor === null ? await open(renditionPath(job, 'gif'), 'w') : null
  const descriptor = file?.fd ?? outputs.gifDescriptor ?? -1
  const done = { decoded: 0, encoded: 0 }
  const report = () => job.onProgress(Math.min(1, (done.decoded + done.encoded) / (2 * source.frames)))
  const start = () =>
    thread.start({
      format: { width, height, loops: options.loops },
      settings: presetSettings(options.preset),
      frameMs: 1000 / valueOf(rate),
      descriptor,
      maxFileBytes: outputs.maxGifBytes,
      onFrames: (encoded) => {
        done.encoded = encoded
        report()
        job.onFrames?.('encode', encoded, source.frames)
      },
    })
  try {
    const made = await encodeOtherOutputs(source, options, outputs, job, (frame, count) => {
      // Not before the first has come: a source may have no frame at all.
      if (count === 1) start()
      done.decoded = count
      report()
      return thread.write(frame)
    })
    const { bytes } = await thread.finish()
    return { ...made, gifBytes: bytes }
  } catch (error) {
    // Before the file is closed: its number may soon be that of another.
    if (!thread.isIdle) await thread.close()
    throw error
  } finally {
    await file?.close()
  }
}

/** Makes every output but the GIF, and calls `onFrame` with each frame as well. Throws AppError. */
export async function encodeOtherOutputs(
  source: FrameSource,
  options: GifOptions,
  { openOthers }: Pick<Outputs, 'openOthers'>,
  job: Job,
  onFrame: (frame: Uint8Array, count: number) => Promise<void> | void,
): Promise<Omit<Encoded, 'gifBytes'>> {
  const { width, height, rate } = source
  const others = openOthers?.(source, options, job)
  let hasAlpha = false
  const frames = await streamFrames(
    source,
    job,
    (frame, count) => {
      others?.onFrame(frame)
      hasAlpha ||= source.hasAlpha && hasTransparentPixel(frame)
      return onFrame(frame, count)
    },
    others?.branches,
  )
  const durationMs = Math.round((frames * 1000) / valueOf(rate))
  await others?.finish({ frames, durationMs })
  return { width, height, frames, durationMs, hasAlpha }
}

function hasTransparentPixel(frame: Uint8Array): boolean {
  for (let at = 3; at < frame.length; at += 4) if ((frame[at] ?? 0) < opaqueAlpha) return true
  return false
}
