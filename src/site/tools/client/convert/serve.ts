import { GifFrameReader } from '../../../../gif/edit/frame-reader.ts'
import type { Conversion } from './messages.ts'

/** Gives the file of another format with the frames of a GIF; calls `onFrame` after each. */
export type Convert = (reader: GifFrameReader, onFrame: () => void) => Promise<Blob>

/** Converts the GIF that the page sends, and answers with its progress and the file. */
export function serve(convert: Convert): void {
  const answer = (message: Conversion) => self.postMessage(message)
  const work = async (gif: Blob) => {
    // The page has made this GIF within its own limits.
    const bytes = new Uint8Array(await gif.arrayBuffer())
    const reader = new GifFrameReader(bytes, { maxFrames: Infinity, maxPixels: Infinity })
    let done = 0
    const file = await convert(reader, () => {
      done += 1
      answer({ type: 'progress', fraction: done / reader.count })
    })
    answer({ type: 'converted', file })
  }
  self.onmessage = ({ data }: MessageEvent<Blob>) => {
    work(data).catch((error: unknown) => {
      answer({ type: 'failed' })
      // The console says why.
      throw error
    })
  }
}
