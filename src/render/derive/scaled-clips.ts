import type { DerivePlan } from '../../media/media-engine.ts'
import { type RenditionName, renditionShape } from '../../media/rendition.ts'
import type { Job } from '../job.ts'
import { scaleFilters } from '../process/scale.ts'
import { readStoredFrames, type StoredClip, storeFrames } from '../process/stored-frames.ts'
import { framesOfRendition } from './rendition-frames.ts'

/** Stored frames of a rendition: which of the clip, and in which order. */
type StoredRendition = { clip: StoredClip; order: number[] }

/** The stored frames of a GIF in the sizes of renditions: each size is made once, for all that are encoded of it. */
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

  /** The frames that a rendition shows, in the size of the GIF. */
  full(name: RenditionName): StoredRendition {
    return { clip: this.#clip, order: framesOfRendition(name, this.#gif).numbers }
  }

  /** The same in the rendition's own size. Throws AppError. */
  async scaled(name: RenditionName): Promise<StoredRendition> {
    const full = this.full(name)
    const { width, height } = renditionShape(name, this.#gif)
    if (width === this.#gif.width && height === this.#gif.height) return full
    const key = `${width} ${height} ${full.order.join()}`
    let clip = this.#scaled.get(key)
    if (clip === undefined) {
      const frames = readStoredFrames(full.clip, full.order)
      const filters = scaleFilters({ width, height }, frames.hasAlpha)
      const job = { ...this.#job, onProgress: () => {} }
      clip = await storeFrames({ ...frames, width, height, filters }, false, job)
      this.#scaled.set(key, clip)
    }
    return { clip, order: full.order.map((_, index) => index) }
  }

  /** Closes the files of what was scaled. */
  async close(): Promise<void> {
    for (const { file } of this.#scaled.values()) await file.close()
  }
}
