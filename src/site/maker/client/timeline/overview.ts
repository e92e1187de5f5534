import { makerTexts } from '#texts/maker.ts'
import type { Clip } from '../video/clip.ts'
import { find } from '../../../kit/client/dom.ts'
import { followPointer } from '../../../kit/client/follow-pointer.ts'
import { stepOfKey, describeSlider } from '../slider.ts'
import { roundSeconds } from '../../../../options/rules/gif-length.ts'
import { speakTime } from '../format.ts'

/** The whole of a long video as a bar, on which the part is moved that the strip shows. */
export class Overview {
  readonly #bar: HTMLElement
  readonly #part: HTMLElement
  #view: Clip = { start: 0, end: 0 }
  #duration = 0

  /** `move` gets the new start of the part. */
  constructor(root: HTMLElement, move: (start: number) => void) {
    this.#bar = find(root, '[data-overview]', HTMLElement)
    this.#part = find(root, '[data-overview-part]', HTMLElement)
    const moveTo = (start: number) => {
      const latest = this.#duration - (this.#view.end - this.#view.start)
      move(start >= latest ? Math.max(0, latest) : Math.max(0, roundSeconds(start)))
    }
    let grip = 0
    let before = 0
    const moveUnder = (event: PointerEvent) => moveTo(this.#secondsAt(event) - grip)
    followPointer(this.#bar, {
      begin: (event) => {
        before = this.#view.start
        const isOnPart = event.target === this.#part
        grip = isOnPart ? this.#secondsAt(event) - before : (this.#view.end - before) / 2
        if (isOnPart) this.#part.focus({ preventScroll: true })
        return true
      },
      tap: (event) => {
        this.#part.focus({ preventScroll: true })
        moveUnder(event)
      },
      move: moveUnder,
      end: () => {},
      cancel: () => moveTo(before),
    })
    this.#part.addEventListener('keydown', (event) => {
      const step = stepOfKey(event)
      if (step === null) return
      event.preventDefault()
      // Whole seconds and more: the part is as long as many of the steps of a handle.
      moveTo(this.#view.start + step * 10)
    })
  }

  /** Hides itself where the strip shows all of the video. */
  show(view: Clip, clip: Clip, duration: number): void {
    this.#view = view
    this.#duration = duration
    this.#bar.hidden = duration <= 0 || view.end - view.start >= duration - 0.01
    const percent = (seconds: number) => `${(seconds / duration) * 100}%`
    this.#part.style.left = percent(view.start)
    this.#part.style.width = percent(view.end - view.start)
    this.#bar.style.setProperty('--clip-at', percent((clip.start + clip.end) / 2))
    const text = makerTexts.clip.part(speakTime(Math.round(view.start)), speakTime(Math.round(view.end)))
    describeSlider(this.#part, { min: 0, max: Math.round(duration), now: Math.round(view.start), text })
  }

  #secondsAt({ clientX }: PointerEvent): number {
    const { left, width } = this.#bar.getBoundingClientRect()
    return Math.max(0, Math.min(1, (clientX - left) / width)) * this.#duration
  }
}
