import { type Clip, firstClip } from './clip.ts'
import { ClipFields } from './clip-fields.ts'
import { find } from './elements.ts'
import type { Limits } from './limits.ts'
import { LoopPlayer } from './loop-player.ts'
import { type Moved, Timeline } from './timeline.ts'

/** So much of the end of the clip is played after its handle was moved. */
const endShownSeconds = 1

/** A local video: it plays at once, the clip again and again, while the clip is chosen on the timeline. */
export class VideoEditor {
  readonly #player: LoopPlayer
  readonly #timeline: Timeline
  readonly #fields: ClipFields
  readonly #note: HTMLElement
  readonly #still: HTMLImageElement
  #address = ''

  /** `told` is given what the browser knows of the video: its length, or null where it cannot play it. */
  constructor(form: HTMLFormElement, limits: Limits, events: { told: (seconds: number | null) => void }) {
    this.#note = find(form, '[data-unplayable]', HTMLElement)
    this.#still = find(form, '[data-still]', HTMLImageElement)
    this.#fields = new ClipFields(form, limits.maxClipSeconds, (clip, moved) => {
      this.#timeline.show(clip)
      this.#showInPlayer(clip, moved, false)
    })
    this.#timeline = new Timeline(find(form, '[data-timeline]', HTMLElement), {
      change: (clip, moved, isDragged) => {
        this.#fields.show(clip)
        this.#showInPlayer(clip, moved, isDragged)
      },
    })
    this.#player = new LoopPlayer(find(form, '[data-player]', HTMLElement), {
      moment: (seconds) => this.#timeline.showMoment(seconds),
      ready: (duration) => {
        this.#begin(duration)
        events.told(duration)
      },
      failed: () => {
        this.#giveUp()
        events.told(null)
      },
    })
  }

  get clip(): Clip {
    return this.#fields.clip
  }

  /** Plays the file, which stays on this machine until it is sent. `keepClip` keeps the clip that was chosen before. */
  open(file: File, keepClip: boolean): void {
    this.close()
    this.#address = URL.createObjectURL(file)
    this.#note.hidden = true
    this.#still.hidden = true
    if (!keepClip) this.#fields.show(firstClip(this.#fields.bounds))
    if (file.type === 'image/gif' && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#still.src = this.#address
      this.#still.hidden = false
    }
    this.#player.open(this.#address)
  }

  close(): void {
    this.#player.close()
    this.#timeline.close()
    this.#fields.setDuration(Infinity)
    if (this.#address !== '') URL.revokeObjectURL(this.#address)
    this.#address = ''
    this.#still.removeAttribute('src')
  }

  pause(): void {
    this.#player.pause()
  }

  #begin(duration: number): void {
    this.#fields.setDuration(duration)
    const { clip, bounds } = this.#fields
    const kept =
      clip.start < duration - 0.05
        ? { start: clip.start, end: Math.min(clip.end, duration) }
        : firstClip(bounds)
    this.#fields.show(kept)
    this.#timeline.open(this.#address, bounds, kept)
    this.#player.loop(kept)
    this.#player.play(kept.start)
  }

  #giveUp(): void {
    this.#note.hidden = !this.#still.hidden
    this.#timeline.close()
  }

  #showInPlayer(clip: Clip, moved: Moved, isDragged: boolean): void {
    this.#player.loop(clip)
    const moment = moved === 'end' ? clip.end : clip.start
    if (isDragged) this.#player.hold(moment)
    else this.#player.resume(moved === 'end' ? Math.max(clip.start, clip.end - endShownSeconds) : clip.start)
  }
}
