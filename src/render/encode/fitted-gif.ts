import { open } from 'node:fs/promises'
import type { SmallerFrames } from '../../gif/size-limit/smaller-frames.ts'
import type { GifOptions } from '../../media/gif-options.ts'
import { type Job, renditionPath } from '../job.ts'
import { valueOf } from '../probe/ratio.ts'
import { shrinkToFit } from './shrink-to-fit.ts'
import { fitToSize } from './size-thread.ts'
import { fillSpool, fromSpool, type Spooled } from '../process/stored-frames.ts'
import { scaleFilters } from '../process/scale.ts'

/** Frames in a spool and the order that they are shown in. */
export type Ordered = { spooled: Spooled; order: number[] }

/**
 * Makes the GIF of frames so that it takes at most `maxBytes`: worse in looks at first, then of fewer pixels and frames.
 * Gives the frames that it was made of, with a spool of their own where they were shrunk; the one that was given is
 * closed then, and where it throws. Throws AppError invalid_value, field max_bytes, where nothing would be left to see.
 */
export async function makeFittedGif(
  given: Ordered,
  options: GifOptions & { maxBytes: number },
  job: Job,
): Promise<Ordered> {
  // The pool ends the whole process.
  const { signal } = new AbortController()
  const { preset, maxBytes, loops } = options
  const file = await open(renditionPath(job, 'gif'), 'w').catch(async (error: unknown) => {
    await given.spooled.spool.close()
    throw error
  })
  let current = given
  try {
    const { frames } = await shrinkToFit(given, {
      maxBytes,
      fit: ({ spooled, order }) => {
        const { width, height, rate } = spooled.source
        const durationMs = 1000 / valueOf(rate)
        return fitToSize(
          {
            ...{ width, height, order, frames: spooled.spool.descriptor, durationMs },
            ...{ preset, maxBytes, loops, output: file.fd },
          },
          { signal, onProgress: job.onProgress },
        )
      },
      shrink: async (frames, smaller) => (current = await shrink(frames, smaller, job)),
    })
    return frames
  } catch (error) {
    await current.spooled.spool.close()
    throw error
  } finally {
    await file.close()
  }
}

/** Closes the spool of the frames that it is given, when it has those of the smaller ones. */
async function shrink(
  { spooled, order }: Ordered,
  { keepEvery, ...size }: SmallerFrames,
  job: Job,
): Promise<Ordered> {
  const { hasAlpha, rate } = spooled.source
  const kept = order.filter((_, index) => index % keepEvery === 0)
  // Each is stored once, however often it is shown.
  const stored = [...new Set(kept)]
  const smaller = await fillSpool(
    {
      ...fromSpool(spooled, stored),
      ...{ ...size, filters: scaleFilters(size, hasAlpha), rate: { ...rate, under: rate.under * keepEvery } },
    },
    false,
    { ...job, onProgress: () => undefined },
  )
  await spooled.spool.close()
  const places = new Map(stored.map((frame, place) => [frame, place]))
  return { spooled: smaller, order: kept.map((frame) => places.get(frame) ?? 0) }
}
