import type { AnimatedImage, CanvasKit, Image } from 'canvaskit-wasm'
import { exifOrientation, type Orientation, turnedSize } from './picture-orientation.ts'
import { maxStickerFrames, noSticker, pictureFacts, stickerError } from './picture-facts.ts'

/** A frame without a time of its own is shown for so long, as browsers do. */
const defaultFrameMs = 100

/**
 * A picture that is laid over a GIF, still or moving; a moving one plays forever. Frames are decoded as they are asked for,
 * and only one is kept.
 */
export class Sticker {
  /** The size upright. */
  readonly width: number
  readonly height: number
  /** How its stored frames are turned: the engine leaves the EXIF orientation of a still picture to others. */
  readonly orientation: Orientation
  readonly #animation: AnimatedImage
  /** When each frame ends, in milliseconds from the first. */
  readonly #endsMs: number[]
  #frame = 0
  #image: Image | null = null

  /**
   * Of a picture whose pixels were checked. Throws AppError media_unsupported, media_broken or media_too_large; `place` is
   * that of the picture, from 0.
   */
  static open(kit: CanvasKit, bytes: Uint8Array, place: number): Sticker {
    if (pictureFacts(bytes) === null) throw noSticker(place)
    const animation = kit.MakeAnimatedImageFromEncoded(bytes)
    if (animation === null || animation.width() * animation.height() === 0)
      throw stickerError('media_broken', place, 'could not be decoded')
    if (animation.getFrameCount() > maxStickerFrames) {
      animation.delete()
      throw stickerError('media_too_large', place, `may have at most ${maxStickerFrames} frames`)
    }
    // As browsers do, animations are shown as they are stored.
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

  /** The number of the frame that is shown so long after the beginning. */
  frameAt(seconds: number): number {
    const total = this.#endsMs.at(-1) ?? 0
    if (this.#endsMs.length < 2) return 0
    const ms = (seconds * 1000 + 1e-6) % total
    return Math.max(
      0,
      this.#endsMs.findIndex((end) => ms < end),
    )
  }

  /** A frame as it is stored, with smaller copies of it to scale it down from; it stays valid until another is asked for. */
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

/** Plays it once, to learn how long each frame is shown. */
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
