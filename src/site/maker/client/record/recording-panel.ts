import { recordTexts } from '#texts/record.ts'
import { announce } from '../../../kit/client/dom.ts'
import { createElement } from '../elements.ts'
import type { RecordingKind } from './recorded-source.ts'

/** The camera counts down from this, so that nobody records how they reach for the mouse. */
const countFrom = 3

/** What is seen while something is recorded: the picture, the time, and the buttons. */
export class RecordingPanel {
  readonly kind: RecordingKind
  readonly video = createElement('video', 'recorder__video')
  readonly #root: HTMLElement
  readonly #maxSeconds: number
  readonly #count = createElement('p', 'recorder__count')
  readonly #time = createElement('p', 'recorder__time')
  readonly #main = createElement('button', 'button button--strong')
  readonly #cancel = createElement('button', 'button', recordTexts.cancel)
  readonly #mirror = createElement('input')
  readonly #mirrorField = createElement('label', 'recorder__mirror')
  readonly #canceled = new Promise<'cancelled'>((resolve) => {
    this.#cancel.onclick = () => resolve('cancelled')
  })

  constructor(root: HTMLElement, kind: RecordingKind, maxSeconds: number) {
    this.#root = root
    this.kind = kind
    this.#maxSeconds = maxSeconds
    this.video.muted = true
    this.video.playsInline = true
    this.#main.type = 'button'
    this.#cancel.type = 'button'
    this.#mirror.type = 'checkbox'
    this.#mirror.checked = true
    this.#mirror.addEventListener('change', () => this.#showMirror())
    this.#mirrorField.append(this.#mirror, createElement('span', '', recordTexts.mirror))
    this.#mirrorField.hidden = kind === 'screen'
    const picture = createElement('div', 'recorder__picture')
    picture.append(this.video, this.#count)
    const actions = createElement('div', 'actions recorder__actions')
    actions.append(this.#main, this.#cancel, this.#mirrorField, this.#time)
    root.replaceChildren(picture, createElement('p', 'field__hint', recordTexts.local), actions)
    this.#count.hidden = true
    this.#showMirror()
  }

  get isMirrored(): boolean {
    return this.kind === 'camera' && this.#mirror.checked
  }

  /** Shows what would be recorded; resolves once there is a first frame of it, or when it is canceled. */
  async show(source: MediaStream): Promise<void> {
    this.#root.hidden = false
    this.video.srcObject = source
    await Promise.race([this.video.play(), this.#canceled])
  }

  /** Waits for the button, then counts down. */
  async countDown(): Promise<'recording' | 'cancelled'> {
    this.#main.textContent = recordTexts.start
    this.#main.focus()
    const counted = new Promise<'recording'>((resolve) => {
      this.#main.onclick = () => {
        this.#main.disabled = true
        this.#mirror.disabled = true
        this.#countFrom(countFrom, () => resolve('recording'))
      }
    })
    const decision = await Promise.race([counted, this.#canceled])
    this.#count.hidden = true
    this.#main.disabled = false
    return decision
  }

  #countFrom(count: number, done: () => void): void {
    if (count === 0 || this.#root.hidden) return done()
    this.#count.hidden = false
    this.#count.textContent = String(count)
    announce(String(count))
    setTimeout(() => this.#countFrom(count - 1, done), 1000)
  }

  onStop(stop: () => void): void {
    this.#mirrorField.hidden = true
    this.#main.textContent = recordTexts.stop
    this.#main.onclick = stop
    this.#main.focus()
    announce(recordTexts.started)
  }

  onCancel(cancel: () => void): void {
    void this.#canceled.then(cancel)
  }

  showElapsed(seconds: number): void {
    this.#time.textContent = recordTexts.elapsed(Math.floor(seconds), this.#maxSeconds)
  }

  close(): void {
    this.video.srcObject = null
    this.#root.hidden = true
    this.#root.replaceChildren()
  }

  #showMirror(): void {
    this.video.classList.toggle('recorder__video--mirrored', this.isMirrored)
  }
}
