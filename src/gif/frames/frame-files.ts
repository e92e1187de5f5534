import type { GifFrameReader } from '../edit/frame-reader.ts'
import { delayMs } from '../read/gif-frames.ts'
import { encodePng } from './png.ts'

/** The date of every file in the archive: constant, so that the same GIF gives the same bytes. */
const date = new Date('2000-01-01T00:00:00Z')

/** A file of an archive. */
export type FrameFile = { name: string; lastModified: Date; input: Uint8Array<ArrayBuffer> }

/**
 * Yields the frames of a GIF, as they are seen, as PNG files for an archive. Each is named by its number and its
 * duration in milliseconds. One frame is held at a time. Throws GifError damaged if a frame is.
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
