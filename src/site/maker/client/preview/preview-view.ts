import { previewTexts } from '#texts/preview.ts'
import { announce } from '../../../kit/client/dom.ts'
import { createElement } from '../elements.ts'
import type { MeasuredGif } from '../../source-answer.ts'
import type { SizeNote } from '../../../../options/rules/size-note.ts'
import type { Made } from './messages.ts'
import { sizeNoteText } from '../../../kit/client/size-note-text.ts'
import { Wipe } from './wipe.ts'

/** The player of the source, which rests while the GIF covers it: decoding what nobody sees takes time from the encoder. */
class CoveredSource {
  readonly #stage: HTMLElement
  /** Whether it was this that stopped the video. */
  #isResting = false

  constructor(stage: HTMLElement) {
    this.#stage = stage
  }

  rest(): void {
    const video = this.#stage.querySelector('video')
    if (video === null || video.paused) return
    this.#isResting = true
    video.pause()
  }

  /** Goes on where it stood, unless the person has stopped it. */
  show(): void {
    if (!this.#isResting) return
    this.#isResting = false
    // Refused where the system saves power: then it stays a still, as the player has it.
    this.#stage
      .querySelector('video')
      ?.play()
      .catch(() => undefined)
  }
}

/** A size is read aloud only when it has stayed for so long. */
const announceMs = 1500

/** The GIF in the place of the player, and its size beside the buttons. */
export class PreviewView {
  readonly #root: HTMLElement
  readonly #image = createElement('img', 'preview__gif')
  readonly #still = createElement('canvas', 'preview__gif')
  readonly #play = createElement('button', 'player__toggle')
  readonly #size: HTMLElement
  readonly #note: HTMLElement
  readonly #hasWork: () => boolean
  readonly #makeAgain: (width: number) => void
  readonly #stage: HTMLElement
  readonly #wipe: Wipe
  readonly #source: CoveredSource
  readonly #prefersStill = matchMedia('(prefers-reduced-motion: reduce)')
  #address = ''
  #wantsMotion: boolean
  /** Whether the GIF is that of an earlier form. */
  #isStale = false
  /** How many GIFs were waited for. */
  #asked = 0
  #announcement: ReturnType<typeof setTimeout> | undefined

  /**
   * `hasWork`: whether something is worked on in the picture of the source, which the GIF would cover. `makeAgain`: makes the
   * GIF again in another width.
   */
  constructor(
    { root, stage, size, note }: Record<'root' | 'stage' | 'size' | 'note', HTMLElement>,
    { hasWork, makeAgain }: { hasWork: () => boolean; makeAgain: (width: number) => void },
  ) {
    this.#root = root
    this.#hasWork = hasWork
    this.#makeAgain = makeAgain
    this.#stage = stage
    this.#size = size
    this.#note = note
    // Changes are read aloud by the page's announcer, and not each of them.
    size.setAttribute('aria-live', 'off')
    this.#image.alt = previewTexts.alt
    this.#still.setAttribute('role', 'img')
    this.#still.setAttribute('aria-label', previewTexts.alt)
    this.#play.type = 'button'
    this.#play.addEventListener('click', () => {
      this.#wantsMotion = !this.#wantsMotion
      this.#showMotion()
    })
    this.#wantsMotion = !this.#prefersStill.matches
    this.#prefersStill.addEventListener('change', () => {
      this.#wantsMotion = !this.#prefersStill.matches
      this.#showMotion()
    })
    this.#source = new CoveredSource(stage)
    this.#wipe = new Wipe(stage, [this.#image, this.#still], (isOpen) => {
      if (!isOpen) return this.#source.rest()
      // Both begin again, so that they show the same.
      this.#source.show()
      const address = this.#image.src
      this.#image.src = ''
      this.#image.src = address
    })
    root.replaceChildren(this.#image, this.#still, this.#play, ...this.#wipe.elements)
    this.#showMotion()
  }

  /** Whether the GIF is shown. */
  get isShown(): boolean {
    return !this.#root.hidden
  }

  /** Shows a GIF once it is decoded. `isAbout`: its size is not exactly that of the result; `maxBytes`: its limit. */
  async show(
    made: Made,
    { isAbout, maxBytes }: { isAbout: boolean; maxBytes: number | null },
  ): Promise<void> {
    const address = URL.createObjectURL(made.bytes)
    const before = this.#address
    const asked = this.#asked
    this.#address = address
    this.#image.src = address
    await this.#image.decode().catch(() => undefined)
    if (before !== '') URL.revokeObjectURL(before)
    // Another one came meanwhile.
    if (this.#address !== address) return
    this.#still.width = made.width
    this.#still.height = made.height
    this.#still.getContext('2d')?.drawImage(this.#image, 0, 0)
    // The form has changed while it was decoded: the next is on its way.
    if (this.#asked !== asked) return
    this.#isStale = false
    this.#reveal()
    const { gifBytes: bytes, sizeNote, width, height, frames } = made
    const gif = { bytes, width, height, frames }
    if (isAbout) this.#tell(previewTexts.size({ ...gif, isAbout }), false)
    else this.sizeIs(gif, sizeNote, maxBytes)
    this.#root.dataset.state = made.isPartial ? 'partial' : 'whole'
  }

  /** Shows the source again, as while something is dragged. */
  hide(): void {
    if (this.#root.hidden) return
    this.#root.hidden = true
    delete this.#stage.dataset.shows
    this.#source.show()
  }

  /** Shows the GIF that was there before it was hidden, unless another one is on its way. */
  showAgain(): void {
    if (this.#address === '' || this.#isStale) return
    this.#reveal()
  }

  /** The GIF is not that of the form any more: the source is seen until the next one is there. */
  outdate(): void {
    this.#isStale = true
    this.hide()
  }

  /** Back to nothing: another source is chosen. */
  clear(): void {
    this.outdate()
    delete this.#root.dataset.state
    if (this.#address !== '') URL.revokeObjectURL(this.#address)
    this.#address = ''
    this.#image.removeAttribute('src')
    this.#tell('', false)
  }

  /** A GIF is on its way: what is said of the last one is not that of the next. */
  wait(): void {
    this.#asked += 1
    this.#isStale = true
    this.#root.dataset.state = 'waiting'
    this.#size.toggleAttribute('data-waiting', true)
  }

  /** What the service makes of the form is known: it may have other sides and frames where there is a size limit. */
  sizeIs(gif: MeasuredGif, note: SizeNote | null, maxBytes: number | null): void {
    const text = previewTexts.size({ ...gif, isAbout: false })
    if (note === null || maxBytes === null) return this.#tell(text, true)
    const makeAgain = (width: number) => {
      // The button goes: what is said of the next GIF comes in its place.
      this.#size.tabIndex = -1
      this.#size.focus({ preventScroll: true })
      this.#makeAgain(width)
    }
    this.#tell(text, true, sizeNoteText(note, { bytes: gif.bytes, maxBytes }, makeAgain))
  }

  /** Nothing is on its way any more: what was said of the size stays. */
  endWait(): void {
    this.#size.toggleAttribute('data-waiting', false)
  }

  /** Says something in the place of the size. */
  say(text: string): void {
    this.#tell(text, true)
  }

  #tell(text: string, isFinal: boolean, note: readonly (string | Node)[] = []): void {
    this.#size.toggleAttribute('data-waiting', false)
    this.#size.textContent = text
    this.#note.replaceChildren(...note)
    clearTimeout(this.#announcement)
    if (isFinal && text !== '')
      this.#announcement = setTimeout(() => announce(`${text}. ${this.#note.textContent}`), announceMs)
  }

  #reveal(): void {
    if (this.#hasWork()) return this.hide()
    this.#root.hidden = false
    this.#stage.dataset.shows = 'gif'
    if (!this.#wipe.isOpen) this.#source.rest()
    this.#wipe.draw()
  }

  #showMotion(): void {
    const isStill = !this.#wantsMotion
    this.#play.dataset.paused = String(isStill)
    this.#play.setAttribute('aria-label', isStill ? previewTexts.play : previewTexts.pause)
    this.#still.hidden = !isStill
    this.#image.hidden = isStill
  }
}
