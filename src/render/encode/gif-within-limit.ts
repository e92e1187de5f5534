import { open } from 'node:fs/promises'
import type { SmallerFrames } from '../../gif/size-limit/smaller-frames.ts'
import type { RenditionName } from '../../media/rendition.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import { type Job, renditionPath } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import { shrinkToFit } from './shrink-to-fit.ts'
import { fitToSize } from './size-limit-thread.ts'
import { storeFrames, readStoredFrames, type StoredClip } from '../process/stored-frames.ts'
import { scaleFilters } from '../process/scale.ts'
import type { ShownFrame } from '../process/step.ts'

/** The file that is made, and what it may take. */
type LimitedFile = {
  maxBytes: number
  /** The rendition; the GIF itself where it is left out. */
  name?: RenditionName
  /** The file of the frames stays open. */
  keepsClip?: boolean
}

/** Stored frames and the order that they are shown in. */
export type OrderedFrames = { clip: StoredClip; order: ShownFrame[] }

/** The frames that a GIF was made of, and its level of quality: from 0, as good as the preset gets, to 1. */
export type FittedFrames = OrderedFrames & { level: number }

/**
 * Makes the GIF of frames so that it takes at most `maxBytes`: worse in looks at first, then of fewer pixels and frames.
 * Gives the frames that it was made of, with a file of their own where they were shrunk; the one that was given is
 * closed then, and where it throws, unless `keepsClip`. Throws AppError invalid_value, field max_bytes, where nothing would be left to see.
 */
export async function makeGifWithinLimit(
  given: OrderedFrames,
  options: Pick<GifOptions, 'preset' | 'loops'> & LimitedFile,
  job: Job,
): Promise<FittedFrames> {
  // The pool ends the whole process.
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
  // Each is stored once, however often it is shown.
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
