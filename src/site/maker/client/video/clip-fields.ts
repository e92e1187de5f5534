import { makerTexts } from '#texts/maker.ts'
import {
  applyTyped,
  type Clip,
  type ClipBounds,
  type ClipProblem,
  durationOf,
  firstClip,
  type TypedClip,
} from './clip.ts'
import { find } from '../../../kit/client/dom.ts'
import { inputOf, setNumber } from '../elements.ts'
import { showFieldError, clearFieldError } from '../form/field-error.ts'
import type { Playback } from '../options/option-inputs.ts'
import { defaultClipOptions } from '../../../../options/clip-options.ts'
import { videoOptions } from '../../../../options/form-options.ts'
import { defaultGifOptions } from '../../../../options/gif-options.ts'
import { gifSecondsOf } from '../../../../options/parse-option.ts'
import { clipSecondsFor, isLonger } from '../../../../options/rules/gif-length.ts'
import { parseTime } from '../../../../options/rules/parse-time.ts'
import { formatTime } from '../format.ts'

/** The fields for start and end, and the length that follows from them. They keep each other to the limits. */
export class ClipFields {
  readonly #inputs: Record<'start' | 'end', HTMLInputElement>
  readonly #length: HTMLOutputElement
  readonly #limit: HTMLElement
  readonly #note: HTMLElement
  readonly #typed: (clip: Clip, moved: 'start' | 'end') => void
  readonly #maxSeconds: number
  #playback: Playback = { ...defaultClipOptions, ...defaultGifOptions }
  #bounds: ClipBounds
  #clip: Clip
  /** The numbers in the fields: those of the clip, unless there is a problem with them. */
  #shown: Clip
  #problem: ClipProblem | null = null

  /** `typed` gets a clip that was typed. */
  constructor(
    form: HTMLFormElement,
    maxSeconds: number,
    typed: (clip: Clip, moved: 'start' | 'end') => void,
  ) {
    this.#inputs = { start: inputOf(form, 'start'), end: inputOf(form, 'end') }
    this.#length = find(form, '[data-clip-length]', HTMLOutputElement)
    this.#limit = find(form, '[data-clip-limit]', HTMLElement)
    this.#note = find(form, '[data-clip-note]', HTMLElement)
    this.#typed = typed
    this.#maxSeconds = maxSeconds
    this.#bounds = { duration: Infinity, maxSeconds }
    this.#clip = firstClip(this.#bounds)
    const [start, end] = [parseTime(this.#inputs.start.value), parseTime(this.#inputs.end.value)]
    if (start !== null && end !== null && end > start) this.#clip = { start, end }
    this.#shown = this.#clip
    for (const which of ['start', 'end'] as const) {
      this.#inputs[which].addEventListener('change', () => this.#handleInput(which))
    }
    form.addEventListener('submit', (event) => this.#hold(event), { capture: true })
    this.show(this.#clip)
  }

  get clip(): Clip {
    return this.#clip
  }

  get bounds(): ClipBounds {
    return this.#bounds
  }

  /** The length of the video; infinite where it is unknown. */
  setDuration(seconds: number): void {
    this.#bounds = { ...this.#bounds, duration: durationOf(seconds) }
    if (this.#problem !== null) this.show(this.#clip)
  }

  /** Played another way, the same clip makes a longer or a shorter GIF: it stays, but the next one is bounded by that. */
  setPlayback(playback: Playback): void {
    this.#playback = playback
    const maxSeconds = Math.min(this.#maxSeconds, clipSecondsFor(this.#maxSeconds, playback))
    this.#bounds = { ...this.#bounds, maxSeconds }
    const { start, end } = this.#shown
    const isTooLong = this.#problem === null && isLonger(end - start, maxSeconds)
    const note = isTooLong ? makerTexts.clip.useLess(maxSeconds) : ''
    this.#show({ clip: this.#shown, note, problem: this.#problem })
  }

  show(clip: Clip): void {
    this.#clip = clip
    this.#show({ clip, note: '', problem: null })
  }

  #handleInput(which: 'start' | 'end'): void {
    const wanted = parseTime(this.#inputs[which].value)
    // What is no number goes away again.
    if (wanted === null) return this.#show({ clip: this.#shown, note: '', problem: this.#problem })
    const typed = applyTyped(this.#shown, which, wanted, this.#bounds)
    if (typed.problem === null) this.#clip = typed.clip
    this.#show(typed)
    if (typed.problem === null) this.#typed(this.#clip, which)
  }

  #show({ clip, note, problem }: TypedClip): void {
    if (this.#problem !== null) clearFieldError(this.#inputs[this.#problem.field])
    this.#shown = clip
    this.#problem = problem
    setNumber(this.#inputs.start, clip.start)
    setNumber(this.#inputs.end, clip.end)
    if (problem !== null) showFieldError(this.#inputs[problem.field], problem.message)
    this.#note.textContent = note
    const seconds = clip.end - clip.start
    this.#length.value = problem === null ? this.#lengthOf(seconds) : ''
    const isAtLimit =
      seconds > this.#bounds.maxSeconds - 0.005 && this.#bounds.duration > this.#bounds.maxSeconds
    this.#limit.toggleAttribute('data-reached', isAtLimit)
  }

  #lengthOf(clipSeconds: number): string {
    const [ofGif, ofClip] = [gifSecondsOf(clipSeconds, videoOptions, this.#playback), clipSeconds].map(
      formatTime,
    )
    return ofGif === ofClip ? `${ofGif}` : makerTexts.clip.length(ofGif ?? '', ofClip ?? '')
  }

  /** Numbers that are no clip are not sent. */
  #hold(event: SubmitEvent): void {
    const problem = this.#problem
    if (problem === null) return
    const input = this.#inputs[problem.field]
    if (input.getClientRects().length === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
    showFieldError(input, problem.message)
    input.focus()
  }
}
