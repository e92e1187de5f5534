import type { Clip } from './clip.ts'

/** A preview comes within about this time: one that would take longer is made of every other frame first. */
const budgetMs = 550
/** How long encoding takes before any was measured, in milliseconds for a million pixels. */
const firstGuess = 45
/** What the latest measurement counts. */
const newest = 0.5
/** The bytes of a GIF grow with this power of its frames: between fewer frames, motion goes further. */
const framePower = 0.7

/** What encoding takes here, as it was measured: for each preset, time by pixels, and bytes by frames. */
export class Pace {
  readonly #msOf = new Map<string, number>()
  readonly #growthOf = new Map<string, number>()

  /** Whether the whole clip takes longer than a preview may. */
  isSlow(clip: Clip, preset: string): boolean {
    const ms = this.#msOf.get(preset) ?? Math.max(firstGuess, ...this.#msOf.values())
    return megapixels(clip) * ms > budgetMs
  }

  /** The bytes of the whole clip, of which every other frame takes so many. */
  bytesOfWhole(halfBytes: number, preset: string): number {
    return halfBytes * (this.#growthOf.get(preset) ?? 2 ** framePower)
  }

  measured(clip: Clip, preset: string, encodeMs: number): void {
    const ms = encodeMs / megapixels(clip)
    const before = this.#msOf.get(preset) ?? ms
    this.#msOf.set(preset, before + (ms - before) * newest)
  }

  grew(preset: string, halfBytes: number, wholeBytes: number): void {
    this.#growthOf.set(preset, wholeBytes / halfBytes)
  }
}

function megapixels({ width, height, count }: Clip): number {
  return (width * height * count) / 1e6
}
