import type { Size } from '../../../kit/client/crop/crop-geometry.ts'
import { CropArea } from '../../../kit/client/crop/crop-area.ts'
import { CropFields } from './crop-fields.ts'
import { find } from '../../../kit/client/dom.ts'
import { LayerSurface } from '../stage/layer-surface.ts'

/** Which part of the picture the GIF shows: chosen on the preview where there is one, and by numbers everywhere. */
export class CropEditor {
  readonly #panel: HTMLDetailsElement
  readonly #shape: HTMLElement
  readonly #hints: { drawn: HTMLElement; typed: HTMLElement }
  readonly #fields: CropFields
  readonly #area: CropArea
  readonly #surface: LayerSurface
  #picture: Size | null = null

  constructor(form: HTMLFormElement) {
    this.#panel = find(form, '[data-crop]', HTMLDetailsElement)
    this.#shape = find(form, '[data-crop-shape]', HTMLElement)
    this.#hints = {
      drawn: find(form, '[data-crop-drawn]', HTMLElement),
      typed: find(form, '[data-crop-typed]', HTMLElement),
    }
    this.#surface = new LayerSurface(form)
    this.#fields = new CropFields(form, () => this.#draw())
    this.#area = new CropArea(find(form, '[data-player]', HTMLElement), {
      aspect: () => this.#fields.aspect,
      change: (crop) => {
        this.#fields.show(crop)
        this.#draw()
      },
    })
    this.#panel.addEventListener('toggle', () => this.#draw())
  }

  /** The picture on the preview; null where none is seen. */
  set picture(picture: Size | null) {
    this.#picture = picture
    this.#fields.picture = picture
    this.#shape.hidden = picture === null
    this.#hints.drawn.hidden = picture === null
    this.#hints.typed.hidden = picture !== null
    this.#draw()
  }

  /** Back to the whole picture. */
  clear(): void {
    this.#fields.clear()
    this.#panel.open = false
    this.#draw()
  }

  #draw(): void {
    const { crop } = this.#fields
    this.#surface.show(crop, this.#picture)
    if (crop === null || this.#picture === null) this.#area.hide()
    else this.#area.show(crop, this.#picture, this.#panel.open)
  }
}
