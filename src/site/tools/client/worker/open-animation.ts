import { GifEncoder } from '../../../../gif/encode/encoder.ts'
import { presetSettings } from '../../../../gif/encode/encoder-settings.ts'
import { GifFrameReader } from '../../../../gif/edit/frame-reader.ts'
import { delayMs } from '../../../../gif/read/gif-frames.ts'
import { GifError } from '../../../../gif/read/gif-error.ts'

/**
 * The pixels of all frames together: as many take about 2 GB where each is held, and none is. It protects the person's own
 * browser; the server, which checks what is sent to it, has settings.
 */
const maxPixels = 1_000_000_000

/** The browser cannot decode this file. */
export class Unreadable extends Error {}

type Size = { width: number; height: number }

/** An animation as a GIF: a GIF as it is; of another format that the browser can decode a GIF is made. */
export async function openAnimationFile(file: Blob, maxFrames: number): Promise<GifFrameReader> {
  const head = new Uint8Array(await file.slice(0, 6).arrayBuffer())
  const isGif = String.fromCharCode(...head.subarray(0, 3)) === 'GIF'
  const bytes = isGif ? new Uint8Array(await file.arrayBuffer()) : await convert(file, maxFrames)
  return new GifFrameReader(bytes, { maxFrames, maxPixels })
}

/** The same animation in another size, centered on black. */
export function fitTo(reader: GifFrameReader, size: Size): GifFrameReader {
  const { width, height } = reader.gif
  if (width === size.width && height === size.height) return reader
  const encode = encoderOf(size)
  const scale = Math.min(size.width / width, size.height / height)
  const [shownWidth, shownHeight] = [width, height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const [canvas, context] = drawing(size)
  const [own, ownContext] = drawing({ width, height })
  for (const [index, frame] of reader.gif.frames.entries()) {
    ownContext.putImageData(imageOf(reader.pictureAt(index), width, height), 0, 0)
    context.fillStyle = '#000'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(
      own,
      Math.floor((size.width - shownWidth) / 2),
      Math.floor((size.height - shownHeight) / 2),
      shownWidth,
      shownHeight,
    )
    encode.add(context.getImageData(0, 0, size.width, size.height).data, delayMs(frame))
  }
  return new GifFrameReader(encode.finish(), { maxFrames: Infinity, maxPixels })
}

/** A canvas of a size, and its context. */
export function drawing({ width, height }: Size): [OffscreenCanvas, OffscreenCanvasRenderingContext2D] {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Unreadable('no canvas')
  return [canvas, context]
}

/** A picture as a canvas takes it. */
export function imageOf(picture: Uint32Array, width: number, height: number): ImageData {
  const rgba = new Uint8ClampedArray(picture.length * 4)
  new Uint32Array(rgba.buffer).set(picture)
  return new ImageData(rgba, width, height)
}

async function convert(file: Blob, maxFrames: number): Promise<Uint8Array> {
  const type = await typeOf(file)
  if (!('ImageDecoder' in self) || type === null || !(await ImageDecoder.isTypeSupported(type)))
    throw new Unreadable(type ?? '')
  const decoder = new ImageDecoder({ type, data: await file.arrayBuffer() })
  // Without its tracks, a decoder may be complete and know of no frame.
  await decoder.tracks.ready
  await decoder.completed
  const { frameCount: count = 0, repetitionCount = Infinity } = decoder.tracks.selectedTrack ?? {}
  if (count > maxFrames) throw new GifError('too_many_frames', `more than ${maxFrames} frames`)
  let encode: ReturnType<typeof encoderOf> | undefined
  let context: OffscreenCanvasRenderingContext2D | undefined
  for (let frameIndex = 0; frameIndex < count; frameIndex += 1) {
    const { image } = await decoder.decode({ frameIndex })
    const [width, height] = [image.displayWidth, image.displayHeight]
    if (width * height * count > maxPixels) throw new GifError('too_many_pixels', 'too many pixels')
    context ??= drawing({ width, height })[1]
    encode ??= encoderOf({ width, height }, Number.isFinite(repetitionCount) ? repetitionCount + 1 : 0)
    context.clearRect(0, 0, width, height)
    context.drawImage(image, 0, 0)
    // In microseconds.
    encode.add(context.getImageData(0, 0, width, height).data, (image.duration ?? 100_000) / 1000)
    image.close()
  }
  decoder.close()
  if (encode === undefined) throw new Unreadable('no frame')
  return encode.finish()
}

/** The type of a picture by its first bytes; null for what is none that can be animated. */
async function typeOf(file: Blob): Promise<string | null> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 32).arrayBuffer()))
  if (head.startsWith('\x89PNG')) return 'image/png'
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp'
  if (head.slice(4, 12) === 'ftypavis') return 'image/avif'
  return null
}

/** Collects a GIF as good as one can be, which plays `loops` times; 0: forever. */
function encoderOf(
  size: Size,
  loops = 0,
): {
  add: (rgba: Uint8ClampedArray, ms: number) => void
  finish: () => Uint8Array
} {
  const parts: Uint8Array[] = []
  const encoder = new GifEncoder({ ...size, loops }, presetSettings('best'), (part) => parts.push(part))
  return {
    add: (rgba, ms) => encoder.add(new Uint8Array(rgba.buffer, rgba.byteOffset, rgba.length), ms),
    finish: () => {
      encoder.finish()
      return joinParts(parts)
    },
  }
}

export function joinParts(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
