import { AppError } from '../lib/app-error.ts'
import { KeyedQueue } from '../lib/keyed-queue.ts'

/** How many watermarks may wait to be drawn; each takes milliseconds. */
const maxWaiting = 50
const retryAfterSeconds = 5

/**
 * Draws the watermark on transparent frames, for the preview in browsers: as PNG, the same pixels as on the GIFs that the
 * service makes; null where a frame of the size has none. One at a time, of which the letters of each size of type are kept.
 * Throws AppError unavailable where too many wait, and internal where letters cannot be drawn.
 */
export function watermarkFrames(): (
  text: string,
  size: { width: number; height: number },
) => Promise<Buffer | null> {
  const queue = new KeyedQueue()
  let waiting = 0
  return async (text, size) => {
    if (waiting >= maxWaiting) throw tooMany()
    waiting++
    return queue
      .run('watermark', async () => {
        // Loaded when it is needed: most services never draw one here.
        const { watermarkFrame } = await import('../render/process/draw-watermark.ts')
        return watermarkFrame(text, size)
      })
      .finally(() => waiting--)
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', 'Too many watermarks are being drawn; try again in a moment.', {
    retryAfterSeconds,
  })
}
