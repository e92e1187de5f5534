import { makerTexts } from '#texts/maker.ts'
import type { Clip } from './clip.ts'
import { find } from '../../../kit/client/dom.ts'
import { shapeStage } from '../stage/picture-shape.ts'

export type PlayerEvents = {
  moment: (seconds: number) => void
  /** The video can be played, is so long and shows so large a picture. */
  ready: (duration: number, picture: { width: number; height: number }) => void
  /** The browser cannot play it. */
  failed: () => void
}

/** Later than the end of every video: where the browser does not know the length, it finds it by going there. */
const pastEveryEnd = 1e9

/** Plays a part of a video again and again, without sound as a GIF has none. */
export class LoopPlayer {
  readonly #video: HTMLVideoElement
  readonly #toggle: HTMLButtonElement
  readonly #root: HTMLElement
  readonly #events: PlayerEvents
  #clip: Clip = { start: 0, end: 0 }
  #isReady = false
  /** Whether the person wants it to move. */
  #wantsPlay = !matchMedia('(prefers-reduced-motion: reduce)').matches
  #frame = 0

  constructor(root: HTMLElement, events: PlayerEvents) {
    this.#root = root
    this.#events = events
    this.#video = find(root, 'video', HTMLVideoElement)
    this.#toggle = find(root, 'button', HTMLButtonElement)
    const toggle = () => {
      this.#wantsPlay = this.#video.paused
      if (this.#wantsPlay) this.#start()
      else this.#video.pause()
    }
    this.#toggle.addEventListener('click', toggle)
    this.#video.addEventListener('click', toggle)
    this.#video.addEventListener('loadedmetadata', () => this.#measure())
    this.#video.addEventListener('durationchange', () => this.#measure())
    this.#video.addEventListener('error', () => this.#fail())
    this.#video.addEventListener('ended', () => this.play(this.#clip.start))
    for (const name of ['play', 'pause']) this.#video.addEventListener(name, () => this.#showState())
    this.#showState()
  }

  /** Of the picture that is shown. */
  set shape({ width, height }: { width: number; height: number }) {
    shapeStage(this.#root, { width, height })
  }

  open(address: string): void {
    this.#isReady = false
    this.#root.dataset.state = 'loading'
    this.#video.src = address
    this.#video.load()
  }

  /** The source is a picture, which is shown without the player. */
  openStill(): void {
    this.#isReady = false
    this.#root.dataset.state = 'failed'
    this.#events.failed()
  }

  close(): void {
    cancelAnimationFrame(this.#frame)
    this.#isReady = false
    this.#video.pause()
    this.#video.removeAttribute('src')
    this.#video.load()
  }

  loop(clip: Clip): void {
    this.#clip = clip
  }

  /** 2: twice as fast. */
  setSpeed(speed: number): void {
    // Another video begins with the default rate.
    this.#video.defaultPlaybackRate = speed
    this.#video.playbackRate = speed
  }

  /** Goes to a moment, and plays from there if the person wants it to move. */
  play(seconds: number): void {
    if (!this.#isReady) return
    this.#video.currentTime = seconds
    if (this.#wantsPlay) this.#start()
    else this.#events.moment(seconds)
  }

  /** Shows a moment and stands still, as while a handle is dragged. */
  hold(seconds: number): void {
    if (!this.#isReady) return
    this.#video.pause()
    if (!this.#video.seeking) this.#video.currentTime = seconds
    this.#events.moment(seconds)
  }

  /** Stands still at a moment, wherever it is in the video. */
  look(seconds: number): void {
    if (!this.#isReady) return
    this.#video.pause()
    this.#video.currentTime = seconds
    this.#events.moment(seconds)
  }

  /** After holding: goes on as before. */
  resume(seconds: number): void {
    this.play(seconds)
  }

  pause(): void {
    this.#wantsPlay = false
    this.#video.pause()
  }

  #start(): void {
    // Refused where the system saves power or the page is hidden: then it stays a still with its button.
    this.#video.play().catch(() => this.#showState())
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#turn())
  }

  #turn(): void {
    const { currentTime, paused, seeking } = this.#video
    if (
      !seeking &&
      !paused &&
      (currentTime >= this.#clip.end - 0.01 || currentTime < this.#clip.start - 0.2)
    ) {
      this.#video.currentTime = this.#clip.start
    }
    this.#events.moment(currentTime)
    if (!paused) this.#frame = requestAnimationFrame(() => this.#turn())
  }

  #measure(): void {
    const { duration, videoWidth, videoHeight } = this.#video
    if (this.#isReady || this.#video.readyState === 0) return
    if (videoWidth === 0 || Number.isNaN(duration) || duration === 0) return this.#fail()
    if (duration === Infinity) {
      this.#video.currentTime = pastEveryEnd
      return
    }
    this.shape = { width: videoWidth, height: videoHeight }
    this.#isReady = true
    this.#root.dataset.state = 'ready'
    this.#events.ready(duration, { width: videoWidth, height: videoHeight })
  }

  #fail(): void {
    // Removing the source fires an error event too.
    if (!this.#video.hasAttribute('src') || this.#root.dataset.state === 'failed') return
    this.#isReady = false
    this.#root.dataset.state = 'failed'
    this.#events.failed()
  }

  #showState(): void {
    const isPaused = this.#video.paused
    this.#toggle.setAttribute('aria-label', isPaused ? makerTexts.preview.play : makerTexts.preview.pause)
    this.#toggle.dataset.paused = String(isPaused)
  }
}
