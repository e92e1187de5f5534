import { cropTexts } from '#texts/crop.ts'
import { type Crop, formatCrop, parseCrop } from '../../../../options/rules/crop.ts'
import {
  isWhole,
  largestOf,
  type Size,
  wholePicture,
  withinPicture,
} from '../../../kit/client/crop/crop-geometry.ts'
import { find } from '../../../kit/client/dom.ts'
import { inputOf, numberIn } from '../elements.ts'
import { showFieldError } from '../form/field-error.ts'

const keys = ['x', 'y', 'width', 'height'] as const

/** The numbers of a crop and its shape. What is sent stands in a field of its own, empty for the whole picture. */
export class CropFields {
  readonly #sent: HTMLInputElement
  readonly #numbers: Record<keyof Crop, HTMLInputElement>
  readonly #shape: HTMLSelectElement
  readonly #state: HTMLElement
  readonly #changed: (crop: Crop) => void
  #picture: Size | null = null
  #crop: Crop | null

  /** `changed` gets a crop that was typed or chosen, where the picture is known. */
  constructor(form: HTMLFormElement, changed: (crop: Crop) => void) {
    const number = (key: keyof Crop) => find(form, `[data-crop-number="${key}"]`, HTMLInputElement)
    this.#sent = inputOf(form, 'crop')
    this.#numbers = { x: number('x'), y: number('y'), width: number('width'), height: number('height') }
    this.#shape = find(form, '#crop-shape', HTMLSelectElement)
    this.#state = find(form, '[data-crop-state]', HTMLElement)
    this.#changed = changed
    this.#crop = parseCrop(this.#sent.value)
    for (const key of keys) this.#numbers[key].addEventListener('change', () => this.#handleInput(key))
    this.#shape.addEventListener('change', () => this.#reshape())
    find(form, '[data-crop-whole]', HTMLButtonElement).addEventListener('click', () => {
      this.#shape.value = ''
      if (this.#picture !== null) this.#emit(wholePicture(this.#picture))
    })
    this.#write()
    this.#showServerError()
  }

  /** Width by height where a shape is chosen; null where every one will do. */
  get aspect(): number | null {
    const [across, down] = this.#shape.value.split('/').map(Number)
    return across === undefined || down === undefined ? null : across / down
  }

  /** The crop on the picture that is shown. */
  get crop(): Crop | null {
    if (this.#picture === null) return null
    return this.#crop === null ? wholePicture(this.#picture) : withinPicture(this.#crop, this.#picture)
  }

  /** The picture that the crop is a part of; null where it is unknown. */
  set picture(picture: Size | null) {
    this.#picture = picture
    for (const [key, side] of [
      ['width', 'width'],
      ['height', 'height'],
    ] as const) {
      if (picture === null) this.#numbers[key].removeAttribute('max')
      else this.#numbers[key].max = String(picture[side])
    }
    this.show(this.crop ?? this.#crop)
  }

  /** Another crop, chosen elsewhere; null: the whole picture. */
  show(crop: Crop | null): void {
    const isAll = crop !== null && this.#picture !== null && isWhole(crop, this.#picture)
    this.#crop = isAll ? null : crop
    this.#write()
    this.#revalidate()
  }

  clear(): void {
    this.#shape.value = ''
    this.show(null)
  }

  #handleInput(key: keyof Crop): void {
    if (this.#picture === null) return this.#acceptUnchecked()
    const [now, wanted] = [this.crop, numberIn(this.#numbers[key])]
    // What is no number goes away again.
    if (now === null || wanted === null) return this.#write()
    const typed = withinPicture({ ...now, [key]: wanted }, this.#picture)
    this.#emit(this.aspect === null ? typed : this.#inShape(typed, key, this.aspect))
  }

  /** One side was typed, the other follows; where it does not fit, both are as large as possible. */
  #inShape(typed: Crop, key: keyof Crop, aspect: number): Crop {
    const picture = this.#picture
    if (picture === null || key === 'x' || key === 'y') return typed
    const wanted =
      key === 'width'
        ? { ...typed, height: Math.round(typed.width / aspect) }
        : { ...typed, width: Math.round(typed.height * aspect) }
    const fits = wanted.width <= picture.width && wanted.height <= picture.height
    return fits ? withinPicture(wanted, picture) : largestOf(aspect, typed, picture)
  }

  /** The numbers as they were typed: whether they are a crop is seen when they are sent. */
  #acceptUnchecked(): void {
    const texts = keys.map((key) => this.#numbers[key].value.trim())
    this.#sent.value = texts.every((text) => text === '') ? '' : texts.join(',')
    this.#crop = parseCrop(this.#sent.value)
    this.#writeState()
    this.#revalidate()
  }

  #reshape(): void {
    const { aspect, crop } = this
    if (aspect !== null && crop !== null && this.#picture !== null)
      this.#emit(largestOf(aspect, crop, this.#picture))
  }

  #emit(crop: Crop): void {
    this.show(crop)
    this.#changed(crop)
  }

  #write(): void {
    const shown = this.crop ?? this.#crop
    for (const key of keys) this.#numbers[key].value = shown === null ? '' : String(shown[key])
    this.#sent.value = this.#crop === null ? '' : formatCrop(this.#crop)
    this.#writeState()
  }

  #writeState(): void {
    this.#state.textContent = this.#crop === null ? '' : cropTexts.size(this.#crop.width, this.#crop.height)
  }

  /** An error was about the old crop: it goes away as if the first number was typed. */
  #revalidate(): void {
    const { x } = this.#numbers
    if (x.hasAttribute('aria-invalid')) x.dispatchEvent(new Event('input', { bubbles: true }))
  }

  /** Moves the server's error from the plain field to the numbers, which are shown in its place. */
  #showServerError(): void {
    const error = document.getElementById(`${this.#sent.id}-error`)?.textContent
    this.#sent.removeAttribute('aria-invalid')
    if (error) showFieldError(this.#numbers.x, error)
  }
}
