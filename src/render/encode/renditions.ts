import { open, writeFile } from 'node:fs/promises'
import { presetSettings } from '../../gif/encode/encoder-settings.ts'
import type { GifOptions } from '../../media/gif-options.ts'
import { maxRenditionBytes } from '../../media/rendition.ts'
import { streamFrames, type TakeFrame } from '../decode/frame-stream.ts'
import type { GifThread } from './gif-thread.ts'
import { type FrameSource, type Job, renditionPath } from '../job.ts'
import { KeptFrame } from './thumbnail-frame.ts'
import { mp4Branch } from './mp4.ts'
import type { Made } from '../protocol.ts'
import { valueOf } from '../probe/ratio.ts'
import { drawThumbnail } from './thumbnail.ts'
import { isAnimated, webpBranch, writeStillWebp } from './webp.ts'

/** What is made of a source, but for where it came from. */
type Encoded = Omit<Made, 'loop'>

/**
 * Makes every rendition of the frames, which are decoded once: ffmpeg makes MP4 and WebP of them as they come, the
 * thread makes the GIF beside it. Where it throws, which is AppError, a thread that was at work is ended.
 */
export async function encode(
  source: FrameSource,
  options: GifOptions,
  thread: GifThread,
  job: Job,
): Promise<Encoded> {
  const { width, height, rate } = source
  const done = { came: 0, encoded: 0 }
  const report = () => job.onProgress(Math.min(1, (done.came + done.encoded) / (2 * source.frames)))
  const file = await open(renditionPath(job, 'gif'), 'w')
  const start = () =>
    thread.start({
      format: { width, height, loops: options.loops },
      settings: presetSettings(options.preset),
      frameMs: 1000 / valueOf(rate),
      descriptor: file.fd,
      maxFileBytes: maxRenditionBytes,
      onFrames: (encoded) => {
        done.encoded = encoded
        report()
      },
    })
  try {
    const made = await encodeBesides(source, options, job, (frame, count) => {
      // Not before the first is there: a source may have no frame at all.
      if (count === 1) start()
      done.came = count
      report()
      return thread.write(frame)
    })
    await thread.finish()
    return made
  } catch (error) {
    // Before the file is closed: its number may soon be that of another.
    if (!thread.isIdle) await thread.close()
    throw error
  } finally {
    await file.close()
  }
}

/** Makes every rendition but the GIF, and gives each frame to `take` as well. Throws AppError. */
export async function encodeBesides(
  source: FrameSource,
  options: GifOptions,
  job: Job,
  take: TakeFrame,
): Promise<Encoded> {
  const { width, height, rate } = source
  const kept = new KeptFrame()
  const branches = [mp4Branch(source, job), webpBranch(source, options, job)]
  const frames = await streamFrames(
    source,
    job,
    (frame, count) => {
      kept.take(frame)
      return take(frame, count)
    },
    branches,
  )
  const durationMs = Math.round((frames * 1000) / valueOf(rate))
  await writeFile(renditionPath(job, 'thumb'), await drawThumbnail(kept.pixels, source))
  if (frames > 1 && !(await isAnimated(renditionPath(job, 'webp')))) {
    await writeStillWebp(kept.pixels, { width, height, durationMs }, options, job)
  }
  return { width, height, frames, durationMs }
}
