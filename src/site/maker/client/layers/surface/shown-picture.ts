import { parseCrop } from '../../../../../options/rules/crop.ts'
import { inputOf } from '../../elements.ts'
import type { Size } from '../layer-geometry.ts'

/** A part of the GIF, in shares of it. */
export type Part = { x: number; y: number; width: number; height: number }

type Source = { element: CanvasImageSource; size: Size }

const wholePart: Part = { x: 0, y: 0, width: 1, height: 1 }

/** What the preview shows of the source, and which part of it the GIF keeps. */
export class ShownPicture {
  readonly #form: HTMLFormElement
  readonly #stage: Element
  /** The size of the GIF's picture on the screen, in pixels. */
  area: Size = { width: 0, height: 0 }

  constructor(form: HTMLFormElement, surface: HTMLElement) {
    this.#form = form
    this.#stage = surface.closest('[data-stage]') ?? surface
  }

  /** The part of the source that is kept, as shares of the source. */
  get crop(): Part {
    const crop = parseCrop(inputOf(this.#form, 'crop').value)
    const source = this.#source
    if (crop === null || source === null || this.#form.dataset.source === 'pictures') return wholePart
    const { width, height } = source.size
    return {
      x: crop.x / width,
      y: crop.y / height,
      width: crop.width / width,
      height: crop.height / height,
    }
  }

  /** Draws a part of the GIF's picture over a whole canvas; what is outside the picture stays see-through. */
  draw(context: CanvasRenderingContext2D, part: Part): void {
    const { canvas } = context
    const source = this.#source
    context.clearRect(0, 0, canvas.width, canvas.height)
    if (source === null) return
    const { crop } = this
    const { element, size } = source
    context.drawImage(
      element,
      (crop.x + part.x * crop.width) * size.width,
      (crop.y + part.y * crop.height) * size.height,
      part.width * crop.width * size.width,
      part.height * crop.height * size.height,
      0,
      0,
      canvas.width,
      canvas.height,
    )
  }

  /** The moment of the source that is shown, in seconds; null where it is not known. */
  get moment(): number | null {
    const video = this.#video
    return video === null || video.readyState === 0 ? null : video.currentTime
  }

  get #video(): HTMLVideoElement | null {
    if (this.#form.dataset.source === 'pictures') return null
    const video = this.#stage.querySelector('video')
    return video instanceof HTMLVideoElement && video.videoWidth > 0 ? video : null
  }

  get #source(): Source | null {
    if (this.#form.dataset.source === 'pictures') {
      const canvas = this.#stage.querySelector('canvas.player__video')
      if (!(canvas instanceof HTMLCanvasElement)) return null
      return { element: canvas, size: { width: canvas.width, height: canvas.height } }
    }
    const video = this.#video
    if (video !== null)
      return { element: video, size: { width: video.videoWidth, height: video.videoHeight } }
    const image = this.#stage.querySelector('img.player__video')
    if (image instanceof HTMLImageElement && image.naturalWidth > 0)
      return { element: image, size: { width: image.naturalWidth, height: image.naturalHeight } }
    return null
  }
}
