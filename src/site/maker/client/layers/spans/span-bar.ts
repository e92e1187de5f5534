import { layerTexts } from '#texts/layers.ts'
import { createElement } from '../../elements.ts'
import { formatTime, speakTime } from '../../format.ts'
import { followPointer } from '../../../../kit/client/follow-pointer.ts'
import { describeSlider, stepOfKey } from '../../slider.ts'
import type { Item } from '../layer-stack.ts'
import { layerName } from '../layer-names.ts'
import { type Span, spanOf, withSpan, withSpanEnd, withSpanMoved } from '../layer-time.ts'
import type { SourceTimes } from './source-times.ts'

export type SpanEvents = {
  select: (key: number) => void
  change: (item: Item) => void
}

const ends = ['start', 'end'] as const

/** A bar along the timeline: when one layer is shown. Its ends are dragged, or moved by keys. */
export class SpanBar {
  readonly element = createElement('div', 'layer-span')
  readonly #bar = createElement('div', 'layer-span__bar')
  readonly #name = createElement('span', 'layer-span__name')
  readonly #handles = { start: createElement('span'), end: createElement('span') }
  readonly #events: SpanEvents
  #item: Item
  #times: SourceTimes

  constructor(item: Item, times: SourceTimes, events: SpanEvents) {
    this.#item = item
    this.#times = times
    this.#events = events
    for (const which of ends) {
      const handle = this.#handles[which]
      handle.className = 'layer-span__handle'
      handle.dataset.end = which
      handle.setAttribute('role', 'slider')
      handle.addEventListener('keydown', (event) => this.#onKey(event, which))
    }
    this.#name.dir = 'auto'
    this.#bar.append(this.#name, this.#handles.start, this.#handles.end)
    this.element.append(this.#bar)
    this.#followPointer()
  }

  show(item: Item, times: SourceTimes, isSelected: boolean): void {
    this.#item = item
    this.#times = times
    const { view, clip } = times
    const span = spanOf(item.layer, clip)
    const percent = (seconds: number) =>
      Math.max(0, Math.min(1, (seconds - view.start) / (view.end - view.start))) * 100
    this.#bar.style.left = `${percent(span.start)}%`
    this.#bar.style.right = `${100 - percent(span.end)}%`
    this.element.toggleAttribute('data-selected', isSelected)
    const name = layerName(item)
    this.#name.textContent = name
    for (const which of ends) {
      const handle = this.#handles[which]
      const label = which === 'start' ? layerTexts.time.startOf(name) : layerTexts.time.endOf(name)
      handle.tabIndex = isSelected ? 0 : -1
      handle.setAttribute('aria-label', label)
      handle.title = formatTime(span[which])
      describeSlider(handle, {
        min: clip.start,
        max: clip.end,
        now: span[which],
        text: speakTime(span[which]),
      })
    }
  }

  #change(span: Span): void {
    const { clip } = this.#times
    // Known here at once: keys may come faster than frames.
    this.#item = { ...this.#item, layer: withSpan(this.#item.layer, span, clip) }
    this.#events.change(this.#item)
  }

  #onKey(event: KeyboardEvent, which: 'start' | 'end'): void {
    const step = stepOfKey(event)
    if (step === null) return
    event.preventDefault()
    const { clip } = this.#times
    const span = spanOf(this.#item.layer, clip)
    this.#change(withSpanEnd(span, which, span[which] + step, clip))
  }

  #followPointer(): void {
    let before: { item: Item; span: Span; from: number; which: 'start' | 'end' | null } | null = null
    followPointer(this.#bar, {
      begin: (event) => {
        const { target } = event
        const end = target instanceof HTMLElement ? target.dataset.end : undefined
        const which = ends.find((known) => known === end) ?? null
        const span = spanOf(this.#item.layer, this.#times.clip)
        before = { item: this.#item, span, from: this.#secondsAt(event), which }
        this.#events.select(this.#item.key)
        if (which !== null) this.#handles[which].focus({ preventScroll: true })
        return true
      },
      move: (event) => {
        if (before === null) return
        const { span, which } = before
        const by = this.#secondsAt(event) - before.from
        const { clip } = this.#times
        this.#change(
          which === null
            ? withSpanMoved(span, span.start + by, clip)
            : withSpanEnd(span, which, span[which] + by, clip),
        )
      },
      end: () => {},
      cancel: () => {
        if (before !== null) this.#events.change(before.item)
      },
      tap: () => {},
    })
  }

  #secondsAt({ clientX }: PointerEvent): number {
    const { left, width } = this.element.getBoundingClientRect()
    const { view } = this.#times
    const seconds = view.start + ((clientX - left) / width) * (view.end - view.start)
    return Math.round(seconds * 20) / 20
  }
}
