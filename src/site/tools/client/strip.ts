import { toolsTexts } from '#texts/tools.ts'
import type { ChosenFrame } from '../../../options/rules/frames.ts'
import { announce } from '../../kit/client/dom.ts'
import { FrameHistory } from './frame-history.ts'
import type { Thumbnails } from './thumbnails.ts'

const texts = toolsTexts.strip

/**
 * All frames of an animation, one beside the other: a list box whose options are selected by click, touch and keys, and
 * deleted or held. `onChange` is called with the frames that are chosen.
 */
export class Strip {
  readonly #list: HTMLElement
  readonly #thumbnails: Thumbnails
  readonly #framesMs: readonly number[]
  readonly #onChange: (frames: readonly ChosenFrame[], isWhole: boolean) => void
  readonly #buttons: Record<'all' | 'remove' | 'shorter' | 'longer' | 'undo' | 'redo', HTMLButtonElement>
  readonly #count = document.createElement('span')
  readonly #history: FrameHistory
  #items: HTMLElement[] = []
  #selected = new Set<number>()
  /** The place that has the focus, and the one from which a range goes. */
  #current = 0
  #anchor = 0

  constructor(
    { list, actions }: { list: HTMLElement; actions: HTMLElement },
    framesMs: readonly number[],
    thumbnails: Thumbnails,
    onChange: (frames: readonly ChosenFrame[], isWhole: boolean) => void,
  ) {
    this.#list = list
    this.#framesMs = framesMs
    this.#thumbnails = thumbnails
    this.#onChange = onChange
    this.#history = new FrameHistory(framesMs.length)
    this.#buttons = {
      all: button(texts.selectAll, () => this.#select(this.#items.map((_, place) => place))),
      remove: button(texts.remove, () => this.#remove()),
      shorter: button(texts.shorter, () => this.#hold(-1)),
      longer: button(texts.longer, () => this.#hold(1)),
      undo: button(texts.undo, () => this.#step('undo')),
      redo: button(texts.redo, () => this.#step('redo')),
    }
    this.#count.className = 'soft'
    actions.replaceChildren(...Object.values(this.#buttons), this.#count)
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-multiselectable', 'true')
    list.setAttribute('aria-orientation', 'horizontal')
    list.setAttribute('aria-labelledby', 'tools-frames')
    list.onclick = (event) => this.#onClick(event)
    list.onkeydown = (event) => this.#onKey(event)
    this.#render()
  }

  /** Shows frames that were typed. */
  show(frames: readonly ChosenFrame[]): void {
    this.#history.change(frames)
    this.#selected.clear()
    this.#render()
  }

  #render(): void {
    const { frames } = this.#history
    this.#thumbnails.forget()
    this.#items = frames.map(({ index, hold }, place) => this.#item(index, hold, place))
    this.#list.replaceChildren(...this.#items)
    this.#current = Math.min(this.#current, frames.length - 1)
    this.#update()
  }

  #item(index: number, hold: number, place: number): HTMLElement {
    const item = document.createElement('li')
    item.className = 'strip__frame'
    item.setAttribute('role', 'option')
    item.dataset.place = String(place)
    item.setAttribute('aria-label', texts.frame(index + 1, (this.#framesMs[index] ?? 0) * hold))
    const number = document.createElement('span')
    number.textContent = String(index + 1)
    item.append(this.#thumbnails.canvasOf(index), number)
    if (hold > 1) {
      const held = document.createElement('span')
      held.className = 'strip__held'
      // Shown by the style: the label of the frame says how long it is shown.
      held.dataset.held = texts.held(hold)
      item.append(held)
    }
    return item
  }

  #update(): void {
    for (const [place, item] of this.#items.entries()) {
      item.setAttribute('aria-selected', String(this.#selected.has(place)))
      item.tabIndex = place === this.#current ? 0 : -1
    }
    const isNone = this.#selected.size === 0
    for (const name of ['remove', 'shorter', 'longer'] as const) this.#buttons[name].disabled = isNone
    this.#buttons.undo.disabled = !this.#history.canUndo
    this.#buttons.redo.disabled = !this.#history.canRedo
    this.#count.textContent = texts.count(this.#history.frames.length, this.#framesMs.length)
  }

  #select(places: Iterable<number>): void {
    this.#selected = new Set(places)
    this.#update()
  }

  #onClick(event: MouseEvent): void {
    const place = placeOf(event.target)
    if (place === null) return
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
    this.#current = place
    if (event.shiftKey) this.#select(range(this.#anchor, place))
    else if (isTouch || event.ctrlKey || event.metaKey) this.#toggle(place)
    else this.#select([place])
    if (!event.shiftKey) this.#anchor = place
    this.#items[place]?.focus()
  }

  #toggle(place: number): void {
    const selected = new Set(this.#selected)
    if (!selected.delete(place)) selected.add(place)
    this.#select(selected)
  }

  #onKey(event: KeyboardEvent): void {
    const last = this.#items.length - 1
    const isCommand = event.ctrlKey || event.metaKey
    const moves: Record<string, number> = {
      ArrowLeft: this.#current - 1,
      ArrowUp: this.#current - 1,
      ArrowRight: this.#current + 1,
      ArrowDown: this.#current + 1,
      PageUp: this.#current - 10,
      PageDown: this.#current + 10,
      Home: 0,
      End: last,
    }
    const to = moves[event.key]
    if (to !== undefined) this.#move(Math.min(last, Math.max(0, to)), event.shiftKey)
    else if (event.key === ' ') {
      this.#anchor = this.#current
      this.#toggle(this.#current)
    } else if (event.key === 'Delete' || event.key === 'Backspace') this.#remove()
    else if (event.key === '+' || event.key === '=') this.#hold(1)
    else if (event.key === '-') this.#hold(-1)
    else if (event.key === 'Escape') this.#select([])
    else if (isCommand && event.key === 'a') this.#select(this.#items.map((_, place) => place))
    else if (isCommand && event.key.toLowerCase() === 'z') this.#step(event.shiftKey ? 'redo' : 'undo')
    else if (isCommand && event.key === 'y') this.#step('redo')
    else return
    event.preventDefault()
  }

  #move(place: number, extends_: boolean): void {
    this.#current = place
    if (extends_) this.#select(range(this.#anchor, place))
    else this.#anchor = place
    this.#update()
    this.#items[place]?.focus()
  }

  /** What a key is for: the frames that are selected, or the one that has the focus. */
  get #targets(): Set<number> {
    return this.#selected.size > 0 ? this.#selected : new Set([this.#current])
  }

  #remove(): void {
    const targets = this.#targets
    const first = Math.min(...targets)
    if (!this.#history.remove(targets)) return announce(texts.last)
    this.#selected.clear()
    this.#current = first
    this.#anchor = first
    this.#changed(true)
  }

  #hold(by: number): void {
    this.#history.hold(this.#targets, by)
    this.#changed(true)
  }

  #step(step: 'undo' | 'redo'): void {
    this.#history[step]()
    this.#selected.clear()
    this.#changed(this.#list.contains(document.activeElement))
  }

  #changed(keepsFocus: boolean): void {
    const selected = this.#selected
    this.#render()
    this.#select([...selected].filter((place) => place < this.#items.length))
    if (keepsFocus) this.#items[this.#current]?.focus()
    this.#onChange(this.#history.frames, this.#history.isWhole)
  }
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = 'button button--small'
  made.textContent = label
  made.addEventListener('click', act)
  return made
}

function placeOf(target: EventTarget | null): number | null {
  const item = target instanceof Element ? target.closest<HTMLElement>('[data-place]') : null
  return item === null ? null : Number(item.dataset.place)
}

function range(one: number, other: number): number[] {
  const [first, last] = [Math.min(one, other), Math.max(one, other)]
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
