import { AppError } from '../lib/app-error.ts'
import { KeyedQueue } from '../lib/keyed-queue.ts'

/** The maximum number of watermarks waiting to be drawn; each takes milliseconds. */
const maxWaiting = 50
const retryAfterSeconds = 5

/**
 * Draws the watermark on transparent frames for the preview in browsers, as PNG with the same pixels as on the
 * service's GIFs; null if a frame of this size gets none. Draws one at a time, and caches the letters of each type
 * size. Throws AppError unavailable if too many wait, and internal if letters cannot be drawn.
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
        // Loaded on demand: most services never draw a watermark here.
        const { watermarkFrame } = await import('../render/process/draw-watermark.ts')
        return watermarkFrame(text, size)
      })
      .finally(() => waiting--)
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', { detail: 'watermarksBusy' }, { retryAfterSeconds })
}
