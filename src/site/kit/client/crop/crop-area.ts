import { announce, find } from '../dom.ts'
import { cropTexts } from '#texts/crop.ts'
import type { Crop } from '../../../../options/rules/crop.ts'
import { type Bounds, type Grip, grips, isWhole, movedBy, resizedBy, type Size } from './crop-geometry.ts'
import { followPointer } from '../follow-pointer.ts'

/** The step of a key as a share of the picture's width; at least one pixel. */
const keyStep = 1 / 100

export type CropAreaEvents = {
  change: (crop: Crop) => void
  /** The ratio of width to height to keep; null for any. */
  aspect: () => number | null
}

/** The crop frame on a picture, which can be dragged, resized by its handles, or moved by keys. */
export class CropArea {
  readonly #stage: HTMLElement
  readonly #area: HTMLElement
  readonly #events: CropAreaEvents
  #picture: Size = { width: 1, height: 1 }
  #crop: Crop = { x: 0, y: 0, width: 1, height: 1 }

  constructor(root: HTMLElement, events: CropAreaEvents) {
    this.#stage = find(root, '[data-crop-overlay]', HTMLElement)
    this.#area = find(root, '[data-crop-area]', HTMLElement)
    this.#events = events
    this.#area.addEventListener('keydown', (event) => this.#onKey(event))
    this.#listen()
  }

  /** Shows a crop. With `isOpen` it can be changed; otherwise the frame only dims the rest of the picture. */
  show(crop: Crop, picture: Size, isOpen: boolean): void {
    this.#crop = crop
    this.#picture = picture
    const all = isWhole(crop, picture)
    this.#stage.hidden = all && !isOpen
    this.#stage.inert = !isOpen
    this.#area.toggleAttribute('data-whole', all)
    this.#stage.toggleAttribute('data-shaped', this.#events.aspect() !== null)
    const percent = (part: number, whole: number) => `${(part / whole) * 100}%`
    this.#area.style.left = percent(crop.x, picture.width)
    this.#area.style.top = percent(crop.y, picture.height)
    this.#area.style.width = percent(crop.width, picture.width)
    this.#area.style.height = percent(crop.height, picture.height)
    this.#area.setAttribute('aria-label', cropTexts.label(describeCrop(crop)))
  }

  hide(): void {
    this.#stage.hidden = true
  }

  #listen(): void {
    let before = this.#crop
    let from = { x: 0, y: 0 }
    let grip: Grip | null = null
    followPointer(this.#area, {
      begin: (event) => {
        before = this.#crop
        from = { x: event.clientX, y: event.clientY }
        const { target } = event
        grip = target instanceof HTMLElement ? gripOf(target) : null
        this.#area.focus({ preventScroll: true })
        return true
      },
      move: (event) => {
        const { width } = this.#stage.getBoundingClientRect()
        const scale = this.#picture.width / width
        const right = (event.clientX - from.x) * scale
        const down = (event.clientY - from.y) * scale
        this.#events.change(
          grip === null
            ? movedBy(before, right, down, this.#picture)
            : resizedBy(before, grip, { right, down }, this.#bounds()),
        )
      },
      end: () => {},
      cancel: () => this.#events.change(before),
    })
  }

  #onKey(event: KeyboardEvent): void {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event
    const across = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft')
    const down = Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
    if (altKey || ctrlKey || metaKey || (across === 0 && down === 0)) return
    event.preventDefault()
    const step = Math.max(1, Math.round(this.#picture.width * keyStep))
    const moved = { right: across * step, down: down * step }
    this.#events.change(
      shiftKey
        ? resizedBy(this.#crop, { across: 1, down: 1 }, moved, this.#bounds())
        : movedBy(this.#crop, moved.right, moved.down, this.#picture),
    )
    announce(describeCrop(this.#crop))
  }

  #bounds(): Bounds {
    return { picture: this.#picture, aspect: this.#events.aspect() }
  }
}

function describeCrop({ x, y, width, height }: Crop): string {
  return cropTexts.spoken(width, height, x, y)
}

function gripOf({ dataset }: HTMLElement): Grip | null {
  return Object.entries(grips).find(([name]) => name === dataset.grip)?.[1] ?? null
}
