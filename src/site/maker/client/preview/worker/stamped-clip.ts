import { type Area, type Picture, pictureBytes } from '../../../../../gif/scale/picture.ts'
import { PictureScaler } from '../../../../../gif/scale/picture-scaler.ts'
import { mustBeEven, planFrames, ratesOf } from '../../../../../options/rules/frame-times.ts'
import { gifSize } from '../../../../../options/rules/gif-frames.ts'
import {
  areaOfPicture,
  exactShownSize,
  shownSize,
  uprightSize,
} from '../../../../../options/rules/shown-size.ts'
import type { Edit } from '../edit.ts'
import type { Setup } from '../messages.ts'
import { ByteCache } from './byte-cache.ts'
import type { ClipPlan, ClipSource, Frame } from './clip-source.ts'
import type { StampedPictures } from './stamped-pictures.ts'
import { readLayers } from './layers.ts'
import { turnPicture } from './turn-picture.ts'

type Size = { width: number; height: number }

/** Keys are times in microseconds. */
const perSecond = 1e6

/** A clip of pictures that have times: its frames are those that the server would take. */
export class StampedClip implements ClipSource {
  readonly #pictures: StampedPictures
  /** The size of the source where the pictures are a small copy of it: crops and the size of the GIF are by that. */
  readonly #sourceSize: Size | null
  /** Decoded pictures, upright: another crop or width needs no decoding. */
  readonly #decoded: ByteCache<Picture>
  #scaler: { shape: string; scaler: PictureScaler } | undefined

  /** Keeps decoded pictures of up to `maxBytes`. `sourceSize`: that of the source as browsers show it, where it is known. */
  constructor(pictures: StampedPictures, maxBytes: number, sourceSize: Size | null = null) {
    this.#pictures = pictures
    const own = shownSize(pictures.size)
    const isSame = sourceSize?.width === own.width && sourceSize.height === own.height
    this.#sourceSize = isSame ? null : sourceSize
    this.#decoded = new ByteCache(maxBytes, pictureBytes)
  }

  async plan({ window, clip, layers }: Edit, { maxFps, maxWidth }: Setup['limits']): Promise<ClipPlan> {
    const { size, durationSeconds, isAnimatedPicture = false } = this.#pictures
    const endSeconds = Math.min(window.endSeconds, durationSeconds)
    const read = await this.#pictures.stamps(window.startSeconds, endSeconds)
    if (read.length === 0 || endSeconds <= window.startSeconds) throw new Error('no picture in the clip')
    const { speed, fps } = clip
    const stamps = read.filter((stamp, index) => index === 0 || stamp < endSeconds)
    const { startSeconds, rate, shown, framesMs } = planFrames(
      { ...window, stamps, durationSeconds },
      {
        speed,
        fps,
        ...ratesOf(isAnimatedPicture, fps, maxFps),
        mustBeEven: mustBeEven(clip, readLayers(layers)),
      },
    )
    const { width, height } = gifSize(
      clip.crop ?? this.#sourceSize ?? exactShownSize(size),
      clip.width,
      maxWidth,
    )
    const frameMs = (rate.under / rate.over) * 1000
    let playedMs = 0
    return {
      width,
      height,
      frameMs,
      framesMs,
      keys: shown.map((index) => Math.round((stamps[index] ?? 0) * perSecond)),
      seconds: shown.map((_, frame) => {
        const seconds = startSeconds + (playedMs * speed) / 1000
        playedMs = framesMs === null ? (frame + 1) * frameMs : playedMs + (framesMs[frame] ?? 0)
        return seconds
      }),
      shape: JSON.stringify([width, height, clip.crop]),
    }
  }

  async *draw(plan: ClipPlan, keys: readonly number[]): AsyncGenerator<Frame> {
    const scaler = this.#scalerOf(plan)
    const frameOf = (key: number, picture: Picture): Frame => ({ key, rgba: scaler.scale(picture) })
    const { size, isFlipped } = this.#pictures
    // Pictures that are known come first: what has to be decoded may take long.
    const missing: number[] = []
    for (const key of keys) {
      const picture = this.#decoded.get(String(key))
      if (picture === undefined) missing.push(key)
      else yield frameOf(key, picture)
    }
    const stamps = missing.map((key) => key / perSecond)
    let next = 0
    for await (const { picture: stored } of this.#pictures.pictures(stamps)) {
      const key = missing[next]
      if (key === undefined) break
      next += 1
      const picture = turnPicture(stored, size.rotationDegrees, isFlipped)
      this.#decoded.set(String(key), picture)
      yield frameOf(key, picture)
    }
    if (next < missing.length) throw new Error('the source has fewer pictures than times')
  }

  close(): void {
    this.#decoded.clear()
    this.#pictures.close()
  }

  #scalerOf({ shape, width, height }: ClipPlan): PictureScaler {
    if (this.#scaler?.shape === shape) return this.#scaler.scaler
    const { size } = this.#pictures
    const [, , crop] = JSON.parse(shape) as [number, number, Area | null]
    const own = uprightSize(size)
    const area =
      crop === null ? { x: 0, y: 0, ...own } : areaOfPicture(crop, this.#sourceSize ?? shownSize(size), own)
    const scaler = new PictureScaler(area, { width, height })
    this.#scaler = { shape, scaler }
    return scaler
  }
}
