import { checkGifOptions, type GifFrames, type GifOptions, type LimitedGifOptions } from './gif-options.ts'
import { GifWriter, openGif } from './gif-writer.ts'
import { joinBytes, streamOf } from './parts.ts'

/**
 * Encodes frames as a GIF, on this thread; resolves to the file. Rejects with RangeError or TypeError if the options or
 * frames are not valid, SizeLimitError if `maxBytes` cannot be kept, MissingSimdError, and what the frames throw.
 */
export async function encodeGif(
  frames: GifFrames,
  options: LimitedGifOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const gif = openGif(checkGifOptions(options), (bytes) => parts.push(bytes))
  for await (const frame of frames) gif.add(frame)
  gif.finish()
  return joinBytes(parts)
}

/**
 * Encodes frames as they are read, on this thread. The stream takes the next frame once its reader has consumed what
 * there is, so memory does not grow with the number of frames. Throws and fails with what `encodeGif` rejects with.
 */
export function streamGif(frames: GifFrames, options: GifOptions): ReadableStream<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  return streamOf(encodeParts(frames, new GifWriter(options, (bytes) => parts.push(bytes)), parts))
}

/** Encodes frames; yields the parts that the writer has put into `parts`, and empties it. */
async function* encodeParts(
  frames: GifFrames,
  gif: GifWriter,
  parts: Uint8Array[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for await (const frame of frames) {
    gif.add(frame)
    if (parts.length > 0) yield joinBytes(parts.splice(0))
  }
  gif.finish()
  yield joinBytes(parts)
}
