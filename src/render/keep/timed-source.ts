import { type FrameSource, noFramesMade } from '../job.ts'
import { toolFaultError } from '../tools/ffmpeg.ts'
import { rawInput } from '../tools/ffmpeg-args.ts'
import { timedInput } from '../tools/timed-frames.ts'

/** An animation that is kept: its frames, which can be read once, and how often it plays (0: for ever). */
export type KeptAnimation = { source: FrameSource; loops: number }

type TimedFrames = Pick<FrameSource, 'width' | 'height' | 'hasAlpha'> & {
  /** How long each frame is shown: whole milliseconds, none of them 0. */
  framesMs: readonly number[]
  /** RGBA, 8 bits, straight alpha; each in a buffer of its own. */
  feed: AsyncIterable<Uint8Array>
}

/** Frames with times of their own as a source; where all are shown for as long, it has a rate alone. */
export function timedSource({ width, height, hasAlpha, framesMs, feed }: TimedFrames): FrameSource {
  const frames = framesMs.length
  const isEven = framesMs.every((ms) => ms === framesMs[0])
  const rate = { over: frames * 1000, under: framesMs.reduce((sum, ms) => sum + ms, 0) }
  return {
    input: isEven ? rawInput({ width, height }, rate) : timedInput,
    filters: 'null',
    feed,
    feedSize: { width, height },
    width,
    height,
    frames,
    rate,
    ...(!isEven && { framesMs }),
    hasAlpha,
    watermarkText: null,
    decoding: null,
    toError: toolFaultError,
    noFrames: noFramesMade,
  }
}
