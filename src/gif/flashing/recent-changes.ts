/** Three flashes are six changes: the seventh begins a fourth. */
const tooMany = 7

/** Half a frame's rounding: changes that are a second apart are not within the same second. */
const secondMs = 999

/** When each of several places changed last, as many times as are too many within a second. */
export class RecentChanges {
  readonly #times: Float64Array
  readonly #next: Uint8Array

  constructor(places: number) {
    this.#times = new Float64Array(places * tooMany).fill(-Infinity)
    this.#next = new Uint8Array(places)
  }

  /** Notes a change of a place at a time in ms, not before the last one. */
  add(place: number, timeMs: number): void {
    const next = this.#next[place] as number
    this.#times[place * tooMany + next] = timeMs
    this.#next[place] = (next + 1) % tooMany
  }

  /** Whether a place has begun more than three flashes within the second that ends now. */
  isTooOften(place: number, nowMs: number): boolean {
    return nowMs - (this.#times[place * tooMany + (this.#next[place] as number)] as number) < secondMs
  }
}
