import { makerTexts } from '#texts/maker.ts'
import { createElement, numberIn, setNumber } from '../elements.ts'
import { sidePixels } from '../../../../options/format-limits.ts'

type Size = { width: number; height: number }

/** Keeps width and height to the shape of the first picture, unless that is switched off. */
export class Proportions {
  readonly #inputs: Record<keyof Size, HTMLInputElement>
  readonly #lock: HTMLInputElement
  #shape: Size | null = null

  /** Must be created before other listeners of the fields, so that they see both numbers. `changed` is called for the rest. */
  constructor(inputs: Record<keyof Size, HTMLInputElement>, changed: () => void) {
    this.#inputs = inputs
    this.#lock = createElement('input')
    this.#lock.type = 'checkbox'
    this.#lock.checked = true
    this.#lock.id = 'keep-proportions'
    const label = createElement('label', '', makerTexts.pictures.keepProportions)
    label.htmlFor = this.#lock.id
    const field = createElement('div', 'field field--check')
    field.append(this.#lock, label)
    inputs.height.closest('.field')?.after(field)
    inputs.width.addEventListener('input', () => this.#follow('width', 'height'))
    inputs.height.addEventListener('input', () => this.#follow('height', 'width'))
    this.#lock.addEventListener('change', () => {
      this.#follow('width', 'height')
      changed()
    })
  }

  /** The first picture is this. A size that was chosen for another shape stays as it is. */
  begin(shape: Size): void {
    this.#shape = shape
    const [width, height] = [numberIn(this.#inputs.width), numberIn(this.#inputs.height)]
    this.#lock.checked =
      width !== null && height !== null && Math.abs((width * shape.height) / shape.width - height) <= 1
  }

  /** Another picture came first: its shape counts from the next number on. */
  set shape(shape: Size) {
    this.#shape = shape
  }

  #follow(typed: keyof Size, other: keyof Size): void {
    const value = numberIn(this.#inputs[typed])
    if (this.#shape === null || !this.#lock.checked || value === null) return
    const { min, max } = sidePixels
    if (value < min || value > max) return
    const wanted = Math.round((value * this.#shape[other]) / this.#shape[typed])
    setNumber(this.#inputs[other], Math.max(min, Math.min(max, wanted)))
  }
}
