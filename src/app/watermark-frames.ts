import { LRUCache } from 'lru-cache'
import { KeyedQueue } from '../lib/keyed-queue.ts'

/** How many sizes are kept: a few kilobytes each. */
const maxKept = 200

/**
 * Draws the watermark on transparent frames, for the preview in browsers: as PNG, the same pixels as on the GIFs that the
 * service makes; null where a frame of the size has none. One at a time, and what was drawn lately is kept. Throws
 * AppError internal where letters cannot be drawn.
 */
export function watermarkFrames(): (
  text: string,
  size: { width: number; height: number },
) => Promise<Buffer | null> {
  const kept = new LRUCache<string, { png: Buffer | null }>({ max: maxKept })
  const queue = new KeyedQueue()
  return (text, size) =>
    queue.run('watermark', async () => {
      const key = JSON.stringify([text, size.width, size.height])
      const known = kept.get(key)
      if (known !== undefined) return known.png
      // Loaded when it is needed: most services never draw one here.
      const { watermarkFrame } = await import('../render/process/draw-watermark.ts')
      const png = await watermarkFrame(text, size)
      kept.set(key, { png })
      return png
    })
}
