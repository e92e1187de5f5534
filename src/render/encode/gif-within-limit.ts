import { open } from 'node:fs/promises'
import { triedLimit, type SmallerFrames } from '../../gif/size-limit/smaller-frames.ts'
import type { RenditionName } from '../../media/rendition.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import { type Job, renditionPath } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import { fitToSize, type SizeResult } from './size-limit-thread.ts'
import { readStoredFrames, type StoredClip, storeFrames } from '../process/stored-frames.ts'
import { scaleFilters } from '../process/scale.ts'
import type { ShownFrame } from '../process/step.ts'
import { limitTooSmall } from './gif-error.ts'

/** The maximum number of tries, each smaller than the one before: a GIF that does not fit after them never will. */
const maxTries = 8

/**
 * Makes a GIF of frames that takes at most `maxBytes`: whenever `fit` does not succeed, `shrink` returns smaller frames
 * for the next try. Returns the frames that fit, with the bytes and quality level of the GIF. Throws AppError
 * invalid_value, field max_bytes, if nothing does.
 */
export async function shrinkToFit<Frames>(
  given: Frames,
  steps: {
    maxBytes: number
    fit: (frames: Frames) => Promise<SizeResult>
    shrink: (frames: Frames, smaller: SmallerFrames) => Promise<Frames>
  },
): Promise<{ frames: Frames; bytes: number; level: number }> {
  let frames = given
  for (let tries = 1; ; tries += 1) {
    const result = await steps.fit(frames)
    if (result.fits) return { frames, bytes: result.bytes, level: result.level }
    if (tries === maxTries) throw limitTooSmall(triedLimit(result.tried, steps.maxBytes))
    frames = await steps.shrink(frames, result.smaller)
  }
}

/** The file to make, and its limits. */
type LimitedFile = {
  maxBytes: number
  /** The rendition; default: the GIF itself. */
  name?: RenditionName
  /** Keeps the file of the frames open. */
  keepsClip?: boolean
}

/** Stored frames, and the order in which they are shown. */
export type OrderedFrames = { clip: StoredClip; order: ShownFrame[] }

/** The frames that a GIF was made from, and its quality level: from 0, the best of the preset, to 1. */
export type FittedFrames = OrderedFrames & { level: number }

/**
 * Makes a GIF of frames that takes at most `maxBytes`: first with lower quality, then with fewer pixels and frames.
 * Returns the frames that it was made from, in a new file if they were shrunk; the given file is then closed, and also
 * on errors, unless `keepsClip`. Throws AppError invalid_value, field max_bytes, if nothing would be left to see.
 */
export async function makeGifWithinLimit(
  given: OrderedFrames,
  options: Pick<GifOptions, 'preset' | 'loops'> & LimitedFile,
  job: Job,
): Promise<FittedFrames> {
  // Never aborted: the pool ends the whole process.
  const { signal } = new AbortController()
  const { preset, maxBytes, loops, name = 'gif', keepsClip = false } = options
  const close = async ({ clip }: OrderedFrames) => {
    if (!keepsClip || clip !== given.clip) await clip.file.close()
  }
  const file = await open(renditionPath(job, name), 'w').catch(async (error: unknown) => {
    await close(given)
    throw error
  })
  let current = given
  try {
    const { frames, level } = await shrinkToFit(given, {
      maxBytes,
      fit: ({ clip, order }) => {
        const { width, height, rate } = clip.source
        const durationMs = 1000 / valueOf(rate)
        return fitToSize(
          {
            width,
            height,
            count: order.length,
            durationMs,
            preset,
            maxBytes,
            loops,
            output: file.fd,
          },
          {
            signal,
            onProgress: job.onProgress,
            frameAt: (index) => clip.file.readFrame(order[index] ?? 0),
          },
        )
      },
      shrink: async (frames, smaller) => {
        const shrunk = await shrink(frames, smaller, job)
        await close(frames)
        return (current = shrunk)
      },
    })
    return { ...frames, level }
  } catch (error) {
    await close(current)
    throw error
  } finally {
    await file.close()
  }
}

/** Stores smaller frames. */
async function shrink(
  { clip, order }: OrderedFrames,
  { keepEvery, ...size }: SmallerFrames,
  job: Job,
): Promise<OrderedFrames> {
  const { hasAlpha, rate } = clip.source
  const kept = order.filter((_, index) => index % keepEvery === 0)
  // Each frame is stored once, however often it is shown.
  const stored = new Map(kept.map((shown) => [JSON.stringify(shown), shown]))
  const smaller = await storeFrames(
    {
      ...readStoredFrames(clip, [...stored.values()]),
      ...size,
      filters: scaleFilters(size, hasAlpha),
      rate: { ...rate, under: rate.under * keepEvery },
    },
    false,
    { ...job, onProgress: () => undefined, onFrames: () => undefined },
  )
  const places = new Map([...stored.keys()].map((key, place) => [key, place]))
  return { clip: smaller, order: kept.map((shown) => places.get(JSON.stringify(shown)) ?? 0) }
}
