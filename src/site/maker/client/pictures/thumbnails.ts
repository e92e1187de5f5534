import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../kit/client/dom.ts'
import { createElement } from '../elements.ts'
import type { Picture } from './picture.ts'
import { dragThumbnails } from './drag-thumbnails.ts'

export type ThumbnailsEvents = {
  move: (from: number, to: number) => void
  remove: (index: number) => void
  /** The picture that has the focus. */
  look: (index: number) => void
}

/** The pictures as thumbnails, to be put in order by dragging or by keys, and removed. */
export class Thumbnails {
  readonly #list: HTMLOListElement
  readonly #status: HTMLElement
  readonly #events: ThumbnailsEvents
  readonly #items = new Map<Picture, HTMLLIElement>()

  constructor(form: HTMLFormElement, events: ThumbnailsEvents) {
    this.#list = find(form, '[data-thumbs]', HTMLOListElement)
    this.#status = find(form, '[data-thumbs-status]', HTMLElement)
    this.#events = events
    this.#list.addEventListener('keydown', (event) => this.#onKey(event))
    this.#list.addEventListener('click', (event) => this.#onClick(event))
    this.#list.addEventListener('focusin', (event) => {
      const index = this.#indexOf(event.target)
      if (index >= 0) events.look(index)
    })
    dragThumbnails(this.#list, (from, to) => {
      events.move(from, to)
      this.focus(to)
      this.#announceMove(to)
    })
  }

  show(pictures: readonly Picture[]): void {
    for (const [picture, item] of this.#items) {
      if (pictures.includes(picture)) continue
      item.remove()
      this.#items.delete(picture)
    }
    for (const [index, picture] of pictures.entries()) {
      const item = this.#items.get(picture) ?? thumbnailOf(picture)
      this.#items.set(picture, item)
      if (this.#list.children[index] !== item)
        this.#list.insertBefore(item, this.#list.children[index] ?? null)
      updateLabels(item, picture, { place: index + 1, count: pictures.length })
    }
  }

  focus(index: number): void {
    this.#list.children[index]?.querySelector<HTMLElement>('.thumb__picture')?.focus({ preventScroll: true })
  }

  #onKey(event: KeyboardEvent): void {
    const index = this.#indexOf(event.target)
    if (index < 0) return
    const isOnPicture = event.target instanceof HTMLElement && event.target.matches('.thumb__picture')
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (by !== undefined && event.altKey) {
      event.preventDefault()
      this.#move(index, index + by)
    } else if (by !== undefined && isOnPicture) {
      event.preventDefault()
      this.focus(index + by)
    } else if (isOnPicture && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault()
      this.#remove(index)
    }
  }

  #onClick({ target }: MouseEvent): void {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('button[data-do]') : null
    const index = this.#indexOf(target)
    if (button === null || index < 0) return
    if (button.dataset.do === 'remove') return this.#remove(index)
    this.#move(index, index + (button.dataset.do === 'earlier' ? -1 : 1))
    const moved = this.#list.querySelectorAll('li')[index + (button.dataset.do === 'earlier' ? -1 : 1)]
    const same = moved?.querySelector<HTMLButtonElement>(`[data-do="${button.dataset.do}"]`)
    // At an end its button can do nothing more: the other one has the focus then.
    if (same?.disabled === true) moved?.querySelector<HTMLElement>('.thumb__picture')?.focus()
    else same?.focus()
  }

  #move(from: number, to: number): void {
    if (to < 0 || to >= this.#list.children.length) return
    this.#events.move(from, to)
    this.focus(to)
    this.#announceMove(to)
  }

  #remove(index: number): void {
    this.#events.remove(index)
    const left = this.#list.children.length
    this.#status.textContent = makerTexts.pictures.removed(left)
    this.focus(Math.min(index, left - 1))
  }

  #announceMove(to: number): void {
    this.#status.textContent = makerTexts.pictures.moved(to + 1, this.#list.children.length)
  }

  #indexOf(target: EventTarget | null): number {
    const item = target instanceof Element ? target.closest('li') : null
    return item === null ? -1 : [...this.#list.children].indexOf(item)
  }
}

function thumbnailOf(picture: Picture): HTMLLIElement {
  const item = createElement('li', 'thumb')
  const frame = createElement('button', 'thumb__picture')
  frame.type = 'button'
  const image = createElement('img')
  image.src = picture.address
  image.alt = ''
  image.decoding = 'async'
  image.draggable = false
  frame.append(image, createElement('span', 'thumb__place'))
  const actions = createElement('div', 'thumb__actions')
  actions.append(button('earlier', '‹'), button('later', '›'), button('remove', '×'))
  item.append(frame, actions)
  return item
}

function button(action: string, sign: string): HTMLButtonElement {
  const element = createElement('button', 'thumb__button', sign)
  element.type = 'button'
  element.dataset.do = action
  return element
}

function updateLabels(
  item: HTMLLIElement,
  { file }: Picture,
  { place, count }: { place: number; count: number },
): void {
  const frame = find(item, '.thumb__picture', HTMLButtonElement)
  frame.setAttribute('aria-label', makerTexts.pictures.label(place, count, file.name))
  find(item, '.thumb__place', HTMLElement).textContent = String(place)
  for (const [action, label] of Object.entries(makerTexts.pictures.actions)) {
    const element = find(item, `[data-do="${action}"]`, HTMLButtonElement)
    element.setAttribute('aria-label', makerTexts.pictures.action(label, place))
    element.disabled = (action === 'earlier' && place === 1) || (action === 'later' && place === count)
  }
}
