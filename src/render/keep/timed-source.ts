import { type FrameSource, noFramesMade } from '../job.ts'
import { toolFaultError } from '../tools/ffmpeg.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { timedInput } from '../tools/timed-frames.ts'

/** An animation that is kept: its frames, which can be read once, and how often it plays (0: for ever). */
export type KeptAnimation = { source: FrameSource; loops: number }

/** Frames of ours. */
type Frames = Pick<FrameSource, 'width' | 'height' | 'hasAlpha'> & {
  /** RGBA, 8 bits, straight alpha; each in a buffer of its own. */
  feed: AsyncIterable<Uint8Array>
}

/** Frames with times of their own as a source; where all are shown for as long, it has a rate alone. */
export function timedSource({
  framesMs,
  ...shape
}: Frames & {
  /** How long each frame is shown: whole milliseconds, none of them 0. */
  framesMs: readonly number[]
}): FrameSource {
  const frames = framesMs.length
  const rate = { over: frames * 1000, under: framesMs.reduce((sum, ms) => sum + ms, 0) }
  const source = evenSource({ ...shape, frames, rate })
  return framesMs.every((ms) => ms === framesMs[0]) ? source : { ...source, input: timedInput, framesMs }
}

/** Frames that are all shown for as long as a source. */
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
