/** Says when a query has held the event loop for long enough. */
export class Chunks {
  readonly #time: number
  #began = performance.now()

  /** `time`: how long a query may hold it, in ms. */
  constructor(time: number) {
    this.#time = time
  }

  isDue(): boolean {
    return performance.now() - this.#began >= this.#time
  }

  /** Lets others have their turn. */
  *pause(): Generator<void, void> {
    yield
    this.#began = performance.now()
  }
}
