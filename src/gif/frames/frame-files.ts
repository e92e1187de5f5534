import type { GifFrameReader } from '../edit/frame-reader.ts'
import { delayMs } from '../read/gif-frames.ts'
import { encodePng } from './png.ts'

/** What every file in the archive says of its date, so that the same GIF gives the same bytes. */
const date = new Date('2000-01-01T00:00:00Z')

/** A file of an archive. */
export type FrameFile = { name: string; lastModified: Date; input: Uint8Array<ArrayBuffer> }

/**
 * The frames of a GIF as PNG files for an archive, as they are seen; each is named by its number and for how many
 * milliseconds it is shown. One frame is held at a time. Throws GifError damaged where a frame is.
 */
export async function* frameFiles(reader: GifFrameReader): AsyncGenerator<FrameFile> {
  const { width, height, frames } = reader.gif
  const digits = Math.max(3, String(frames.length).length)
  for (const [index, frame] of frames.entries()) {
    const input = await encodePng({ width, height, pixels: reader.pictureAt(index) })
    const number = String(index + 1).padStart(digits, '0')
    yield { name: `frame-${number}-${delayMs(frame)}ms.png`, lastModified: date, input }
  }
}
