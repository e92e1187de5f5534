import type { AnimatedImage, CanvasKit, Image } from 'canvaskit-wasm'
import { exifOrientation, type Orientation, turnedSize } from './picture-orientation.ts'
import { maxStickerFrames, stickerMissingError, pictureFacts, stickerError } from './picture-facts.ts'

/** The time of a frame that specifies none, as in browsers. */
const defaultFrameMs = 100

/** A picture drawn over a GIF, still or moving, which plays forever. Frames are decoded on demand; only one is kept. */
export class Sticker {
  /** The size when turned upright. */
  readonly width: number
  readonly height: number
  /** The turn of its stored frames: the engine does not apply the EXIF orientation of a still picture. */
  readonly orientation: Orientation
  readonly #animation: AnimatedImage
  /** The end of each frame, in milliseconds from the first. */
  readonly #endsMs: number[]
  #frame = 0
  #image: Image | null = null

  /**
   * Opens a picture whose pixels were checked. Throws AppError media_unsupported, media_broken or media_too_large;
   * `place` is the picture's, from 0.
   */
  static open(kit: CanvasKit, bytes: Uint8Array, place: number): Sticker {
    if (pictureFacts(bytes) === null) throw stickerMissingError(place)
    const animation = kit.MakeAnimatedImageFromEncoded(bytes)
    if (animation === null || animation.width() * animation.height() === 0)
      throw stickerError('media_broken', place, 'could not be decoded')
    if (animation.getFrameCount() > maxStickerFrames) {
      animation.delete()
      throw stickerError('media_too_large', place, `may have at most ${maxStickerFrames} frames`)
    }
    // As in browsers, animations are shown as they are stored.
    return new Sticker(animation, animation.getFrameCount() > 1 ? 1 : exifOrientation(bytes))
  }

  private constructor(animation: AnimatedImage, orientation: Orientation) {
    this.#animation = animation
    this.orientation = orientation
    const stored = { width: animation.width(), height: animation.height() }
    const { width, height } = turnedSize(stored, orientation)
    this.width = width
    this.height = height
    this.#endsMs = frameEnds(animation)
  }

  /** Returns the number of the frame shown this long after the beginning. */
  frameAt(seconds: number): number {
    const total = this.#endsMs.at(-1) ?? 0
    if (this.#endsMs.length < 2) return 0
    const ms = (seconds * 1000 + 1e-6) % total
    return Math.max(
      0,
      this.#endsMs.findIndex((end) => ms < end),
    )
  }

  /** Returns a frame as stored, with smaller copies to scale it down from; it is valid until another is requested. */
  image(frame: number): Image {
    if (this.#image !== null && frame === this.#frame) return this.#image
    if (frame < this.#frame) {
      this.#animation.reset()
      this.#frame = 0
    }
    for (; this.#frame < frame; this.#frame += 1) this.#animation.decodeNextFrame()
    this.#image?.delete()
    const whole = this.#animation.makeImageAtCurrentFrame()
    if (whole === null) throw new Error('the frame of a sticker cannot be read')
    this.#image = whole.makeCopyWithDefaultMipmaps()
    whole.delete()
    return this.#image
  }

  close(): void {
    this.#image?.delete()
    this.#animation.delete()
  }
}

/** Plays it once, to learn the time of each frame. */
function frameEnds(animation: AnimatedImage): number[] {
  const ends: number[] = []
  const frames = animation.getFrameCount()
  if (frames < 2) return ends
  let ms = 0
  for (let frame = 0; frame < frames; frame += 1) {
    const shown = animation.currentFrameDuration()
    ms += shown > 10 ? shown : defaultFrameMs
    ends.push(ms)
    animation.decodeNextFrame()
  }
  animation.reset()
  return ends
}
