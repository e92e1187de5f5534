import { announce } from '../../../../kit/client/dom.ts'
import { layerTexts } from '#texts/layers.ts'
import { isShown } from '../../../../../layers/compositor.ts'
import { createElement } from '../../elements.ts'
import { followDrag } from '../follow-drag.ts'
import {
  angleTowards,
  type Guides,
  movedLayer,
  type Point,
  resizedLayer,
  scaledBy,
  shareAbove,
  type Size,
  snapped,
} from '../layer-geometry.ts'
import { placeOf } from '../layer-names.ts'
import type { Item, LayerStack } from '../layer-stack.ts'
import { LayerBox, type Painters } from './layer-box.ts'
import { type Hold, SelectionFrame } from './selection-frame.ts'
import type { Layer } from '../../../../../layers/layer.ts'

const keyScale = 1.05

const wideStep = 10

/** What a key does to a layer with the focus: the layer as it is after it, or what else is asked for. */
type KeyChange = Layer | 'remove' | 'open' | 'deselect'

/** Null for keys that mean nothing here. `box` and `area` are the sizes of the layer and the picture, in pixels. */
function changeOfKey(
  { key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { layer, box, area }: { layer: Layer; box: Size; area: Size },
): KeyChange | null {
  if (altKey || ctrlKey || metaKey) return null
  if (key === 'Delete' || key === 'Backspace') return 'remove'
  if (key === 'Enter' || key === ' ') return 'open'
  if (key === 'Escape') return 'deselect'
  if (key === '+' || key === '=') return scaledBy(layer, keyScale, { box, area })
  if (key === '-') return scaledBy(layer, 1 / keyScale, { box, area })
  const across = Number(key === 'ArrowRight') - Number(key === 'ArrowLeft')
  const down = Number(key === 'ArrowDown') - Number(key === 'ArrowUp')
  if (across === 0 && down === 0) return null
  const step = shiftKey ? wideStep : 1
  return movedLayer(layer, { x: across * step, y: down * step }, area)
}

export type SurfaceEvents = {
  /** A layer was opened to be edited: its fields shall be seen. */
  open: (key: number) => void
  remove: (key: number) => void
}

/** The layers on the preview: selected, dragged, resized, rotated and moved by keys. */
export class PlacedLayers {
  readonly #area = createElement('div', 'layer-area')
  readonly #guides = { x: createElement('div', 'layer-guide'), y: createElement('div', 'layer-guide') }
  readonly #frame = new SelectionFrame()
  readonly #boxes = new Map<number, LayerBox>()
  readonly #stack: LayerStack
  readonly #painters: Painters
  readonly #events: SurfaceEvents

  constructor(surface: HTMLElement, stack: LayerStack, painters: Painters, events: SurfaceEvents) {
    this.#stack = stack
    this.#painters = painters
    this.#events = events
    const keys = createElement('p', 'visually-hidden', layerTexts.keys)
    keys.id = 'layer-keys'
    this.#area.setAttribute('role', 'application')
    this.#area.setAttribute('aria-label', layerTexts.surface)
    this.#guides.x.dataset.axis = 'x'
    this.#guides.y.dataset.axis = 'y'
    this.#showGuides({ x: null, y: null })
    this.#area.append(this.#guides.x, this.#guides.y, this.#frame.element)
    surface.append(keys, this.#area)
    this.#listen()
  }

  /** The size of the picture on the screen, in pixels. */
  get size(): Size {
    return { width: this.#area.clientWidth, height: this.#area.clientHeight }
  }

  /** Called with every size that the picture on the screen takes. */
  onResize(resized: () => void): void {
    new ResizeObserver(resized).observe(this.#area)
  }

  /** The layers can be changed now; otherwise they are only seen. */
  set isOpen(isOpen: boolean) {
    this.#area.inert = !isOpen
  }

  show(): void {
    const { items, selected } = this.#stack
    const keys = new Set(items.map(({ key }) => key))
    for (const [key, box] of this.#boxes) {
      if (keys.has(key)) continue
      box.element.remove()
      this.#boxes.delete(key)
    }
    for (const [index, item] of items.entries()) {
      const box = this.#boxes.get(item.key) ?? this.#makeBox(item)
      box.show(item, item.key === selected?.key)
      const there = this.#area.children[index]
      if (there !== box.element) this.#area.insertBefore(box.element, there ?? null)
    }
    this.#area.hidden = items.length === 0
    this.#showFrame()
  }

  /** Shows what is seen at a moment of the source; null: all. What depends on the picture is drawn anew. */
  showMoment(seconds: number | null): void {
    for (const box of this.#boxes.values()) {
      const isNow = seconds === null || isShown(box.item.layer, seconds)
      box.element.toggleAttribute('data-away', !isNow)
      if (isNow) box.paint()
    }
  }

  /** Draws all again, as after the size of the preview has changed. */
  paint(): void {
    for (const box of this.#boxes.values()) box.paint()
    this.#showFrame()
  }

  focus(key: number): void {
    this.#boxes.get(key)?.element.focus({ preventScroll: true })
  }

  #makeBox(item: Item): LayerBox {
    const box = new LayerBox(item, this.#painters, 'layer-keys')
    this.#boxes.set(item.key, box)
    return box
  }

  #showFrame(): void {
    const { selected } = this.#stack
    const box = selected === null ? undefined : this.#boxes.get(selected.key)
    if (selected === null || box === undefined) return this.#frame.hide()
    this.#frame.show(selected, box.size.height)
  }

  #showGuides(guides: Guides): void {
    for (const axis of ['x', 'y'] as const) {
      const at = guides[axis]
      this.#guides[axis].hidden = at === null
      if (at !== null) this.#guides[axis].style.setProperty('--at', `${at * 100}%`)
    }
  }

  #listen(): void {
    this.#area.addEventListener('keydown', (event) => this.#onKey(event))
    // Reached by the Tab key, a layer is the one that the keys change.
    this.#area.addEventListener('focusin', ({ target }) => {
      const box = this.#boxOf(target)
      if (box !== null && box.element.matches(':focus-visible')) this.#stack.select(box.item.key)
    })
    this.#area.addEventListener('dblclick', ({ target }) => {
      const box = this.#boxOf(target) ?? this.#selectedBox()
      if (box !== null) this.#events.open(box.item.key)
    })
    this.#followPointer()
  }

  #followPointer(): void {
    let held: { item: Item; hold: Hold; box: Size } | null = null
    const release = () => {
      this.#area.removeAttribute('data-dragging')
      this.#showGuides({ x: null, y: null })
    }
    followDrag(this.#area, {
      begin: ({ target }) => {
        const onFrame = this.#frame.holdOf(target)
        const box = onFrame === null ? this.#boxOf(target) : this.#selectedBox()
        if (box === null) return false
        this.#stack.select(box.item.key)
        this.focus(box.item.key)
        held = { item: box.item, hold: onFrame ?? { kind: 'move' }, box: box.size }
        return true
      },
      move: (by, event) => {
        this.#area.setAttribute('data-dragging', '')
        if (held !== null) this.#drag(held, by, event)
      },
      end: release,
      cancel: () => {
        if (held !== null) this.#stack.update(held.item.key, held.item.layer)
        release()
      },
      tap: (event) => this.#selectBelow(event),
    })
  }

  #drag({ item, hold, box }: { item: Item; hold: Hold; box: Size }, by: Point, event: PointerEvent): void {
    const area = this.size
    if (hold.kind === 'rotate') return this.#rotate(item, box, event)
    if (hold.kind === 'resize') {
      this.#stack.update(item.key, resizedLayer(item.layer, { grip: hold.grip, by, box, area }))
      return
    }
    const moved = movedLayer(item.layer, by, area)
    const { layer, guides } = event.altKey
      ? { layer: moved, guides: { x: null, y: null } }
      : snapped(moved, box, area)
    this.#showGuides(guides)
    this.#stack.update(item.key, layer)
  }

  #rotate({ key, layer }: Item, box: Size, { clientX, clientY }: PointerEvent): void {
    if (layer.type === 'blur') return
    const { left, top, width, height } = this.#area.getBoundingClientRect()
    const center = {
      x: left + layer.x * width,
      y: top + layer.y * height + (0.5 - shareAbove(layer)) * box.height,
    }
    const isBelow = this.#frame.element.hasAttribute('data-rotate-below')
    const pointer = isBelow
      ? { x: 2 * center.x - clientX, y: 2 * center.y - clientY }
      : { x: clientX, y: clientY }
    this.#stack.update(key, { ...layer, rotation: angleTowards(center, pointer) })
  }

  /** A tap on the frame is meant for the layer that is seen there. */
  #selectBelow({ clientX, clientY }: PointerEvent): void {
    const found = document.elementsFromPoint(clientX, clientY).map((element) => this.#boxOf(element))
    const box = found.find((box) => box !== null)
    if (box === undefined || box === null) return
    this.#stack.select(box.item.key)
    this.focus(box.item.key)
  }

  #onKey(event: KeyboardEvent): void {
    const box = this.#boxOf(event.target)
    // Keys may come faster than frames: what the box shows may be older.
    const item = box === null ? null : this.#stack.find(box.item.key)
    if (box === null || item === null) return
    const { key, layer } = item
    const change = changeOfKey(event, { layer, box: box.size, area: this.size })
    if (change === null) return
    event.preventDefault()
    // Escape is meant for the layer alone, not for a dialog or a menu around it.
    event.stopPropagation()
    if (change === 'remove') return this.#events.remove(key)
    if (change === 'open') return this.#events.open(key)
    if (change === 'deselect') return this.#stack.select(null)
    this.#stack.select(key)
    this.#stack.update(key, change)
    announce(placeOf({ ...item, layer: change }))
  }

  #boxOf(target: EventTarget | null): LayerBox | null {
    if (!(target instanceof Element)) return null
    const element = target.closest<HTMLElement>('[data-layer]')
    return (element !== null && this.#boxes.get(Number(element.dataset.layer))) || null
  }

  #selectedBox(): LayerBox | null {
    const { selected } = this.#stack
    return (selected !== null && this.#boxes.get(selected.key)) || null
  }
}
