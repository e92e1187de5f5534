import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../../elements.ts'
import type { Item, LayerStack } from '../layer-stack.ts'
import type { SourceTimes } from './source-times.ts'
import { SpanBar } from './span-bar.ts'

/** The bars of all layers, the front one first, below the strip of the timeline. */
export class SpanTracks {
  readonly #root = createElement('div', 'layer-spans')
  readonly #stack: LayerStack
  readonly #bars = new Map<number, SpanBar>()
  /** The layer whose bar was brought into sight. */
  #shownKey: number | null = null

  constructor(stack: LayerStack) {
    this.#stack = stack
    this.#root.setAttribute('role', 'group')
    this.#root.setAttribute('aria-label', layerTexts.time.bars)
  }

  /** Puts the bars below another element. */
  placeAfter(element: Element): void {
    if (element.nextElementSibling !== this.#root) element.after(this.#root)
  }

  /** Null where the times of the source are not known. */
  show(times: SourceTimes | null): void {
    const items = this.#stack.items.toReversed()
    this.#root.hidden = times === null || items.length === 0
    if (times === null) return
    const keys = new Set(items.map(({ key }) => key))
    for (const [key, bar] of this.#bars) {
      if (keys.has(key)) continue
      bar.element.remove()
      this.#bars.delete(key)
    }
    for (const [index, item] of items.entries()) {
      const bar = this.#bars.get(item.key) ?? this.#make(item, times)
      bar.show(item, times, this.#stack.selected?.key === item.key)
      const there = this.#root.children[index]
      if (there !== bar.element) this.#root.insertBefore(bar.element, there ?? null)
    }
    this.#showSelected()
  }

  /** Scrolls the bars alone, and not the page. */
  #showSelected(): void {
    const key = this.#stack.selected?.key ?? null
    if (key === this.#shownKey) return
    this.#shownKey = key
    const bar = key === null ? undefined : this.#bars.get(key)?.element
    if (bar === undefined) return
    const top = bar.offsetTop - this.#root.offsetTop
    const hidden = {
      above: this.#root.scrollTop - top,
      below: top + bar.offsetHeight - this.#root.clientHeight,
    }
    if (hidden.above > 0) this.#root.scrollTop = top
    else if (hidden.below > this.#root.scrollTop) this.#root.scrollTop = hidden.below
  }

  #make(item: Item, times: SourceTimes): SpanBar {
    const bar = new SpanBar(item, times, {
      select: (key) => this.#stack.select(key),
      change: ({ key, layer }) => this.#stack.update(key, layer),
    })
    this.#bars.set(item.key, bar)
    return bar
  }
}
