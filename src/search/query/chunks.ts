/** Tells when a query has held the event loop for too long. */
export class Chunks {
  readonly #time: number
  #began = performance.now()

  /** `time` is the longest time for a query to hold the event loop, in ms. */
  constructor(time: number) {
    this.#time = time
  }

  isDue(): boolean {
    return performance.now() - this.#began >= this.#time
  }

  /** Lets other work run. */
  *pause(): Generator<void, void> {
    yield
    this.#began = performance.now()
  }
}
