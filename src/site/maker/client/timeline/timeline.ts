import { type Clip, type ClipBounds, movedTo, nudged, withEnd, withStart } from '../video/clip.ts'
import { find } from '../../../kit/client/dom.ts'
import { Filmstrip } from './filmstrip.ts'
import { Overview } from './overview.ts'
import { followPointer } from '../../../kit/client/follow-pointer.ts'
import { stepOfKey, describeSlider } from '../slider.ts'
import { roundSeconds } from '../../../../options/rules/gif-length.ts'
import { speakTime } from '../format.ts'

export type Moved = 'start' | 'end' | 'both'

export type TimelineEvents = {
  /** The clip is another one now; `isDragged` while a pointer still moves it. */
  change: (clip: Clip, moved: Moved, isDragged: boolean) => void
  /** A moment was pointed at, on the strip and not on its handles. */
  point: (seconds: number) => void
}

/** From this length on only a part of the video is on the strip, chosen on the overview above it. */
const longSeconds = 60
const partSeconds = 30

const redrawAfterMs = 150

/** Frames of the video on a strip, with two handles for the clip and the part between them. */
export class Timeline {
  readonly #root: HTMLElement
  readonly #strip: HTMLElement
  readonly #window: HTMLElement
  readonly #now: HTMLElement
  readonly #shades: { before: HTMLElement; after: HTMLElement }
  readonly #handles: { start: HTMLElement; end: HTMLElement }
  readonly #overview: Overview
  readonly #film: Filmstrip
  readonly #events: TimelineEvents
  #bounds: ClipBounds = { duration: 0, maxSeconds: 0 }
  #clip: Clip = { start: 0, end: 0 }
  #view: Clip = { start: 0, end: 1 }
  #redraw = 0
  #drawnWidth = 0

  constructor(root: HTMLElement, events: TimelineEvents) {
    const part = (selector: string) => find(root, selector, HTMLElement)
    this.#root = root
    this.#events = events
    this.#strip = part('[data-strip]')
    this.#window = part('[data-window]')
    this.#now = part('[data-now]')
    this.#shades = { before: part('[data-shade="before"]'), after: part('[data-shade="after"]') }
    this.#handles = { start: part('[data-handle="start"]'), end: part('[data-handle="end"]') }
    this.#film = new Filmstrip(find(root, 'canvas', HTMLCanvasElement))
    this.#overview = new Overview(root, (start) => this.#moveView(start))
    this.#listen()
  }

  /** Shows the video at `address`; its frames come one after the other. */
  open(address: string, bounds: ClipBounds, clip: Clip): void {
    this.#bounds = bounds
    this.#view = { start: 0, end: bounds.duration > longSeconds ? partSeconds : bounds.duration }
    this.#root.hidden = false
    this.#film.load(address)
    this.#drawnWidth = 0
    this.show(clip)
    this.#drawSoon()
  }

  close(): void {
    this.#root.hidden = true
    clearTimeout(this.#redraw)
    this.#film.load('')
    this.#announceTimes()
  }

  /** Another clip, chosen elsewhere. */
  show(clip: Clip): void {
    this.#clip = clip
    this.#keepInView()
    this.#place()
  }

  /** Where the preview is. */
  showMoment(seconds: number): void {
    // Not `left`: the browser would lay out the page anew with every frame.
    this.#now.style.translate = `${this.#share(seconds) * 100}cqw`
  }

  #listen(): void {
    for (const which of ['start', 'end'] as const) {
      const handle = this.#handles[which]
      let before = this.#clip
      handle.addEventListener('keydown', (event) => this.#onKey(event, which))
      followPointer(handle, {
        begin: () => {
          before = this.#clip
          handle.focus({ preventScroll: true })
          return true
        },
        // From the clip as it was: an end that had to give way comes back with the pointer.
        move: (event) => {
          const moved = which === 'start' ? withStart : withEnd
          this.#change(moved(before, this.#secondsAt(event), this.#bounds), which, true)
        },
        end: () => this.#finishDrag(which),
        cancel: () => this.#change(before, which, false),
      })
    }
    this.#listenToStrip()
    new ResizeObserver(() => this.#drawSoon()).observe(this.#strip)
  }

  /** The part between the handles is dragged as a whole; from beside it the clip comes to the pointer first. */
  #listenToStrip(): void {
    let grip = 0
    let before = this.#clip
    followPointer(this.#strip, {
      begin: (event) => {
        if (event.target instanceof Element && event.target.matches('[data-handle]')) return false
        before = this.#clip
        const isOnIt = event.target === this.#window
        grip = isOnIt ? this.#secondsAt(event) - before.start : (before.end - before.start) / 2
        return true
      },
      tap: (event) => this.#events.point(this.#secondsAt(event)),
      move: (event) => {
        const wanted = Math.max(this.#view.start, this.#secondsAt(event) - grip)
        const latest = this.#view.end - (before.end - before.start)
        this.#change(movedTo(before, Math.min(wanted, latest), this.#bounds), 'both', true)
      },
      end: () => this.#finishDrag('both'),
      cancel: () => this.#change(before, 'both', false),
    })
  }

  #onKey(event: KeyboardEvent, which: 'start' | 'end'): void {
    const step = stepOfKey(event)
    if (step === null) return
    event.preventDefault()
    this.#change(nudged(this.#clip, which, this.#clip[which] + step, this.#bounds), which, false)
    this.#keepInView()
    this.#place()
  }

  #change(clip: Clip, moved: Moved, isDragged: boolean): void {
    this.#clip = clip
    this.#place()
    this.#events.change(clip, moved, isDragged)
  }

  #finishDrag(moved: Moved): void {
    this.#keepInView()
    this.#place()
    this.#events.change(this.#clip, moved, false)
  }

  #secondsAt({ clientX }: PointerEvent): number {
    const { left, width } = this.#strip.getBoundingClientRect()
    const part = (clientX - left) / width
    if (part <= 0) return this.#view.start
    return part >= 1
      ? this.#view.end
      : roundSeconds(this.#view.start + part * (this.#view.end - this.#view.start))
  }

  #moveView(start: number): void {
    const offset = this.#clip.start - this.#view.start
    const length = this.#view.end - this.#view.start
    this.#view = { start, end: start + length }
    this.#change(movedTo(this.#clip, start + offset, this.#bounds), 'both', false)
    this.#drawSoon()
  }

  /** The strip follows a clip that leaves it, and grows with one that is too long for it. */
  #keepInView(): void {
    const { duration } = this.#bounds
    const { start, end } = this.#clip
    const isInside = start >= this.#view.start && end <= this.#view.end
    if (isInside || duration <= 0) return
    const wanted = Math.max(this.#view.end - this.#view.start, roundSeconds((end - start) * 1.25))
    const length = Math.min(duration, wanted)
    const from = Math.max(0, Math.min(duration - length, roundSeconds((start + end - length) / 2)))
    this.#view = { start: from, end: from + length }
    this.#drawSoon()
  }

  #drawSoon(): void {
    const width = this.#strip.clientWidth
    if (width === 0) return
    clearTimeout(this.#redraw)
    const wait = this.#drawnWidth === 0 ? 0 : redrawAfterMs
    this.#redraw = setTimeout(() => {
      this.#drawnWidth = width
      void this.#film.draw(this.#view.start, this.#view.end)
    }, wait)
  }

  #percent(seconds: number): string {
    return `${this.#share(seconds) * 100}%`
  }

  /** Where a moment is on the strip, from 0 to 1. */
  #share(seconds: number): number {
    const { start, end } = this.#view
    return Math.max(0, Math.min(1, (seconds - start) / (end - start)))
  }

  #place(): void {
    const { start, end } = this.#clip
    const { duration } = this.#bounds
    const [left, right] = [this.#percent(start), this.#percent(end)]
    this.#handles.start.style.left = left
    this.#handles.end.style.left = right
    this.#window.style.left = left
    this.#window.style.right = `calc(100% - ${right})`
    this.#shades.before.style.width = left
    this.#shades.after.style.left = right
    describeSlider(this.#handles.start, { min: 0, max: duration, now: start, text: speakTime(start) })
    describeSlider(this.#handles.end, { min: 0, max: duration, now: end, text: speakTime(end) })
    this.#overview.show(this.#view, this.#clip, duration)
    this.#announceTimes()
  }

  /** Notifies what is shown along the strip of its seconds: those of the strip, then those of the clip. */
  #announceTimes(): void {
    const times = [this.#view.start, this.#view.end, this.#clip.start, this.#clip.end].join(' ')
    this.#root.dataset.times = times
    this.#root.dispatchEvent(new Event('gifwright:timeline', { bubbles: true }))
  }
}
