/** How much of the work is done, as far as can be foreseen. */
export class EncodeProgress {
  encoded = 0
  #expected = 1
  #reported = 0
  readonly #onProgress: ((fraction: number) => void) | undefined

  constructor(onProgress: ((fraction: number) => void) | undefined) {
    this.#onProgress = onProgress
  }

  /** Says how many frames are still to be encoded. */
  foresee(frames: number): void {
    this.#expected = Math.max(this.#expected, this.encoded + frames)
  }

  /** A frame is encoded. */
  next(): boolean {
    this.encoded += 1
    const fraction = Math.min(1, this.encoded / this.#expected)
    if (fraction > this.#reported) {
      this.#reported = fraction
      this.#onProgress?.(fraction)
    }
    return true
  }
}
