/** The player of the source, which rests while the GIF covers it: decoding what nobody sees takes time from the encoder. */
export class CoveredSource {
  readonly #stage: HTMLElement
  /** Whether it was this that stopped the video. */
  #isResting = false

  constructor(stage: HTMLElement) {
    this.#stage = stage
  }

  rest(): void {
    const video = this.#stage.querySelector('video')
    if (video === null || video.paused) return
    this.#isResting = true
    video.pause()
  }

  /** Goes on where it stood, unless the person has stopped it. */
  show(): void {
    if (!this.#isResting) return
    this.#isResting = false
    // Refused where the system saves power: then it stays a still, as the player has it.
    this.#stage
      .querySelector('video')
      ?.play()
      .catch(() => undefined)
  }
}
