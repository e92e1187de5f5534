import { open } from 'node:fs/promises'
import type { SmallerFrames } from '../../gif/size-limit/smaller-frames.ts'
import type { GifOptions } from '../../options/gif-options.ts'
import { type Job, renditionPath } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import { shrinkToFit } from './shrink-to-fit.ts'
import { fitToSize } from './size-limit-thread.ts'
import { storeFrames, readStoredFrames, type StoredClip } from '../process/stored-frames.ts'
import { scaleFilters } from '../process/scale.ts'
import type { ShownFrame } from '../process/step.ts'

/** Stored frames and the order that they are shown in. */
export type OrderedFrames = { clip: StoredClip; order: ShownFrame[] }

/**
 * Makes the GIF of frames so that it takes at most `maxBytes`: worse in looks at first, then of fewer pixels and frames.
 * Gives the frames that it was made of, with a file of their own where they were shrunk; the one that was given is
 * closed then, and where it throws. Throws AppError invalid_value, field max_bytes, where nothing would be left to see.
 */
export async function makeGifWithinLimit(
  given: OrderedFrames,
  options: GifOptions & { maxBytes: number },
  job: Job,
): Promise<OrderedFrames> {
  // The pool ends the whole process.
  const { signal } = new AbortController()
  const { preset, maxBytes, loops } = options
  const file = await open(renditionPath(job, 'gif'), 'w').catch(async (error: unknown) => {
    await given.clip.file.close()
    throw error
  })
  let current = given
  try {
    const { frames } = await shrinkToFit(given, {
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
      shrink: async (frames, smaller) => (current = await shrink(frames, smaller, job)),
    })
    return frames
  } catch (error) {
    await current.clip.file.close()
    throw error
  } finally {
    await file.close()
  }
}

/** Closes the file of the frames that it is given, when it has those of the smaller ones. */
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
  await clip.file.close()
  const places = new Map([...stored.keys()].map((key, place) => [key, place]))
  return { clip: smaller, order: kept.map((shown) => places.get(JSON.stringify(shown)) ?? 0) }
}
