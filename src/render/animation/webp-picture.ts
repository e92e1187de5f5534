import { sharp } from '../tools/sharp.ts'
import { type AnimatedPicture, FrameEnds, type ReadUpTo } from './animated-picture.ts'

/** A bit of the flags in the `VP8X` chunk. */
const alphaFlag = 0x10
/** A bit of the flags in an `ANMF` chunk. */
const disposeFlag = 0x01

/** The number of pixels to decode at a time: each time, the decoder starts again with the first frame. */
const batchPixels = 32_000_000
const maxBatchSeconds = 20

/**
 * Reads an animated WebP (https://developers.google.com/speed/webp/docs/riff_container). All headers are read, even for
 * a part of it: to find a frame, libwebp goes over all of them. Damaged data ends the frames.
 */
export function readWebp(bytes: Buffer, { maxFrames }: ReadUpTo): AnimatedPicture {
  const ends = new FrameEnds()
  let { width, height, hasAlpha, loops, hasMore } = {
    ...{ width: 0, height: 0, hasAlpha: false, loops: 0, hasMore: false },
  }
  let at = 12
  while (at + 24 <= bytes.length && !hasMore) {
    const name = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    if (name === 'VP8X') {
      hasAlpha = ((bytes[at + 8] ?? 0) & alphaFlag) !== 0
      width = bytes.readUIntLE(at + 12, 3) + 1
      height = bytes.readUIntLE(at + 15, 3) + 1
    } else if (name === 'ANIM') loops = bytes.readUInt16LE(at + 12)
    else if (name === 'ANMF') {
      hasMore = ends.endsMs.length === maxFrames
      if (hasMore) break
      const isCanvas =
        bytes.readUIntLE(at + 14, 3) + 1 === width && bytes.readUIntLE(at + 17, 3) + 1 === height
      // Areas that no frame covers are transparent, even if no frame has alpha.
      hasAlpha ||= ((bytes[at + 23] ?? 0) & disposeFlag) !== 0 || (ends.endsMs.length === 0 && !isCanvas)
      ends.add(bytes.readUIntLE(at + 20, 3))
    }
    at += 8 + size + (size % 2)
  }
  const { endsMs } = ends
  return {
    name: 'The animated WebP',
    ...{ width, height, hasAlpha, loops, hasMore },
    endsMs: width === 0 ? [] : endsMs,
    isCutOff: at > bytes.length,
    fileBytes: bytes.length,
    frames: (numbers) => decodeFrames(bytes, { width, height }, numbers),
  }
}

async function* decodeFrames(
  bytes: Buffer,
  { width, height }: { width: number; height: number },
  numbers: readonly number[],
): AsyncGenerator<Uint8Array> {
  const frameBytes = width * height * 4
  const most = Math.max(1, Math.floor(batchPixels / (width * height)))
  const last = numbers.at(-1) ?? 0
  let batch = { first: 0, frames: 0, pixels: Buffer.alloc(0) }
  for (const number of numbers) {
    if (number >= batch.first + batch.frames) {
      const frames = Math.min(most, last + 1 - number)
      const options = { page: number, pages: frames, limitInputPixels: width * height * frames }
      const decoded = sharp(bytes, { ...options, failOn: 'error' }).timeout({ seconds: maxBatchSeconds })
      const pixels = await decoded.toColourspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer()
      if (pixels.length !== frameBytes * frames)
        throw new Error('the frames are of another size than the canvas')
      batch = { first: number, frames, pixels }
    }
    const start = (number - batch.first) * frameBytes
    yield batch.pixels.subarray(start, start + frameBytes)
  }
}
