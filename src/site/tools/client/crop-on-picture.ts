import { type Crop, formatCrop, isLegalCrop, parseCrop } from '../../../options/rules/crop.ts'
import { CropArea } from '../../kit/client/crop/crop-area.ts'
import { isWhole, type Size, wholePicture, withinPicture } from '../../kit/client/crop/crop-geometry.ts'
import { find } from '../../kit/client/dom.ts'

/** Chooses the crop on the animation as it was. What is chosen stands in the field, as if it was typed. */
export class CropOnPicture {
  readonly #root: HTMLDetailsElement
  readonly #field: HTMLInputElement
  readonly #image = new Image()
  readonly #area: CropArea
  #picture: Size | null = null

  constructor(form: HTMLFormElement) {
    this.#root = find(form, '[data-crop-on-picture]', HTMLDetailsElement)
    this.#field = find(form, '[name=crop]', HTMLInputElement)
    // The frame on it says what is seen.
    this.#image.alt = ''
    find(this.#root, '[data-crop-picture]', HTMLElement).prepend(this.#image)
    this.#area = new CropArea(this.#root, { aspect: () => null, change: (crop) => this.#choose(crop) })
    this.#root.addEventListener('toggle', () => this.#draw())
    this.#field.addEventListener('input', () => this.#draw())
  }

  /** Shows an animation, where the browser can. */
  async open(file: Blob, picture: Size): Promise<void> {
    this.close()
    const address = URL.createObjectURL(file)
    this.#image.src = address
    const isShown = await this.#image.decode().then(
      () => true,
      () => false,
    )
    // Another one was opened meanwhile.
    if (this.#image.src !== address) return
    this.#picture = isShown ? picture : null
    this.#root.style.setProperty('--aspect', String(picture.width / picture.height))
    this.#root.hidden = !isShown
    this.#draw()
  }

  close(): void {
    this.#picture = null
    this.#root.hidden = true
    if (this.#image.src !== '') URL.revokeObjectURL(this.#image.src)
    this.#image.removeAttribute('src')
  }

  #choose(crop: Crop): void {
    if (this.#picture === null) return
    this.#field.value = isWhole(crop, this.#picture) ? '' : formatCrop(crop)
    this.#field.dispatchEvent(new Event('input', { bubbles: true }))
  }

  #draw(): void {
    if (this.#picture === null) return
    const typed = parseCrop(this.#field.value)
    const isUsable = typed !== null && isLegalCrop(typed)
    const crop = isUsable ? withinPicture(typed, this.#picture) : wholePicture(this.#picture)
    this.#area.show(crop, this.#picture, this.#root.open)
  }
}
