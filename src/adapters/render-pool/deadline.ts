/** A time limit that does not run while it is paused. Its signal is aborted, with `reason`, when the time is over. */
export class Deadline {
  readonly #end = new AbortController()
  readonly #reason: unknown
  #leftMs: number
  #since = 0
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(ms: number, reason: unknown) {
    this.#leftMs = ms
    this.#reason = reason
    this.resume()
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  pause(): void {
    clearTimeout(this.#timer)
    this.#leftMs -= performance.now() - this.#since
  }

  resume(): void {
    if (this.#isOver) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.#end.abort(this.#reason), Math.max(0, this.#leftMs))
  }

  /** To be called when the work has ended. */
  clear(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }
}
