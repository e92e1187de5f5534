import { join } from 'node:path'
import { LoopFinder, type LoopWindow } from '../../gif/loop/loop-finder.ts'
import { reserveAhead } from '../../lib/disk/reserve-ahead.ts'
import { hasSpareSpace } from '../../lib/disk/free-space.ts'
import { makeThumbnail, thumbnailSize } from '../../gif/loop/luma-thumbnail.ts'
import type { GifOptions } from '../../media/gif-options.ts'
import type { FrameFeed } from './clip-feed.ts'
import { frameOrder } from '../process/frame-order.ts'
import { FrameSpool, noSpaceForFrames } from '../process/frame-file.ts'
import type { Frame } from './pam.ts'

/** All frames of a feed, and the order in which they are to be shown. */
export type SpooledFrames = {
  spool: FrameSpool
  order: number[]
  width: number
  height: number
  frameMs: number
  /** The part that loops best, where it was looked for; its frames are those of the order. */
  loop: LoopWindow | null
}

export type SpoolWish = {
  gif: Pick<GifOptions, 'reverse' | 'boomerang'>
  autoLoop: boolean
  /** Where the spool is made. */
  folder: string
  onFrame: (count: number) => void
}

/**
 * Takes a feed to its end into a spool. Whoever called closes the spool. Throws what the feed throws, and AppError
 * unavailable before the disk is full.
 */
export async function spoolFeed(feed: FrameFeed, wish: SpoolWish): Promise<SpooledFrames> {
  const reserveUpTo = reserveAhead((bytes) => checkSpace(wish.folder, bytes))
  let begun: { spool: FrameSpool; finder: LoopFinder; width: number; height: number } | undefined
  try {
    for await (const { width, height, pixels } of feed.frames) {
      begun ??= {
        ...{ width, height },
        spool: await FrameSpool.create(join(wish.folder, 'frames.rgba'), pixels.length),
        finder: new LoopFinder(thumbnailSize({ width, height }), 1000 / feed.frameMs),
      }
      await reserveUpTo((begun.spool.count + 1) * pixels.length)
      await begun.spool.append(pixels)
      if (wish.autoLoop) begun.finder.add(makeThumbnail(pixels, begun))
      wish.onFrame(begun.spool.count)
    }
    if (begun === undefined) throw new Error('a feed without frames')
  } catch (error) {
    await begun?.spool.close()
    throw error
  }
  const { spool, finder, width, height } = begun
  const loop = wish.autoLoop ? finder.find() : null
  const order = frameOrder(loop ?? { firstFrame: 0, frameCount: spool.count }, wish.gif)
  return { spool, order, width, height, frameMs: feed.frameMs, loop }
}

/** Throws AppError unavailable where frames of so many bytes more would fill the disk of a folder. */
export async function checkSpace(folder: string, bytes: number): Promise<void> {
  if (!(await hasSpareSpace(folder, bytes))) throw noSpaceForFrames()
}

/** The frames in their order. */
export function feedOf(spooled: SpooledFrames): FrameFeed {
  return { frameMs: spooled.frameMs, expectedFrames: spooled.order.length, frames: framesIn(spooled) }
}

async function* framesIn({ spool, order, width, height }: SpooledFrames): AsyncGenerator<Frame> {
  for await (const pixels of spool.read(order)) yield { width, height, pixels }
}
