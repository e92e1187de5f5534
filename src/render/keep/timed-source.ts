import { type FrameSource, noFramesMade } from '../job.ts'
import { toolFaultError } from '../tools/ffmpeg.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { timedInput } from '../tools/timed-frames.ts'

/** A kept animation: its frames, which can be read once, and the number of times it plays (0: forever). */
export type KeptAnimation = { source: FrameSource; loops: number }

/** Frames that we feed to ffmpeg. */
type Frames = Pick<FrameSource, 'width' | 'height' | 'hasAlpha'> & {
  /** RGBA, 8 bits, straight alpha; each in a new buffer. */
  feed: AsyncIterable<Uint8Array>
}

/** Returns frames with individual times as a source; if all times are equal, it only has a rate. */
export function timedSource({
  framesMs,
  ...shape
}: Frames & {
  /** The time each frame is shown: whole milliseconds, none of them 0. */
  framesMs: readonly number[]
}): FrameSource {
  const frames = framesMs.length
  const rate = { over: frames * 1000, under: framesMs.reduce((sum, ms) => sum + ms, 0) }
  const source = evenSource({ ...shape, frames, rate })
  return framesMs.every((ms) => ms === framesMs[0]) ? source : { ...source, input: timedInput, framesMs }
}

/** Returns frames of equal duration as a source. */
export function evenSource(shape: Frames & Pick<FrameSource, 'frames' | 'rate'>): FrameSource {
  const { width, height, rate } = shape
  return {
    ...shape,
    input: rawInput({ width, height }, rate),
    filters: 'null',
    feedSize: { width, height },
    watermarkText: null,
    decoding: null,
    toError: toolFaultError,
    noFrames: noFramesMade,
  }
}
