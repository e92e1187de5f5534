import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../kit/client/dom.ts'
import { FrameCache } from './frame-cache.ts'
import type { Frame, Picture } from './picture.ts'
import { shapeStage } from '../stage/picture-shape.ts'

/** The animation as it will be, on a canvas: one picture after the other, again and again. */
export class AnimationPreview {
  readonly #root: HTMLElement
  readonly #canvas: HTMLCanvasElement
  readonly #toggle: HTMLButtonElement
  readonly #cache = new FrameCache()
  #pictures: readonly Picture[] = []
  #frame: Frame = { width: 480, height: 360, resize: true }
  #delayMs = 200
  #index = 0
  #timer = 0
  #turn = 0
  #plays = !matchMedia('(prefers-reduced-motion: reduce)').matches

  constructor(root: HTMLElement) {
    this.#root = root
    this.#canvas = find(root, 'canvas', HTMLCanvasElement)
    this.#toggle = find(root, 'button', HTMLButtonElement)
    this.#toggle.addEventListener('click', () => {
      this.#plays = !this.#plays
      this.#showState()
      this.#restart(this.#index)
    })
    this.#showState()
  }

  /** Shows these pictures from now on, in the order in which they play; goes on where it was. */
  show(pictures: readonly Picture[], frame: Frame, delayMs: number): void {
    this.#pictures = pictures
    this.#frame = frame
    this.#delayMs = delayMs
    this.#restart(Math.min(this.#index, Math.max(0, pictures.length - 1)))
  }

  /** Shows one of the pictures: the one that is looked at in the list. */
  showOne(index: number): void {
    if (!this.#plays) this.#restart(index)
  }

  close(): void {
    this.show([], this.#frame, this.#delayMs)
    this.#cache.clear()
  }

  pause(): void {
    this.#plays = false
    this.#showState()
  }

  #restart(index: number): void {
    clearTimeout(this.#timer)
    this.#turn += 1
    this.#index = index
    const { width, height } = this.#cache.sizeOf(this.#frame)
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width
      this.#canvas.height = height
      shapeStage(this.#root, { width, height })
    }
    if (this.#pictures.length > 0) void this.#step(this.#turn)
  }

  async #step(turn: number): Promise<void> {
    const picture = this.#pictures[this.#index]
    if (picture === undefined) return
    const due = performance.now() + this.#delayMs
    const drawn = await this.#cache.draw(picture, this.#frame).catch(() => null)
    if (turn !== this.#turn) return
    if (drawn !== null) this.#copy(drawn)
    if (!this.#plays || this.#pictures.length < 2) return
    this.#timer = setTimeout(
      () => {
        this.#index = (this.#index + 1) % this.#pictures.length
        void this.#step(turn)
      },
      Math.max(0, due - performance.now()),
    )
  }

  #copy(drawn: HTMLCanvasElement): void {
    const context = this.#canvas.getContext('2d')
    context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height)
    context?.drawImage(drawn, 0, 0)
  }

  #showState(): void {
    this.#toggle.setAttribute('aria-label', this.#plays ? makerTexts.preview.pause : makerTexts.preview.play)
    this.#toggle.dataset.paused = String(!this.#plays)
  }
}
