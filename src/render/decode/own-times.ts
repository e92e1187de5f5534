import type { FrameTimes } from '../../options/rules/frame-times.ts'
import type { FrameSource, Job } from '../job.ts'
import { timedSource } from '../keep/timed-source.ts'
import { pullFrames } from '../process/pull-frames.ts'
import { streamFrames } from './frame-stream.ts'

/** Stamps are rounded to milliseconds when frames are passed on. */
const roundingMs = 1.5

/**
 * Returns the frames of a video with their own times. `source` has all frames from the first that is shown to the last,
 * with stamps that count from the first. If a frame could not be decoded, the one before it stays on screen.
 */
export function withOwnTimes(
  source: FrameSource,
  { shown, framesMs }: FrameTimes & { framesMs: number[] },
  stamps: readonly number[],
  job: Job,
): FrameSource {
  const { width, height, hasAlpha, watermarkText, toError, noFrames } = source
  const first = stamps[shown[0] ?? 0] ?? 0
  const wantedMs = shown.map((index) => ((stamps[index] ?? 0) - first) * 1000)
  const feed = pullFrames(async (hand) => {
    const onScreen = new Uint8Array(width * height * 4)
    let isFilled = false
    let handed = 0
    const handUntil = async (stampMs: number) => {
      while (handed < wantedMs.length && (wantedMs[handed] ?? 0) < stampMs - roundingMs) {
        handed += 1
        await hand(onScreen, handed, 0)
      }
    }
    await streamFrames(
      { ...source, isStamped: true, watermarkText: null },
      job,
      async (frame, _, stampMs) => {
        if (isFilled) await handUntil(stampMs)
        onScreen.set(frame)
        isFilled = true
      },
    )
    await handUntil(Infinity)
  })
  return { ...timedSource({ width, height, hasAlpha, framesMs, feed }), watermarkText, toError, noFrames }
}
