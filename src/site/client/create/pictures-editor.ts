import { AnimationPreview } from './animation-preview.ts'
import { find, inputOf, numberIn, setNumber } from './elements.ts'
import { delayMs, type Limits, sidePixels } from './limits.ts'
import { type Frame, type Picture, readPicture, suggestedSize } from './picture.ts'
import { Thumbs } from './thumbs.ts'
import { writeSize, writeTime } from './words.ts'

/** Pictures in an order, how they become frames, and the animation that comes of it. */
export class PicturesEditor {
  readonly #limits: Limits
  readonly #inputs: Record<'delay' | 'width' | 'height' | 'resize', HTMLInputElement>
  readonly #slider: HTMLInputElement
  readonly #facts: HTMLElement
  readonly #preview: AnimationPreview
  readonly #thumbs: Thumbs
  #pictures: Picture[] = []
  #isSizeOwn = false

  constructor(form: HTMLFormElement, limits: Limits) {
    this.#limits = limits
    const input = (name: string) => inputOf(form, name)
    this.#inputs = {
      delay: input('delay'),
      width: input('width'),
      height: input('height'),
      resize: input('resize'),
    }
    this.#slider = find(form, '[data-delay-slider]', HTMLInputElement)
    this.#facts = find(form, '[data-pictures-facts]', HTMLElement)
    this.#preview = new AnimationPreview(find(form, '[data-animation]', HTMLElement))
    this.#thumbs = new Thumbs(form, {
      move: (from, to) => this.#reorder(from, to),
      remove: (index) => this.#remove(index),
      look: (index) => this.#preview.showOne(index),
    })
    this.#listen()
  }

  get files(): File[] {
    return this.#pictures.map(({ file }) => file)
  }

  /** Adds pictures at the end; gives a sentence for each that the browser cannot show, which is left out. */
  async add(files: readonly File[]): Promise<string[]> {
    const room = this.#limits.maxPictures - this.#pictures.length
    const refused: string[] = []
    if (files.length > room) {
      refused.push(
        `Only the first ${Math.max(0, room)} were taken: a GIF may have ${this.#limits.maxPictures} pictures.`,
      )
    }
    for (const file of files.slice(0, Math.max(0, room))) {
      const picture = await readPicture(file)
      if (picture === null) refused.push(`${file.name} is damaged and was left out.`)
      else this.#pictures.push(picture)
    }
    const [first] = this.#pictures
    if (first !== undefined && !this.#isSizeOwn) {
      const size = suggestedSize(first)
      setNumber(this.#inputs.width, size.width)
      setNumber(this.#inputs.height, size.height)
      this.#isSizeOwn = true
    }
    this.#show()
    return refused
  }

  /** `keepSize`: the size in the fields was chosen before and stays. */
  open(keepSize: boolean): void {
    this.close()
    this.#isSizeOwn = keepSize
  }

  close(): void {
    for (const { address } of this.#pictures) URL.revokeObjectURL(address)
    this.#pictures = []
    this.#isSizeOwn = false
    this.#preview.close()
    this.#thumbs.show([])
  }

  pause(): void {
    this.#preview.pause()
  }

  #listen(): void {
    this.#slider.addEventListener('input', () => {
      this.#inputs.delay.value = this.#slider.value
      this.#show()
    })
    for (const input of Object.values(this.#inputs)) {
      input.addEventListener('input', () => {
        const delay = numberIn(this.#inputs.delay)
        if (delay !== null) this.#slider.value = String(delay)
        this.#show()
      })
    }
  }

  #reorder(from: number, to: number): void {
    const [picture] = this.#pictures.splice(from, 1)
    if (picture === undefined) return
    this.#pictures.splice(to, 0, picture)
    this.#show()
  }

  #remove(index: number): void {
    const [picture] = this.#pictures.splice(index, 1)
    if (picture !== undefined) URL.revokeObjectURL(picture.address)
    this.#show()
  }

  #show(): void {
    this.#thumbs.show(this.#pictures)
    const delay = within(numberIn(this.#inputs.delay), delayMs, delayMs.default)
    this.#preview.show(this.#pictures, this.#frame(), delay)
    const count = this.#pictures.length
    const bytes = this.#pictures.reduce((sum, { file }) => sum + file.size, 0)
    const words = [
      `${count} ${count === 1 ? 'picture' : 'pictures'}`,
      writeTime((count * delay) / 1000),
      `${writeSize(bytes)} of ${writeSize(this.#limits.maxUploadBytes)}`,
    ]
    this.#facts.textContent = words.join(' · ')
  }

  #frame(): Frame {
    const { width, height, resize } = this.#inputs
    return {
      width: within(numberIn(width), sidePixels, 480),
      height: within(numberIn(height), sidePixels, 360),
      resize: resize.checked,
    }
  }
}

/** A number as the preview takes it: whole, and within its range; `otherwise` where there is none. */
function within(value: number | null, { min, max }: { min: number; max: number }, otherwise: number): number {
  return value === null ? otherwise : Math.round(Math.max(min, Math.min(max, value)))
}
