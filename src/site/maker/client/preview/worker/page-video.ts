import type { Picture } from '../../../../../gif/scale/picture.ts'
import type { PageVideo } from '../messages.ts'
import type { StampedPictures } from './stamped-pictures.ts'

/** How finely a video is looked at whose frames have times that nobody knows. */
const stepsPerSecond = 60

/**
 * A video that only an element of the page can decode: `frameAt` has it seek. Every step counts as a frame; what is
 * drawn is the frame on screen in the middle of the step.
 */
export function pageVideo(
  { width, height, durationSeconds }: PageVideo,
  frameAt: (seconds: number) => Promise<ImageBitmap>,
): StampedPictures {
  return {
    size: { width, height, pixelAspect: null, rotationDegrees: 0 },
    isFlipped: false,
    durationSeconds,
    stamps: (from, to) => {
      const first = Math.floor(from * stepsPerSecond + 1e-3)
      const count = Math.max(1, Math.ceil(to * stepsPerSecond - 1e-3) - first)
      return Promise.resolve(Array.from({ length: count }, (_, step) => (first + step) / stepsPerSecond))
    },
    pictures: async function* (stamps) {
      for (const stamp of stamps) {
        const bitmap = await frameAt(stamp + 0.5 / stepsPerSecond)
        yield { stamp, picture: read(bitmap) }
      }
    },
    close: () => undefined,
  }
}

function read(bitmap: ImageBitmap): Picture {
  const { width, height } = bitmap
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('no canvas')
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  const { data } = context.getImageData(0, 0, width, height)
  return { kind: 'rgba', width, height, pixels: new Uint8Array(data.buffer), hasAlpha: true }
}
