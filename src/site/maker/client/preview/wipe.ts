import { previewTexts } from '#texts/preview.ts'
import { createElement } from '../elements.ts'

/** A slider that uncovers the source beneath the GIF from the left, to compare the two. */
export class Wipe {
  readonly elements: HTMLElement[]
  readonly #stage: HTMLElement
  readonly #pictures: readonly HTMLElement[]
  readonly #slider = createElement('input')
  readonly #line = createElement('div', 'preview__line')
  #isDrawnOpen = false

  /**
   * `stage` has the box `[data-layer-surface]`, which lies over the part that the GIF shows. `toggled` is called when the
   * source begins to be seen, and when it is covered again.
   */
  constructor(stage: HTMLElement, pictures: readonly HTMLElement[], toggled: (isOpen: boolean) => void) {
    this.#stage = stage
    this.#pictures = pictures
    const label = createElement('label', 'preview__compare', previewTexts.compare)
    this.#slider.type = 'range'
    this.#slider.min = '0'
    this.#slider.max = '100'
    this.#slider.value = '0'
    this.#slider.setAttribute('aria-label', previewTexts.compareLong)
    label.append(this.#slider)
    // No field of the form.
    this.#slider.addEventListener('input', (event) => {
      event.stopPropagation()
      const wasOpen = this.#isDrawnOpen
      this.draw()
      if (wasOpen !== this.isOpen) toggled(this.isOpen)
    })
    this.elements = [this.#line, label]
    new ResizeObserver(() => this.draw()).observe(stage)
  }

  /** Whether some of the source is uncovered. */
  get isOpen(): boolean {
    return Number(this.#slider.value) > 0
  }

  /** Puts everything in its place, as after the GIF or the stage has changed. */
  draw(): void {
    const share = Number(this.#slider.value)
    const { isOpen } = this
    this.#isDrawnOpen = isOpen
    this.#stage.toggleAttribute('data-compares', isOpen)
    this.#line.hidden = !isOpen
    const surface = this.#stage.querySelector('[data-layer-surface]')
    const [outer, inner] = [this.#stage.getBoundingClientRect(), surface?.getBoundingClientRect() ?? null]
    if (inner === null || inner.width === 0) return
    const left = inner.left - outer.left
    const top = inner.top - outer.top
    for (const { style } of this.#pictures) {
      // Compared, the GIF lies exactly on its part of the picture; alone, it fills the stage.
      style.left = isOpen ? `${left}px` : ''
      style.top = isOpen ? `${top}px` : ''
      style.width = isOpen ? `${inner.width}px` : ''
      style.height = isOpen ? `${inner.height}px` : ''
      style.clipPath = isOpen ? `inset(0 0 0 ${share}%)` : ''
    }
    this.#line.style.left = `${left + (inner.width * share) / 100}px`
    this.#line.style.top = `${top}px`
    this.#line.style.height = `${inner.height}px`
  }
}
