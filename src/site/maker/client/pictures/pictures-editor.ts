import { makerTexts } from '#texts/maker.ts'
import { AnimationPreview } from './animation-preview.ts'
import { find } from '../../../kit/client/dom.ts'
import { inputOf, numberIn, setNumber } from '../elements.ts'
import { type Limits, type Playback } from '../options/option-inputs.ts'
import { type Frame, type Picture, suggestedSize } from './picture.ts'
import { defaultGifOptions } from '../../../../options/gif-options.ts'
import { pictureOptions } from '../../../../options/picture-options.ts'
import { playOrder } from '../../../../options/rules/play-order.ts'
import { Proportions } from './proportions.ts'
import { Thumbnails } from './thumbnails.ts'
import { formatFileSize, formatLimit } from '#texts/format.ts'
import { formatTime } from '../format.ts'

/** Pictures in an order, how they become frames, and the animation that comes of it. */
export class PicturesEditor {
  readonly #limits: Limits
  readonly #inputs: Record<'delay' | 'width' | 'height' | 'resize', HTMLInputElement>
  readonly #slider: HTMLInputElement
  readonly #summary: HTMLElement
  readonly #preview: AnimationPreview
  readonly #thumbs: Thumbnails
  readonly #proportions: Proportions
  readonly #onEmpty: () => void
  readonly #onChange: () => void
  #pictures: Picture[] = []
  #isSizeOwn = false
  #playback: Pick<Playback, 'reverse' | 'boomerang'> = defaultGifOptions

  /** `onChange` is called when there are other pictures, or in another order; `onEmpty` when the last one is removed. */
  constructor(form: HTMLFormElement, limits: Limits, events: { onChange: () => void; onEmpty: () => void }) {
    this.#limits = limits
    this.#onEmpty = events.onEmpty
    this.#onChange = events.onChange
    const input = (name: string) => inputOf(form, name)
    this.#inputs = {
      delay: input('delay'),
      width: input('width'),
      height: input('height'),
      resize: input('resize'),
    }
    this.#slider = find(form, '[data-delay-slider]', HTMLInputElement)
    this.#summary = find(form, '[data-pictures-summary]', HTMLElement)
    this.#preview = new AnimationPreview(find(form, '[data-animation]', HTMLElement))
    this.#thumbs = new Thumbnails(form, {
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

  /** The pictures in their order: the names of those that the service has, null for each that is sent. */
  get kept(): (string | null)[] {
    return this.#pictures.map(({ kept }) => kept)
  }

  /** Adds pictures at the end; returns a message where there are more than a GIF may have. `brought` is how many were chosen. */
  add(pictures: readonly Picture[], brought = pictures.length): string[] {
    const { maxPictures } = this.#limits
    const isFirst = this.#pictures.length === 0
    const free = maxPictures - this.#pictures.length
    this.#pictures.push(...pictures.slice(0, free))
    for (const { address } of pictures.slice(free)) URL.revokeObjectURL(address)
    const [first] = this.#pictures
    if (first !== undefined && !this.#isSizeOwn) {
      const size = suggestedSize(first)
      setNumber(this.#inputs.width, size.width)
      setNumber(this.#inputs.height, size.height)
      this.#isSizeOwn = true
    }
    if (first !== undefined && isFirst) this.#proportions.begin(first)
    this.#show()
    this.#onChange()
    if (brought <= free) return []
    return [makerTexts.pictures.tooMany(free, maxPictures)]
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
  setPlayback(playback: Playback): void {
    this.#playback = playback
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
    this.#onChange()
  }

  #remove(index: number): void {
    const [picture] = this.#pictures.splice(index, 1)
    if (picture !== undefined) URL.revokeObjectURL(picture.address)
    this.#show()
    if (this.#pictures.length === 0) this.#onEmpty()
    else this.#onChange()
  }

  #show(): void {
    this.#thumbs.show(this.#pictures)
    if (this.#pictures[0] !== undefined) this.#proportions.shape = this.#pictures[0]
    const delay = within(numberIn(this.#inputs.delay), pictureOptions.delayMs)
    const played = this.#order().flatMap((index) => this.#pictures[index] ?? [])
    this.#preview.show(played, this.#frame(), delay)
    const count = this.#pictures.length
    const bytes = this.#pictures.reduce((sum, { file }) => sum + file.size, 0)
    const facts = [
      makerTexts.pictures.count(count),
      formatTime((played.length * delay) / 1000),
      makerTexts.pictures.bytes(formatFileSize(bytes), formatLimit(this.#limits.maxUploadBytes)),
    ]
    this.#summary.textContent = facts.join(' · ')
  }

  /** Which picture comes when. */
  #order(): number[] {
    return playOrder(this.#pictures.length, this.#playback)
  }

  #frame(): Frame {
    const { width, height, resize } = this.#inputs
    return {
      width: within(numberIn(width), pictureOptions.width),
      height: within(numberIn(height), pictureOptions.height),
      resize: resize.checked,
    }
  }
}

/** A number as the preview takes it: whole, and within its range; the default where there is none. */
function within(value: number | null, option: { min: number; max: number; default: number }): number {
  return value === null ? option.default : Math.round(Math.max(option.min, Math.min(option.max, value)))
}
