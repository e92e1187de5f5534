import type { Engine } from './engine.ts'

/** The pictures of the strip are drawn when they come into view, one after the other. */
export class Thumbnails {
  readonly #engine: Engine
  readonly #observer: IntersectionObserver
  readonly #indexes = new WeakMap<Element, number>()
  readonly #drawn = new Map<number, ImageData>()
  #waiting: HTMLCanvasElement[] = []
  #isAtWork = false

  constructor(engine: Engine) {
    this.#engine = engine
    this.#observer = new IntersectionObserver((entries) => this.#see(entries), { rootMargin: '200px' })
  }

  /** A canvas that shows the frame of an index once it is seen. */
  canvasOf(index: number): HTMLCanvasElement {
    const canvas = document.createElement('canvas')
    canvas.setAttribute('aria-hidden', 'true')
    this.#indexes.set(canvas, index)
    this.#observer.observe(canvas)
    return canvas
  }

  /** Stops looking at the canvases so far; what was drawn is kept for others of the same frames. */
  forget(): void {
    this.#observer.disconnect()
    this.#waiting = []
  }

  /** Draws what could not be drawn while the animation was not open. */
  resume(): void {
    void this.#work()
  }

  #see(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting || !(target instanceof HTMLCanvasElement)) continue
      this.#observer.unobserve(target)
      this.#waiting.push(target)
    }
    void this.#work()
  }

  async #work(): Promise<void> {
    if (this.#isAtWork) return
    this.#isAtWork = true
    for (let canvas = this.#waiting.shift(); canvas !== undefined; canvas = this.#waiting.shift()) {
      const index = this.#indexes.get(canvas) ?? 0
      const picture = this.#drawn.get(index) ?? (await this.#ask(index))
      if (picture === null) {
        this.#waiting.unshift(canvas)
        break
      }
      this.#drawn.set(index, picture)
      canvas.width = picture.width
      canvas.height = picture.height
      canvas.getContext('2d')?.putImageData(picture, 0, 0)
    }
    this.#isAtWork = false
  }

  /** Null where the worker was ended meanwhile, or cannot read the frame. */
  async #ask(index: number): Promise<ImageData | null> {
    try {
      const { rgba, width, height } = await this.#engine.ask({ type: 'picture', index })
      return new ImageData(rgba, width, height)
    } catch {
      return null
    }
  }
}
