import { announce } from '../../../kit/client/dom.ts'
import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../elements.ts'
import { layerName } from './layer-names.ts'
import type { Item, LayerStack } from './layer-stack.ts'
import { describeTime } from './layer-time.ts'

/** Lines of 24 by 24 units. */
const lines = {
  forward: 'M12 19V5m-6 6 6-6 6 6',
  backward: 'M12 5v14m-6-6 6 6 6-6',
  duplicate: 'M9 9h10v10H9zM5 15V5h10',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const

/** The icon of a button, which the button itself names. */
function iconOf(name: keyof typeof lines): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
  path.setAttribute('d', lines[name])
  svg.append(path)
  return svg
}

type Row = {
  element: HTMLLIElement
  select: HTMLButtonElement
  name: HTMLElement
  time: HTMLElement
  actions: Record<Action, HTMLButtonElement>
}

const actions = ['forward', 'backward', 'duplicate', 'remove'] as const

type Action = (typeof actions)[number]

/** The layers as a list, the front one first, each with what can be done with it. */
export class LayerList {
  readonly #list: HTMLElement
  readonly #help: HTMLElement
  readonly #undo: HTMLElement
  readonly #undoText = createElement('span')
  readonly #undoButton = createElement('button', 'button', layerTexts.undo)
  readonly #redoButton = createElement('button', 'button', layerTexts.redo)
  readonly #stack: LayerStack
  readonly #events: { duplicate: (key: number) => void }
  readonly #rows = new Map<number, Row>()

  /** `duplicate` is asked for a copy, since there may be too many layers. */
  constructor(
    { list, help, undo }: { list: HTMLElement; help: HTMLElement; undo: HTMLElement },
    stack: LayerStack,
    events: { duplicate: (key: number) => void },
  ) {
    this.#list = list
    this.#help = help
    this.#undo = undo
    this.#stack = stack
    this.#events = events
    this.#undoButton.addEventListener('click', () => this.undo())
    this.#redoButton.addEventListener('click', () => this.redo())
    const buttons = createElement('span', 'layers__history')
    for (const button of [this.#undoButton, this.#redoButton]) {
      button.type = 'button'
      buttons.append(button)
    }
    undo.append(this.#undoText, buttons)
  }

  show(): void {
    const items = this.#stack.items.toReversed()
    const keys = new Set(items.map(({ key }) => key))
    for (const [key, row] of this.#rows) {
      if (keys.has(key)) continue
      row.element.remove()
      this.#rows.delete(key)
    }
    for (const [index, item] of items.entries()) {
      const row = this.#rows.get(item.key) ?? this.#makeRow(item.key)
      this.#showRow(row, item, index)
      const there = this.#list.children[index]
      if (there !== row.element) this.#place(row.element, there ?? null)
    }
    this.#list.hidden = items.length === 0
    this.#help.hidden = items.length === 0
    this.#showUndo()
  }

  /** Removes a layer; the focus goes to where it is brought back. */
  remove(key: number): void {
    this.#stack.remove(key)
    this.show()
    this.#undoButton.focus()
  }

  /** An element that is moved would lose the focus. */
  #place(element: HTMLElement, before: Element | null): void {
    const focused = document.activeElement
    this.#list.insertBefore(element, before)
    if (focused instanceof HTMLElement && element.contains(focused)) focused.focus()
  }

  #makeRow(key: number): Row {
    const element = createElement('li', 'layer-row')
    const select = createElement('button', 'layer-row__name')
    select.type = 'button'
    select.addEventListener('click', () => this.#stack.select(key))
    const name = createElement('span')
    name.dir = 'auto'
    const time = createElement('span', 'layer-row__time')
    select.append(name, time)
    const buttons = actions.map((action) => [action, this.#makeButton(key, action)] as const)
    element.append(select, ...buttons.map(([, button]) => button))
    const row = { element, select, name, time, actions: Object.fromEntries(buttons) as Row['actions'] }
    this.#rows.set(key, row)
    return row
  }

  #makeButton(key: number, action: Action): HTMLButtonElement {
    const button = createElement('button', `layer-row__action layer-row__action--${action}`)
    button.type = 'button'
    button.append(iconOf(action))
    const handle = {
      forward: () => this.#raise(key, 1),
      backward: () => this.#raise(key, -1),
      duplicate: () => this.#events.duplicate(key),
      remove: () => this.remove(key),
    }[action]
    button.addEventListener('click', () => {
      // It stays where it is for the focus, and does nothing at the end of the list.
      if (button.getAttribute('aria-disabled') !== 'true') handle()
    })
    return button
  }

  #showRow(row: Row, item: Item, index: number): void {
    const name = layerName(item)
    if (row.name.textContent !== name) row.name.textContent = name
    row.select.setAttribute('aria-pressed', String(this.#stack.selected?.key === item.key))
    const time = describeTime(item.layer)
    if (row.time.textContent !== time) row.time.textContent = time
    for (const action of actions) {
      const label = layerTexts[action](name)
      row.actions[action].setAttribute('aria-label', label)
      row.actions[action].title = label
    }
    row.actions.forward.setAttribute('aria-disabled', String(index === 0))
    row.actions.backward.setAttribute('aria-disabled', String(index === this.#stack.items.length - 1))
  }

  #raise(key: number, by: number): void {
    this.#stack.raise(key, by)
    const place = this.#stack.items.toReversed().findIndex((item) => item.key === key) + 1
    announce(layerTexts.placeInOrder(place, this.#stack.items.length))
  }

  /** Takes the last change back; false where there is none. */
  undo(): boolean {
    const { removed } = this.#stack
    if (!this.#stack.undo()) return false
    this.show()
    announce(removed === null ? layerTexts.undone : layerTexts.restored(layerName(removed)))
    if (removed !== null) this.#rows.get(removed.key)?.select.focus()
    return true
  }

  redo(): boolean {
    if (!this.#stack.redo()) return false
    this.show()
    announce(layerTexts.redone)
    return true
  }

  #showUndo(): void {
    const { removed } = this.#stack
    const text = removed === null ? '' : layerTexts.removed(layerName(removed))
    if (this.#undoText.textContent !== text) this.#undoText.textContent = text
    const { canUndo, canRedo } = this.#stack
    this.#undo.hidden = !canUndo && !canRedo
    this.#undoButton.setAttribute('aria-disabled', String(!canUndo))
    this.#redoButton.setAttribute('aria-disabled', String(!canRedo))
  }
}
