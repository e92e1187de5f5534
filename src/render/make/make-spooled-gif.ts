import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { SmallerFrames } from '../../gif/size-limit/smaller-frames.ts'
import type { FrameFeed } from './clip-feed.ts'
import { FrameSpool } from '../process/frame-file.ts'
import { encodeFeed, type MadeGif, type MakeOptions } from './make-gif.ts'
import { shrinkToFit } from '../encode/shrink-to-fit.ts'
import { fitToSize } from '../encode/size-thread.ts'
import { checkSpace, feedOf, spoolFeed, type SpooledFrames } from './spooled-feed.ts'
import { writeOut } from './write-out.ts'

/** Makes a GIF whose frames are needed out of their order, or more than once. Throws as makeGif does. */
export async function makeSpooledGif(feed: FrameFeed, options: MakeOptions): Promise<MadeGif> {
  const { gif, autoLoop, makeFolder, onRead } = options
  const folder = makeFolder()
  const onFrame = (count: number) => onRead(count, feed.expectedFrames)
  const spooled = await spoolFeed(feed, { gif, autoLoop, folder, onFrame })
  try {
    const made =
      gif.maxBytes === null
        ? await encodeFeed(feedOf(spooled), options)
        : await fitFrames(spooled, gif.maxBytes, folder, options)
    return { ...made, loop: loopOf(spooled) }
  } finally {
    await spooled.spool.close()
  }
}

function loopOf({ loop, frameMs }: SpooledFrames): MadeGif['loop'] {
  if (loop === null) return null
  const startSeconds = (loop.firstFrame * frameMs) / 1000
  return { startSeconds, endSeconds: startSeconds + (loop.frameCount * frameMs) / 1000 }
}

/** Finds the best GIF of at most so many bytes: worse in looks at first, then of fewer pixels and frames. */
async function fitFrames(
  spooled: SpooledFrames,
  maxBytes: number,
  folder: string,
  options: MakeOptions,
): Promise<Omit<MadeGif, 'loop'>> {
  const { gif, descriptor, signal, onFrames } = options
  const file = await open(join(folder, 'fitted.gif'), 'wx+', 0o600)
  let current = spooled
  try {
    const { frames, bytes } = await shrinkToFit(spooled, {
      maxBytes,
      fit: ({ width, height, order, frameMs, spool }) => {
        const job = {
          ...{ width, height, order, maxBytes, frames: spool.descriptor, durationMs: frameMs },
          ...{ preset: gif.preset, loops: gif.loops, output: file.fd },
        }
        const onProgress = (fraction: number) => onFrames(Math.round(fraction * order.length), order.length)
        return fitToSize(job, { signal, onProgress })
      },
      shrink: async (tried, smaller) => {
        current = await shrink(tried, smaller, folder)
        if (tried !== spooled) await tried.spool.close()
        return current
      },
    })
    for await (const part of file.createReadStream({ start: 0, autoClose: false })) {
      await writeOut(descriptor, part as Uint8Array)
    }
    return { width: frames.width, height: frames.height, frames: frames.order.length, bytes }
  } finally {
    if (current !== spooled) await current.spool.close()
    await file.close()
  }
}

async function shrink(
  { spool, order, width, height, frameMs, loop }: SpooledFrames,
  to: SmallerFrames,
  folder: string,
): Promise<SpooledFrames> {
  const { sharp } = await import('../tools/sharp.ts')
  const kept = order.filter((_, index) => index % to.keepEvery === 0)
  // Each is stored once, however often it is shown.
  const stored = [...new Set(kept)]
  await checkSpace(folder, stored.length * to.width * to.height * 4)
  const smaller = await FrameSpool.create(join(folder, 'smaller.rgba'), to.width * to.height * 4)
  try {
    for await (const pixels of spool.read(stored)) {
      const raw = { width, height, channels: 4 as const }
      const scaled = sharp(pixels, { raw }).resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' })
      await smaller.append(await scaled.raw().toBuffer())
    }
  } catch (error) {
    await smaller.close()
    throw error
  }
  const places = new Map(stored.map((frame, place) => [frame, place]))
  return {
    ...{ spool: smaller, order: kept.map((frame) => places.get(frame) ?? 0), loop },
    ...{ width: to.width, height: to.height, frameMs: frameMs * to.keepEvery },
  }
}
