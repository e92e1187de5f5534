import { AnimationPreview } from './animation-preview.ts'
import { find, inputOf, numberIn, setNumber } from './elements.ts'
import { delayMs, type Limits, sidePixels } from './limits.ts'
import { type Frame, type Picture, suggestedSize } from './picture.ts'
import { type Playing, playOrder } from './playing.ts'
import { Proportions } from './proportions.ts'
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
  readonly #proportions: Proportions
  readonly #emptied: () => void
  #pictures: Picture[] = []
  #isSizeOwn = false
  #playing: Playing = { speed: 1, reverse: false, boomerang: false }

  /** `emptied` is told when the last picture was removed. */
  constructor(form: HTMLFormElement, limits: Limits, { emptied }: { emptied: () => void }) {
    this.#limits = limits
    this.#emptied = emptied
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
      look: (index) => this.#preview.showOne(this.#order().indexOf(index)),
    })
    this.#proportions = new Proportions(this.#inputs, () => this.#show())
    this.#listen()
  }

  get files(): File[] {
    return this.#pictures.map(({ file }) => file)
  }

  /** Adds pictures at the end; gives a sentence where there are more than a GIF may have. `brought` is how many came. */
  add(pictures: readonly Picture[], brought = pictures.length): string[] {
    const { maxPictures } = this.#limits
    const isFirst = this.#pictures.length === 0
    const room = maxPictures - this.#pictures.length
    this.#pictures.push(...pictures.slice(0, room))
    for (const { address } of pictures.slice(room)) URL.revokeObjectURL(address)
    const [first] = this.#pictures
    if (first !== undefined && !this.#isSizeOwn) {
      const size = suggestedSize(first)
      setNumber(this.#inputs.width, size.width)
      setNumber(this.#inputs.height, size.height)
      this.#isSizeOwn = true
    }
    if (first !== undefined && isFirst) this.#proportions.begin(first)
    this.#show()
    if (brought <= room) return []
    return [`Only the first ${room} were taken: a GIF may have ${maxPictures} pictures.`]
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

  /** Which way the pictures play. */
  setPlaying(playing: Playing): void {
    this.#playing = playing
    if (this.#pictures.length > 0) this.#show()
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
    if (this.#pictures.length === 0) this.#emptied()
  }

  #show(): void {
    this.#thumbs.show(this.#pictures)
    if (this.#pictures[0] !== undefined) this.#proportions.shape = this.#pictures[0]
    const delay = within(numberIn(this.#inputs.delay), delayMs, delayMs.default)
    const played = this.#order().flatMap((index) => this.#pictures[index] ?? [])
    this.#preview.show(played, this.#frame(), delay)
    const count = this.#pictures.length
    const bytes = this.#pictures.reduce((sum, { file }) => sum + file.size, 0)
    const words = [
      `${count} ${count === 1 ? 'picture' : 'pictures'}`,
      writeTime((played.length * delay) / 1000),
      `${writeSize(bytes)} of ${writeSize(this.#limits.maxUploadBytes)}`,
    ]
    this.#facts.textContent = words.join(' · ')
  }

  /** Which picture comes when. */
  #order(): number[] {
    return playOrder(this.#pictures.length, this.#playing)
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
