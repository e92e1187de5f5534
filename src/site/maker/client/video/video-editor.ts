import { makerTexts } from '#texts/maker.ts'
import { readAnimationSeconds } from './animation-length.ts'
import { type Clip, firstClip, wholeClip } from './clip.ts'
import { ClipFields } from './clip-fields.ts'
import { CropEditor } from '../crop/crop-editor.ts'
import { find } from '../../../kit/client/dom.ts'
import type { SourcePreview } from '../../source-answer.ts'
import { createElement } from '../elements.ts'
import type { Limits, Playback } from '../options/option-inputs.ts'
import { LoopPlayer } from './loop-player.ts'
import { type Moved, Timeline } from '../timeline/timeline.ts'
import { formatTime } from '../format.ts'
import { isAvif } from '../source/file-kind.ts'

/** How much of the end of the clip is played after its handle was moved. */
const endShownSeconds = 1

export type VideoEvents = {
  /** The length of the video, or null where the browser cannot play it. */
  onDuration: (seconds: number | null) => void
  /** The browser cannot play this file, which is no animation. */
  onUnplayable: (file: File) => void
}

/** A local video or the preview of one, whose clip loops while the clip and its crop are chosen. */
export class VideoEditor {
  readonly #player: LoopPlayer
  readonly #timeline: Timeline
  readonly #fields: ClipFields
  readonly #crop: CropEditor
  readonly #note: HTMLElement
  readonly #still: HTMLImageElement
  readonly #animationNote: HTMLElement
  #file: File | null = null
  #isAnimation = false
  #keepsClip = false
  #address = ''
  #preview: SourcePreview | null = null

  constructor(form: HTMLFormElement, limits: Limits, events: VideoEvents) {
    this.#note = find(form, '[data-unplayable]', HTMLElement)
    // Markup may not have an image without a source.
    this.#still = createElement('img', 'player__video')
    this.#still.hidden = true
    find(form, '[data-video]', HTMLVideoElement).after(this.#still)
    this.#animationNote = find(form, '[data-animation-note]', HTMLElement)
    this.#crop = new CropEditor(form)
    this.#fields = new ClipFields(form, limits.maxClipSeconds, (clip, moved) => {
      this.#timeline.show(clip)
      this.#showInPlayer(clip, moved, false)
    })
    this.#timeline = new Timeline(find(form, '[data-timeline]', HTMLElement), {
      change: (clip, moved, isDragged) => {
        this.#fields.show(clip)
        this.#showInPlayer(clip, moved, isDragged)
      },
      point: (seconds) => {
        const { start, end } = this.#fields.clip
        // Beside the clip the preview would go back into it: there it stands still.
        if (seconds >= start && seconds < end) this.#player.play(seconds)
        else this.#player.look(seconds)
      },
    })
    this.#player = new LoopPlayer(find(form, '[data-player]', HTMLElement), {
      moment: (seconds) => this.#timeline.showMoment(seconds),
      ready: (duration, picture) => {
        const preview = this.#preview
        this.#note.hidden = true
        this.#start(preview === null ? duration : Math.min(duration, preview.shownSeconds))
        // A crop counts in the pixels of the source.
        this.#crop.picture = preview ?? picture
        events.onDuration(preview?.seconds ?? duration)
      },
      failed: () => void this.#handleUnplayable(events),
    })
  }

  get clip(): Clip {
    return this.#fields.clip
  }

  /**
   * Plays the file, which stays on this machine until it is sent. `keepClip` keeps the clip that was chosen before; of
   * an animation it is the whole otherwise.
   */
  open(file: File, { isAnimation, keepClip }: { isAnimation: boolean; keepClip: boolean }): void {
    this.#reset()
    this.#isAnimation = isAnimation
    this.#keepsClip = keepClip
    if (!keepClip) this.#crop.clear()
    this.#file = file
    this.#address = URL.createObjectURL(file)
    this.#note.hidden = true
    this.#still.hidden = true
    if (!keepClip) this.#fields.show(firstClip(this.#fields.bounds))
    if (isAnimation && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.#still.src = this.#address
      this.#still.hidden = false
    }
    if (isAnimation) void this.#openAnimation(file)
    else this.#player.open(this.#address)
  }

  /** Some browsers play an AVIF as a video. Of other animations WebKitGTK neither plays nor refuses one: they are shown as pictures. */
  async #openAnimation(file: File): Promise<void> {
    const isPlayable = await isAvif(file)
    if (file !== this.#file) return
    if (isPlayable) this.#player.open(this.#address)
    else this.#player.openStill()
  }

  /** Plays what the service made of a source. The clip and the crop stay as they are where they are within it. */
  openPreview(preview: SourcePreview): void {
    this.#reset()
    this.#isAnimation = false
    this.#keepsClip = true
    this.#note.hidden = true
    this.#still.hidden = true
    this.#preview = preview
    this.#player.open(preview.url)
    this.#address = preview.url
  }

  /** How the clip plays in its GIF; the preview plays it forwards, as fast. */
  setPlayback(playback: Playback): void {
    this.#player.setSpeed(playback.speed)
    this.#fields.setPlayback(playback)
  }

  close(): void {
    this.#reset()
    this.#crop.clear()
  }

  #reset(): void {
    this.#crop.picture = null
    this.#player.close()
    this.#timeline.close()
    this.#fields.setDuration(Infinity)
    this.#file = null
    this.#animationNote.hidden = true
    if (this.#address !== '' && this.#preview === null) URL.revokeObjectURL(this.#address)
    this.#address = ''
    this.#preview = null
    this.#still.removeAttribute('src')
  }

  pause(): void {
    this.#player.pause()
  }

  #start(seconds: number): void {
    // Some browsers play an animated AVIF as a video.
    this.#still.hidden = true
    const kept = this.#fitTo(seconds)
    this.#timeline.open(this.#address, this.#fields.bounds, kept)
    this.#player.loop(kept)
    this.#player.play(kept.start)
  }

  /** The length is known now: the clip stays as it is where it is within it; of an animation it is the whole. */
  #fitTo(seconds: number): Clip {
    this.#fields.setDuration(seconds)
    const fitted = this.#fittedClip()
    this.#fields.show(fitted)
    return fitted
  }

  #fittedClip(): Clip {
    const { clip, bounds } = this.#fields
    if (this.#isAnimation && !this.#keepsClip) return wholeClip(bounds)
    const isWithin = clip.start < bounds.duration - 0.05
    return isWithin ? { start: clip.start, end: Math.min(clip.end, bounds.duration) } : firstClip(bounds)
  }

  /** The browser cannot play it: no timeline. Of an animation, which it shows, the length is known all the same. */
  async #handleUnplayable({ onDuration, onUnplayable }: VideoEvents): Promise<void> {
    this.#note.hidden = this.#isAnimation
    this.#timeline.close()
    const file = this.#file
    const seconds = file === null || !this.#isAnimation ? null : await readAnimationSeconds(file)
    if (!this.#still.hidden) await this.#still.decode().catch(() => undefined)
    if (file !== this.#file) return
    this.#cropStill()
    if (seconds !== null) this.#beginAnimation(seconds)
    onDuration(seconds)
    if (file !== null && !this.#isAnimation) onUnplayable(file)
  }

  #beginAnimation(seconds: number): void {
    this.#fitTo(seconds)
    const { maxSeconds } = this.#fields.bounds
    this.#animationNote.textContent =
      seconds > maxSeconds && !this.#keepsClip
        ? makerTexts.clip.animationCut(formatTime(seconds), formatTime(maxSeconds))
        : makerTexts.clip.animation(formatTime(seconds))
    this.#animationNote.hidden = false
  }

  #cropStill(): void {
    const { naturalWidth: width, naturalHeight: height } = this.#still
    if (this.#still.hidden || width === 0) return
    this.#player.shape = { width, height }
    this.#crop.picture = { width, height }
  }

  #showInPlayer(clip: Clip, moved: Moved, isDragged: boolean): void {
    this.#player.loop(clip)
    const moment = moved === 'end' ? clip.end : clip.start
    if (isDragged) this.#player.hold(moment)
    else this.#player.resume(moved === 'end' ? Math.max(clip.start, clip.end - endShownSeconds) : clip.start)
  }
}
