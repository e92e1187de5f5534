import { makeZip } from 'client-zip'
import type { GifFrameReader } from '../edit/frame-reader.ts'
import { delayMs } from '../read/gif-frames.ts'
import { encodePng } from './png.ts'

/** What every file in the archive says of its date, so that the same GIF gives the same bytes. */
const date = new Date('2000-01-01T00:00:00Z')

/**
 * The frames of a GIF as a ZIP of PNG files, as they are seen; each is named by its number and for how many milliseconds
 * it is shown. One frame is held at a time. The stream fails with GifError damaged where a frame is.
 */
export function framesZip(
  reader: GifFrameReader,
  onFrame: (count: number) => void = () => undefined,
): ReadableStream<Uint8Array> {
  const { width, height, frames } = reader.gif
  const digits = Math.max(3, String(frames.length).length)
  async function* files() {
    for (const [index, frame] of frames.entries()) {
      const input = await encodePng({ width, height, pixels: reader.pictureAt(index) })
      const number = String(index + 1).padStart(digits, '0')
      yield { name: `frame-${number}-${delayMs(frame)}ms.png`, lastModified: date, input }
      onFrame(index + 1)
    }
  }
  return makeZip(files())
}
