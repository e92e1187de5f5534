import type { Crop } from '../../../../options/rules/crop.ts'
import { find } from '../../../kit/client/dom.ts'
import type { Size } from '../../../kit/client/crop/crop-geometry.ts'

/** Where layers are placed: a box over the part of the picture that the GIF shows. It follows the crop. */
export class LayerSurface {
  readonly #box: HTMLElement

  constructor(form: HTMLFormElement) {
    this.#box = find(form, '[data-layer-surface]', HTMLElement)
  }

  /** Null: all of the picture is shown. */
  show(crop: Crop | null, picture: Size | null): void {
    const { x, y, width, height } = crop ?? { x: 0, y: 0, width: 1, height: 1 }
    const whole = crop === null || picture === null ? { width: 1, height: 1 } : picture
    this.#box.style.left = `${(x / whole.width) * 100}%`
    this.#box.style.top = `${(y / whole.height) * 100}%`
    this.#box.style.width = `${(width / whole.width) * 100}%`
    this.#box.style.height = `${(height / whole.height) * 100}%`
  }
}
