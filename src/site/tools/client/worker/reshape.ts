import type { Frames } from '../../../../gif/encode/encode-frames.ts'
import { evenFrames } from '../../../../gif/encode/even-frames.ts'
import { GifEncoder } from '../../../../gif/encode/encoder.ts'
import { presetSettings } from '../../../../gif/encode/encoder-settings.ts'
import type { GifFrameReader } from '../../../../gif/edit/frame-reader.ts'
import { delayMs } from '../../../../gif/read/gif-frames.ts'
import { playsOf } from '../../../../gif/read/parse-gif.ts'
import { encodeWithinLimit } from '../../../../gif/size-limit/encode-within-limit.ts'
import { doesNotFit } from '../../../../gif/size-limit/smaller-frames.ts'
import type { Reshape } from './messages.ts'
import { drawing, imageOf, joinParts } from './open-animation.ts'

/** Frames are made smaller so often at most, to fit a limit. */
const maxShrinks = 6

type Size = { width: number; height: number }

/** Whether what is asked for takes other pixels than those that are there. */
export function mustReshape(
  { crop, width, maxBytes, preset }: Reshape,
  gif: Size & { bytes: number },
): boolean {
  const isSmaller = maxBytes === null ? preset !== null : gif.bytes > maxBytes
  return crop !== null || (width !== null && width < gif.width) || isSmaller
}

/** Encodes the frames of a GIF again: cropped, scaled down, of at most so many bytes. Throws CropOutside, and SizeLimitError. */
export function reshape(
  reader: GifFrameReader,
  bytes: number,
  asked: Reshape,
  onFrame: () => void,
): Uint8Array<ArrayBuffer> {
  const { width, height } = reader.gif
  const area = asked.crop ?? { x: 0, y: 0, width, height }
  if (area.x + area.width > width || area.y + area.height > height) throw new CropOutside()
  const scale = Math.min(1, (asked.width ?? area.width) / area.width)
  const size = {
    width: Math.max(1, Math.round(area.width * scale)),
    height: Math.max(1, Math.round(area.height * scale)),
  }
  const isSameShape = asked.crop === null && scale === 1
  // Frames that are encoded anew may take more than they did: who asks for that alone wants them smaller.
  const maxBytes = asked.maxBytes ?? (isSameShape ? bytes : null)
  const pictures = scaledFrames(reader, area, size)
  const preset = asked.preset ?? (maxBytes === null ? 'balanced' : 'quality')
  const loops = playsOf(reader.gif)
  if (maxBytes !== null) return within(reader, area, size, { preset, maxBytes, loops })
  const parts: Uint8Array[] = []
  const encoder = new GifEncoder({ ...size, loops }, presetSettings(preset), (part) => parts.push(part))
  for (const [index, frame] of reader.gif.frames.entries()) {
    encoder.add(pictures(index), delayMs(frame))
    onFrame()
  }
  encoder.finish()
  return joinParts(parts)
}

export class CropOutside extends Error {}

type Area = { x: number; y: number; width: number; height: number }

/** The pictures of an area of the frames, in a size. */
function scaledFrames(reader: GifFrameReader, area: Area, size: Size): (index: number) => Uint8Array {
  const { width, height } = reader.gif
  const [own, ownContext] = drawing({ width, height })
  const [, context] = drawing(size)
  context.imageSmoothingQuality = 'high'
  return (index) => {
    ownContext.putImageData(imageOf(reader.pictureAt(index), width, height), 0, 0)
    context.clearRect(0, 0, size.width, size.height)
    context.drawImage(own, area.x, area.y, area.width, area.height, 0, 0, size.width, size.height)
    const { data } = context.getImageData(0, 0, size.width, size.height)
    return new Uint8Array(data.buffer, data.byteOffset, data.length)
  }
}

function within(
  reader: GifFrameReader,
  area: Area,
  size: Size,
  limit: { preset: 'quality' | 'balanced' | 'small'; maxBytes: number; loops: number },
): Uint8Array<ArrayBuffer> {
  let { order, frameMs } = evenFrames(reader.gif.frames.map(delayMs))
  let current = size
  for (let shrinks = 0; ; shrinks += 1) {
    let parts: Uint8Array[] = []
    const indexes = order
    const picture = scaledFrames(reader, area, current)
    const frames: Frames = {
      ...current,
      count: indexes.length,
      durationMs: frameMs,
      frameAt: (index) => picture(indexes[index] ?? 0),
    }
    const { result } = encodeWithinLimit(frames, {
      ...limit,
      write: (part) => parts.push(part),
      restart: () => {
        parts = []
      },
    })
    if (result.fits) return joinParts(parts)
    if (shrinks === maxShrinks) throw doesNotFit(result.tried, limit.maxBytes)
    const { keepEvery, ...smaller } = result.smaller
    current = smaller
    order = indexes.filter((_, index) => index % keepEvery === 0)
    frameMs *= keepEvery
  }
}
