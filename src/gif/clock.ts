/** Turns exact times into whole hundredths of a second without drift: what is lost on one frame goes to the next. */
export class Clock {
  #milliseconds = 0
  #centiseconds = 0

  /** Lets `durationMs` pass; gives the hundredths of a second that it takes. */
  pass(durationMs: number): number {
    this.#milliseconds += durationMs
    const end = Math.round(this.#milliseconds / 10)
    const passed = end - this.#centiseconds
    this.#centiseconds = end
    return passed
  }
}
