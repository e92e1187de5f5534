import type { Picture } from '../../../../../gif/scale/picture.ts'
import { GifCanvas } from '../../../../../gif/read/gif-canvas.ts'
import { decodeFrames, delayMs } from '../../../../../gif/read/gif-frames.ts'
import { parseGif } from '../../../../../gif/read/parse-gif.ts'
import { readDelaysMs } from '../../video/animation-delays.ts'
import { shownDelayMs } from '../../video/animation-length.ts'
import type { StampedPictures } from './stamped-pictures.ts'

/**
 * An animation of more frames, or more pixels in all frames, is left to the server. They protect the person's own browser, which
 * reads a file of theirs, so they are no settings; the server has MAX_ANIMATION_FRAMES.
 */
const limits = { maxFrames: 5000, maxPixels: 2_000_000_000 }

/** Opens an animated GIF, or by the browser an animated WebP, PNG or AVIF. Throws an Error where it cannot be read. */
export async function openAnimation(file: Blob): Promise<StampedPictures> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isGif = String.fromCharCode(...bytes.subarray(0, 4)) === 'GIF8'
  return isGif ? openGif(bytes) : openByBrowser(bytes)
}

function openGif(bytes: Uint8Array): StampedPictures {
  const gif = parseGif(bytes, limits)
  return stamped(
    gif,
    gif.frames.map((frame) => delayMs(frame) / 1000),
    function* (wanted) {
      const canvas = new GifCanvas(gif)
      const last = wanted.at(-1) ?? -1
      let next = 0
      let number = 0
      for (const { frame, indices } of decodeFrames(bytes, gif)) {
        canvas.paint(frame, indices)
        for (; wanted[next] === number; next += 1) yield canvas.rgba.slice()
        if (number === last) return
        number += 1
      }
    },
  )
}

/** What browsers call the animations that are no GIF, by their first bytes. */
function typeOf(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, 4))
  if (head === 'RIFF') return 'image/webp'
  return head === '\x89PNG' ? 'image/png' : 'image/avif'
}

async function openByBrowser(bytes: Uint8Array<ArrayBuffer>): Promise<StampedPictures> {
  if (!('ImageDecoder' in globalThis)) throw new Error('no decoder of animations')
  // The decoder knows how long a frame is shown only once it is decoded.
  const seconds = readDelaysMs(bytes).map((delay) => shownDelayMs(delay) / 1000)
  const decoder = openDecoder(bytes)
  let size: { width: number; height: number }
  try {
    await decoder.tracks.ready
    await decoder.completed
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0
    if (count === 0 || count !== seconds.length) throw new Error(`${count} frames, ${seconds.length} times`)
    const { image } = await decoder.decode({ frameIndex: 0 })
    size = { width: image.displayWidth, height: image.displayHeight }
    image.close()
    if (count > limits.maxFrames || count * size.width * size.height > limits.maxPixels)
      throw new Error('too large an animation')
  } finally {
    decoder.close()
  }
  return stamped(size, seconds, (wanted) => drawFrames(bytes, wanted, size))
}

function openDecoder(data: Uint8Array<ArrayBuffer>): ImageDecoder {
  return new ImageDecoder({ data, type: typeOf(data), preferAnimation: true })
}

/**
 * The pixels of frames by their numbers, each by a decoder of this call: Firefox gives the same frame each time a decoder is
 * asked for it, also when it was closed.
 */
async function* drawFrames(
  bytes: Uint8Array<ArrayBuffer>,
  wanted: readonly number[],
  size: { width: number; height: number },
): AsyncGenerator<Uint8Array> {
  const decoder = openDecoder(bytes)
  try {
    await decoder.completed
    for (const frameIndex of wanted) {
      const { image } = await decoder.decode({ frameIndex })
      try {
        yield draw(image, size)
      } finally {
        image.close()
      }
    }
  } finally {
    decoder.close()
  }
}

function draw(image: VideoFrame, { width, height }: { width: number; height: number }): Uint8Array {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(image, 0, 0)
  return new Uint8Array(context.getImageData(0, 0, width, height).data.buffer)
}

/** The pictures of an animation; `read` gives the pixels of frames by their numbers, which ascend. */
function stamped(
  { width, height }: { width: number; height: number },
  lengths: readonly number[],
  read: (wanted: number[]) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): StampedPictures {
  let end = 0
  const all = lengths.map((seconds) => {
    const start = end
    end += seconds
    return start
  })
  return {
    size: { width, height, pixelAspect: null, rotationDegrees: 0 },
    isFlipped: false,
    isAnimatedPicture: true,
    durationSeconds: end,
    stamps: (from, to) => {
      const first = Math.max(
        0,
        all.findLastIndex((stamp) => stamp <= from + 0.001),
      )
      return Promise.resolve(all.slice(first).filter((stamp, index) => index === 0 || stamp <= to))
    },
    pictures: async function* (stamps) {
      // Stamps that went through a key are rounded to microseconds.
      const wanted = stamps.map((stamp) => all.findIndex((own) => Math.abs(own - stamp) < 1e-5))
      let next = 0
      for await (const pixels of read(wanted)) {
        const picture: Picture = { kind: 'rgba', width, height, pixels, hasAlpha: true }
        yield { stamp: stamps[next] ?? 0, picture }
        next += 1
      }
    },
    close: () => undefined,
  }
}
