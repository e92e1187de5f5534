import type { GifOptions } from '../../media/gif-options.ts'
import { presetSettings } from '../../gif/encode/encoder-settings.ts'
import type { FrameFeed } from './clip-feed.ts'
import { GifThread } from '../encode/gif-thread.ts'
import type { Frame } from './pam.ts'

export type MakeOptions = {
  gif: GifOptions
  autoLoop: boolean
  watermarkText: string | null
  /** What the GIF is written to, by its number; it stays open. */
  descriptor: number
  signal: AbortSignal
  /** Gives a folder for what has to be kept meanwhile; asked only where something has. */
  makeFolder: () => string
  /** Told of each frame that is read where all are read before the first is encoded. */
  onRead: (frames: number, of: number | null) => void
  /** Told of each frame that is encoded; `of` is null where nobody knows how many there will be. */
  onFrames: (frames: number, of: number | null) => void
}

export type MadeGif = {
  width: number
  height: number
  frames: number
  bytes: number
  /** The part of the clip that was taken, in seconds of the GIF's own time, where a loop was looked for. */
  loop: { startSeconds: number; endSeconds: number } | null
}

/**
 * Makes one GIF, and nothing beside it, of the frames that `open` gives; they are encoded in a thread while the next
 * ones are decoded. Throws what the feed and the encoder throw, and the signal's reason.
 */
export async function makeGif(open: () => Promise<FrameFeed>, options: MakeOptions): Promise<MadeGif> {
  // Opened before a thread starts: both take a while.
  const opened = open().then((feed) => marked(feed, options.watermarkText))
  opened.catch(() => undefined)
  const { reverse, boomerang, maxBytes } = options.gif
  if (!reverse && !boomerang && maxBytes === null && !options.autoLoop) {
    return { ...(await encodeFeed(opened, options)), loop: null }
  }
  const { makeSpooledGif } = await import('./make-spooled-gif.ts')
  return makeSpooledGif(await opened, options)
}

/** Encodes frames as they come. Throws as makeGif does. */
export async function encodeFeed(
  opened: FrameFeed | Promise<FrameFeed>,
  { gif, descriptor, signal, onFrames }: MakeOptions,
): Promise<Omit<MadeGif, 'loop'>> {
  const thread = new GifThread()
  const stop = () => void thread.close()
  signal.addEventListener('abort', stop)
  try {
    const feed = await opened
    let size: { width: number; height: number } | undefined
    for await (const { width, height, pixels } of feed.frames) {
      if (size === undefined) {
        size = { width, height }
        thread.start({
          format: { ...size, loops: gif.loops },
          settings: presetSettings(gif.preset),
          frameMs: feed.frameMs,
          descriptor,
          maxFileBytes: Infinity,
          onFrames: (count) => onFrames(count, feed.expectedFrames),
        })
      }
      await thread.write(pixels)
    }
    if (size === undefined) throw new Error('a feed without frames')
    return { ...size, ...(await thread.finish()) }
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    signal.removeEventListener('abort', stop)
    await thread.close()
  }
}

/** What draws letters takes a while to load, and few ask for them. */
async function marked(feed: FrameFeed, text: string | null): Promise<FrameFeed> {
  if (text === null) return feed
  const { markFrames } = await import('./mark-frames.ts')
  const frames: AsyncIterable<Frame> = markFrames(feed.frames, text)
  return { ...feed, frames }
}
