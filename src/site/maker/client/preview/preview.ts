import { clipOptions } from '../../../../options/clip-options.ts'
import { formNameOf } from '../../../../options/option.ts'
import { pictureOptions } from '../../../../options/picture-options.ts'
import { find } from '../../../kit/client/dom.ts'
import { inputOf } from '../elements.ts'
import { type Limits, readLimits } from '../options/option-inputs.ts'
import { Download } from './download.ts'
import { type Edit, readEdit } from './edit.ts'
import { EditWatch } from './edit-watch.ts'
import { MeasuredSize } from './measured-size.ts'
import { previewTexts } from '#texts/preview.ts'
import type { Estimate, Made, Problem, Purpose, Setup, SourceInput } from './messages.ts'
import { PresetSizes } from './preset-sizes.ts'
import { PreviewView } from './preview-view.ts'
import { SeekFrames } from './seek-frames.ts'
import { onSource, type SourceDetail } from '../source/source-event.ts'
import { firstFrame, inputOfSource } from './source-input.ts'
import { WorkerLink } from './worker-link.ts'

/** The bytes that frames may take in the browser's memory, and how many for each gigabyte that the machine says to have. */
const maxFrameBytes = 400_000_000
const bytesPerGigabyte = 100_000_000
const shownAgainMs = 200

/** The addresses of what is loaded when it is needed, which the form carries. */
type PreviewFiles = { worker: string; demuxer: string; watermark: string | null; layers: string }

/**
 * The preview: the very GIF that the form describes, made by a worker whenever something changes. It never stands in the
 * way of making the GIF on the server.
 */
export class Preview {
  readonly #form: HTMLFormElement
  readonly #stage: HTMLElement
  readonly #limits: Limits
  readonly #root: HTMLElement
  readonly #view: PreviewView
  readonly #download: Download
  readonly #measured: MeasuredSize
  readonly #watch: EditWatch
  readonly #presetSizes: PresetSizes
  #link: WorkerLink | undefined
  #source: SourceDetail = { kind: 'empty', file: null, files: [], preview: null }
  #input: SourceInput | null = null
  #seeker: SeekFrames | undefined
  #isOpen = false
  #edit: Edit | null = null

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#limits = readLimits(form)
    this.#stage = find(form, '[data-stage]', HTMLElement)
    this.#root = find(form, '[data-preview]', HTMLElement)
    const crop = find(form, '[data-panel="crop"]', HTMLDetailsElement)
    const elements = {
      root: this.#root,
      stage: this.#stage,
      size: find(form, '[data-size]', HTMLElement),
      note: find(form, '[data-size-note]', HTMLElement),
    }
    this.#view = new PreviewView(elements, {
      hasWork: () => crop.open && this.#kind === 'video',
      makeAgain: (width) => this.#makeAgain(width),
    })
    this.#presetSizes = new PresetSizes(form)
    crop.addEventListener('toggle', () => (crop.open ? this.#view.hide() : this.#view.showAgain()))
    this.#download = new Download(form, {
      request: () => this.#make('file'),
      stop: () => {
        this.#link?.stop()
        this.#view.endWait()
      },
    })
    this.#measured = new MeasuredSize(form, {
      measured: (gif, note) => {
        this.#view.sizeIs(gif, note, this.#edit?.clip.maxBytes ?? null)
        this.#presetSizes.sizeIs(gif.bytes, false)
      },
      doesNotFit: () => this.#showProblem('does-not-fit'),
    })
    form.addEventListener('submit', () => this.#measured.stop())
    this.#watch = new EditWatch(
      form,
      () => this.#readEdit(),
      (edit) => this.#handleEdit(edit),
    )
    onSource(form, (source) => this.open(source))
    // Layers are seen as they are typed and moved: over the source, until the GIF with them is there.
    form.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === 'layers') this.#outdate()
    })
    // While something is pressed on the picture or the timeline, the source is seen.
    for (const area of [this.#stage, ...form.querySelectorAll<HTMLElement>('[data-timeline]')]) {
      area.addEventListener('pointerdown', (event) => this.#showSource(event))
      area.addEventListener('keydown', (event) => this.#showSource(event))
    }
    for (const name of ['pointerup', 'keyup']) addEventListener(name, () => this.#showAgain())
  }

  get #kind(): 'video' | 'pictures' {
    return this.#source.kind === 'pictures' ? 'pictures' : 'video'
  }

  #readEdit(): Edit | null {
    if (!this.#isOpen) return null
    // What is kept as it is needs no preview: the source is the GIF.
    if (this.#form.hasAttribute('data-kept')) return this.#rest()
    // Kept stickers are on their way: they are announced as every change of the layers is.
    if (stickersIn(this.#form) === null) return null
    return readEdit(this.#form, this.#kind, this.#limits)
  }

  #rest(): null {
    if (this.#edit === null) return null
    this.#edit = null
    this.#watch.forget()
    this.#measured.stop()
    this.#link?.stop()
    this.#view.clear()
    this.#presetSizes.clear()
    this.#download.close()
    return null
  }

  /** Shows the preview of a source. */
  open(source: SourceDetail): void {
    void this.#handleSource(source)
  }

  async #handleSource(source: SourceDetail): Promise<void> {
    this.#source = source
    this.#isOpen = false
    this.#edit = null
    this.#watch.forget()
    this.#measured.stop()
    this.#view.clear()
    this.#presetSizes.clear()
    this.#download.close()
    this.#link?.stop()
    this.#seeker?.close()
    this.#seeker = undefined
    const input = await inputOfSource(source)
    if (this.#source !== source || input === null) return
    // The encoder is loaded after the first frame is shown.
    await firstFrame(this.#stage, source.kind)
    if (this.#source !== source) return
    this.#open(input)
  }

  #open(input: SourceInput): void {
    this.#input = input
    try {
      this.#link ??= this.#startWorker()
    } catch {
      this.#view.say(previewTexts.problems.unreadable)
      return
    }
    this.#link.open(input)
  }

  #startWorker(): WorkerLink {
    const files = JSON.parse(this.#form.dataset.previewFiles ?? '{}') as PreviewFiles
    const gigabytes = (navigator as { deviceMemory?: number }).deviceMemory ?? 4
    const { maxFps, maxWidth } = this.#limits
    const setup: Setup = {
      limits: { maxFps, maxWidth },
      demuxer: new URL(files.demuxer, location.href).href,
      watermark: files.watermark === null ? null : new URL(files.watermark, location.href).href,
      layers: new URL(files.layers, location.href).href,
      maxBytes: Math.min(maxFrameBytes, gigabytes * bytesPerGigabyte),
    }
    return new WorkerLink(files.worker, setup, {
      opened: () => {
        this.#isOpen = true
        this.#watch.forget()
        this.#watch.look()
      },
      refused: () => void this.#handleRefusal(),
      made: (made, purpose, encodeMs) => void this.#handleMade(made, purpose, encodeMs),
      estimated: (estimate) => this.#handleEstimate(estimate),
      compared: (ratios) => this.#presetSizes.compared(ratios),
      progress: (fraction, purpose) => {
        if (purpose === 'file') this.#download.progress(fraction)
      },
      failed: (problem, purpose) => this.#handleProblem(problem, purpose),
      crashed: (purpose) => this.#handleCrash(purpose),
      needsFrame: (seconds) => this.#seeker?.frameAt(seconds) ?? Promise.reject(new Error('no video')),
    })
  }

  /** What WebCodecs cannot read, an element of the page may play. */
  async #handleRefusal(): Promise<void> {
    const input = this.#input
    if (input?.kind !== 'video') return this.#handleProblem('unreadable', 'preview')
    const seeker = new SeekFrames()
    try {
      const facts = await seeker.open(input.file)
      if (this.#input !== input) return seeker.close()
      this.#seeker = seeker
      this.#open({ kind: 'page', facts, shown: input.shown })
    } catch {
      seeker.close()
      if (this.#input === input) this.#handleProblem('unreadable', 'preview')
    }
  }

  /** The worker is started again with the next change: what it broke at may come again at once. */
  #handleCrash(purpose: Purpose): void {
    this.#link?.close()
    this.#link = undefined
    this.#handleProblem('unreadable', purpose)
  }

  #handleEdit(edit: Edit): void {
    this.#edit = edit
    this.#measured.stop()
    this.#download.forget()
    if (edit.clip.maxBytes === null) this.#presetSizes.wait()
    else this.#presetSizes.clear()
    this.#make('preview')
  }

  #make(purpose: Purpose): void {
    if (this.#edit === null) return
    this.#view.wait()
    if (this.#link === undefined && this.#input !== null) return this.#open(this.#input)
    this.#root.dataset.asked = String(performance.now())
    this.#link?.make(this.#edit, purpose, stickersIn(this.#form) ?? [])
  }

  async #handleMade(made: Made, purpose: Purpose, encodeMs: number): Promise<void> {
    if (!made.isPartial) this.#download.offer(made.bytes, purpose === 'file')
    this.#root.dataset.encodeMs = encodeMs.toFixed(1)
    const isAbout = this.#isGuess
    const { isPartial } = made
    const edit = this.#edit
    if (!isPartial && edit?.clip.maxBytes === null) this.#presetSizes.sizeIs(made.gifBytes, isAbout)
    await this.#view.show(made, {
      isAbout: isPartial || isAbout,
      maxBytes: edit?.clip.maxBytes ?? null,
    })
    // A GIF that is encoded to be saved was measured before.
    if (!isPartial && purpose === 'preview' && this.#edit === edit) this.#askForSize()
  }

  /** Whether the GIF made here is not that of the server: frames of an element have the browser's colors and no times. */
  get #isGuess(): boolean {
    return this.#input?.kind === 'page' || this.#source.preview?.isCopy === true
  }

  /** Asks the service for the size, which has the source of some. */
  #askForSize(): void {
    const { preview } = this.#source
    if (preview !== null && this.#isGuess) this.#measured.ask(preview.size)
  }

  #handleEstimate({ gifBytes }: Estimate): void {
    this.#view.hide()
    this.#view.say(previewTexts.estimated(gifBytes))
    if (this.#edit?.clip.maxBytes === null) this.#presetSizes.sizeIs(gifBytes, true)
    this.#askForSize()
    this.#download.allow()
  }

  #handleProblem(problem: Problem, purpose: Purpose): void {
    if (purpose === 'file') {
      this.#view.endWait()
      return this.#download.fail(previewTexts.problems[problem])
    }
    this.#showProblem(problem)
    // A copy may take more than its source.
    if (problem === 'does-not-fit') this.#askForSize()
  }

  #showProblem(problem: Problem): void {
    this.#view.hide()
    const note = this.#stage.querySelector<HTMLElement>('[data-unplayable]')
    // Where the player says that the browser cannot play it, that says it all.
    const isSaid = problem === 'unreadable' && note?.hidden === false
    this.#view.say(isSaid ? '' : previewTexts.problems[problem])
  }

  /** Makes the GIF again in another width, which the form has from then on. */
  #makeAgain(width: number): void {
    const option = this.#kind === 'pictures' ? pictureOptions.width : clipOptions.width
    const input = inputOf(this.#form, formNameOf(option))
    input.value = String(width)
    // As if it was typed: the preview follows, and so does the height of pictures.
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }

  #outdate(): void {
    this.#watch.forget()
    this.#view.outdate()
  }

  #showSource(event: Event): void {
    const { target } = event
    // Space plays and pauses what is seen.
    if (event instanceof KeyboardEvent && event.key === ' ') return
    if (target instanceof Node && this.#root.contains(target)) return
    this.#view.hide()
  }

  /** Where what was pressed has changed nothing, the GIF is still that of the form. */
  #showAgain(): void {
    // After the form was looked at.
    setTimeout(() => this.#view.showAgain(), shownAgainMs)
  }
}

/** The pictures of layers, in their order: those that the service keeps, then the others; null until all are here. */
function stickersIn(form: HTMLFormElement): File[] | null {
  const input = (selector: string) => form.querySelector<HTMLInputElement>(`input${selector}`)
  const names = input('[data-kept-stickers]')?.value ?? ''
  const kept = [...(input('[data-kept-sticker-files]')?.files ?? [])]
  if (kept.length !== (names === '' ? 0 : names.split(',').length)) return null
  return [...kept, ...(input('[data-stickers]')?.files ?? [])]
}
