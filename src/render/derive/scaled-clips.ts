import type { DerivePlan } from '../../media/media-engine.ts'
import { renditionMs, type RenditionName, renditionShape } from '../../media/rendition.ts'
import type { Job } from '../job.ts'
import { scaleFilters } from '../process/scale.ts'
import { readStoredFrames, type StoredClip, storeFrames } from '../process/stored-frames.ts'
import { framesOfRendition } from './rendition-frames.ts'

/** A repeated frame may be off by this much: a hundredth of a second, as in a GIF. */
const toleranceMs = 10

/** The most repetition, as a multiple of the frames: one that is shown for long is repeated. */
const mostRepeats = 4

/**
 * Samples frames with individual times at an even rate, for formats encoded at one: returns the frame on screen in the
 * middle of each interval. Includes every frame unless one is shown for far less time than the others.
 */
function sampleEvenly(framesMs: readonly number[]): number[] {
  const durationMs = framesMs.reduce((sum, ms) => sum + ms, 0)
  const mean = durationMs / framesMs.length
  let endMs = 0
  const endsMs = framesMs.map((ms) => (endMs += ms))
  if (endsMs.every((end, frame) => Math.abs(end - (frame + 1) * mean) <= toleranceMs)) {
    return framesMs.map((_, frame) => frame)
  }
  const shortest = framesMs.reduce((least, ms) => Math.min(least, ms), Infinity)
  const count = Math.min(Math.round(durationMs / shortest), mostRepeats * framesMs.length)
  let frame = 0
  return Array.from({ length: count }, (_, index) => {
    const middleMs = ((index + 0.5) * durationMs) / count
    while ((endsMs[frame] ?? Infinity) <= middleMs) frame += 1
    return frame
  })
}

/** Stored frames of a rendition: a clip, the order of its frames, and the time each is shown. */
export type StoredRendition = { clip: StoredClip; order: number[]; frameMs: number }

/** The stored frames of a GIF in the sizes of renditions: each size is made once for all that use it. */
export class ScaledClips {
  readonly #clip: StoredClip
  readonly #gif: DerivePlan['gif']
  readonly #job: Job
  readonly #scaled = new Map<string, StoredClip>()

  /** `clip` has the frames of the GIF in its size. It stays open. */
  constructor(clip: StoredClip, gif: DerivePlan['gif'], job: Job) {
    this.#clip = clip
    this.#gif = gif
    this.#job = job
  }

  /** Returns the frames that a rendition shows, in the size of the GIF. */
  full(name: RenditionName): StoredRendition {
    const { numbers, frameMs } = framesOfRendition(name, this.#gif)
    const { framesMs, ...source } = this.#clip.source
    if (framesMs === undefined) return { clip: this.#clip, order: numbers, frameMs }
    // Renditions that may be encoded more than once, to fit, have a fixed rate.
    const even = sampleEvenly(framesMs)
    const evenMs = this.#gif.durationMs / even.length
    const order = even.slice(0, Math.max(1, Math.round(renditionMs(name, this.#gif) / evenMs)))
    const rate = { over: even.length * 1000, under: this.#gif.durationMs }
    return { clip: { ...this.#clip, source: { ...source, rate } }, order, frameMs: evenMs }
  }

  /** Returns the same frames in the rendition's own size. Throws AppError. */
  async scaled(name: RenditionName): Promise<StoredRendition> {
    const full = this.full(name)
    const { width, height } = renditionShape(name, this.#gif)
    if (width === this.#gif.width && height === this.#gif.height) return full
    const key = `${width} ${height} ${full.order.join()}`
    // Each frame is stored once, however often it is shown.
    const distinct = [...new Set(full.order)]
    let clip = this.#scaled.get(key)
    if (clip === undefined) {
      const frames = readStoredFrames(full.clip, distinct)
      const filters = scaleFilters({ width, height }, frames.hasAlpha)
      const job = { ...this.#job, onProgress: () => {} }
      clip = await storeFrames({ ...frames, width, height, filters }, false, job)
      this.#scaled.set(key, clip)
    }
    const places = new Map(distinct.map((frame, place) => [frame, place]))
    return { clip, order: full.order.map((frame) => places.get(frame) ?? 0), frameMs: full.frameMs }
  }

  /** Closes the files of the scaled clips. */
  async close(): Promise<void> {
    for (const { file } of this.#scaled.values()) await file.close()
  }
}
