import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameFeed } from './clip-feed.ts'
import { FrameSpool } from './frame-spool.ts'
import { encodeFeed, type MadeGif, type MakeOptions } from './make-gif.ts'
import { fitToSize } from './size-thread.ts'
import { feedOf, spoolFeed, type SpooledFrames } from './spooled-feed.ts'
import { writeOut } from './write-out.ts'

/** Each try is smaller than the one before; what does not fit after so many never will. */
const maxTries = 8

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
  let tried = spooled
  try {
    for (let tries = 0; tries < maxTries; tries += 1) {
      const { width, height, order } = tried
      const job = {
        ...{ width, height, order, maxBytes, frames: tried.spool.descriptor, durationMs: tried.frameMs },
        ...{ preset: gif.preset, loops: gif.loops, output: file.fd },
      }
      const onProgress = (fraction: number) => onFrames(Math.round(fraction * order.length), order.length)
      const result = await fitToSize(job, { signal, onProgress })
      if (result.fits) {
        for await (const bytes of file.createReadStream({ start: 0, autoClose: false })) {
          await writeOut(descriptor, bytes as Uint8Array)
        }
        return { width, height, frames: order.length, bytes: result.bytes }
      }
      const smaller = await shrink(tried, result.shrinking, folder)
      if (tried !== spooled) await tried.spool.close()
      tried = smaller
    }
    throw new Error('the GIF is still too large')
  } finally {
    if (tried !== spooled) await tried.spool.close()
    await file.close()
  }
}

async function shrink(
  { spool, order, width, height, frameMs, loop }: SpooledFrames,
  to: { width: number; height: number; keepEvery: number },
  folder: string,
): Promise<SpooledFrames> {
  const { sharp } = await import('./sharp.ts')
  const kept = order.filter((_, index) => index % to.keepEvery === 0)
  const smaller = await FrameSpool.create(join(folder, 'smaller.rgba'), to.width * to.height * 4)
  try {
    for await (const pixels of spool.read(kept)) {
      const raw = { width, height, channels: 4 as const }
      const scaled = sharp(pixels, { raw }).resize(to.width, to.height, { fit: 'fill', kernel: 'cubic' })
      await smaller.append(await scaled.raw().toBuffer())
    }
  } catch (error) {
    await smaller.close()
    throw error
  }
  return {
    ...{ spool: smaller, order: kept.map((_, index) => index), loop },
    ...{ width: to.width, height: to.height, frameMs: frameMs * to.keepEvery },
  }
}
