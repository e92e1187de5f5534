import { type Clip, type ClipBounds, firstClip, withTyped } from './clip.ts'
import { find, inputOf, numberIn, setNumber } from './elements.ts'
import { writeTime } from './words.ts'

/** The fields for start and end, and the length that follows from them. They keep each other to the limits. */
export class ClipFields {
  readonly #start: HTMLInputElement
  readonly #end: HTMLInputElement
  readonly #length: HTMLOutputElement
  readonly #limit: HTMLElement
  #bounds: ClipBounds
  #clip: Clip

  /** `typed` is told of a clip that was typed. */
  constructor(
    form: HTMLFormElement,
    maxSeconds: number,
    typed: (clip: Clip, moved: 'start' | 'end') => void,
  ) {
    this.#start = inputOf(form, 'start')
    this.#end = inputOf(form, 'end')
    this.#length = find(form, '[data-clip-length]', HTMLOutputElement)
    this.#limit = find(form, '[data-clip-limit]', HTMLElement)
    this.#bounds = { duration: Infinity, maxSeconds }
    this.#clip = firstClip(this.#bounds)
    const [start, end] = [numberIn(this.#start), numberIn(this.#end)]
    if (start !== null && end !== null && start >= 0 && end > start) this.#clip = { start, end }
    for (const which of ['start', 'end'] as const) {
      const input = which === 'start' ? this.#start : this.#end
      input.addEventListener('change', () => {
        const wanted = numberIn(input)
        if (wanted === null) return
        this.show(withTyped(this.#clip, which, wanted, this.#bounds))
        typed(this.#clip, which)
      })
    }
    this.show(this.#clip)
  }

  get clip(): Clip {
    return this.#clip
  }

  get bounds(): ClipBounds {
    return this.#bounds
  }

  /** The length of the video; infinite where nobody knows it. */
  setDuration(duration: number): void {
    this.#bounds = { ...this.#bounds, duration }
  }

  show(clip: Clip): void {
    this.#clip = clip
    setNumber(this.#start, clip.start)
    setNumber(this.#end, clip.end)
    const seconds = clip.end - clip.start
    this.#length.value = seconds > 0 ? writeTime(seconds) : ''
    const isAtLimit =
      seconds > this.#bounds.maxSeconds - 0.005 && this.#bounds.duration > this.#bounds.maxSeconds
    this.#limit.toggleAttribute('data-reached', isAtLimit)
  }
}
