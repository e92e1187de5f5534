import { toolsTexts } from '#texts/tools.ts'
import {
  type ChosenFrame,
  chooseFrames,
  formatFrames,
  listFrames,
  parseFrames,
} from '../../../options/rules/frames.ts'
import { codeOfText } from '../../../options/rules/gif-code.ts'
import { find } from '../../kit/client/dom.ts'
import { sizeNoteText } from '../../kit/client/size-note-text.ts'
import { Conversions, saveFile } from './conversions.ts'
import { CropOnPicture } from './crop-on-picture.ts'
import { Canceled, Engine, EngineError } from './engine.ts'
import { NotFound, readAppended } from './read-appended.ts'
import { readToolFields } from './read-fields.ts'
import { ResultView } from './result-view.ts'
import { saveResult } from './save-result.ts'
import { Strip } from './strip.ts'
import { Thumbnails } from './thumbnails.ts'
import type { Answer } from './worker/messages.ts'

/** After the last key, before the GIF is made. */
const pauseMs = 250

/** The tools in the browser: the form says what is to be done, and the worker does it as it changes. */
export class Tools {
  readonly #form: HTMLFormElement
  readonly #engine: Engine
  readonly #result: ResultView
  readonly #conversions: Conversions
  readonly #crop: CropOnPicture
  readonly #maxFrames: number
  readonly #maxWidth: number
  #source: { file: Blob; name: string } | undefined
  #strip: Strip | undefined
  #thumbnails: Thumbnails | undefined
  #framesMs: number[] = []
  #made: File | undefined
  /** The fields that it was made by. */
  #madeBy = ''
  #isOpen = false
  #isAtWork = false
  #timer: number | undefined

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#engine = new Engine(form.dataset.worker ?? '')
    this.#maxFrames = Number(form.dataset.maxFrames)
    this.#maxWidth = Number(form.dataset.maxWidth)
    this.#result = new ResultView(form, () => this.#cancel())
    this.#conversions = new Conversions(form, this.#result)
    this.#crop = new CropOnPicture(form)
  }

  start(): void {
    const { source } = this.#form.dataset
    if (source !== undefined) void this.#load(source)
    this.#form.addEventListener('input', (event) => this.#onInput(event))
    this.#form.addEventListener('change', (event) => this.#onInput(event))
    this.#form.addEventListener('submit', (event) => {
      // Without a result the server does the work.
      if (this.#made !== undefined) void saveResult(this.#form, this.#made, event)
    })
    this.#result.zip.addEventListener('click', () => void this.#pack())
    this.#acceptDrops()
    this.#openChosen()
  }

  async #load(address: string): Promise<void> {
    this.#result.busy(toolsTexts.reading)
    try {
      const response = await fetch(address)
      if (!response.ok) throw new Error(String(response.status))
      await this.#open({ file: await response.blob(), name: this.#form.dataset.name ?? 'gif' })
    } catch (error) {
      if (!(error instanceof Canceled)) this.#result.fail(toolsTexts.notFound)
    }
  }

  /** Opens the file that is chosen, which a browser may remember of an earlier visit. */
  #openChosen(): void {
    const [file] = this.#form.querySelector<HTMLInputElement>('[name=file]')?.files ?? []
    if (file !== undefined) void this.#open({ file, name: file.name.replace(/\.[^.]*$/, '') || 'gif' })
  }

  async #open(source: { file: Blob; name: string }): Promise<void> {
    this.#source = source
    this.#isOpen = false
    this.#result.clear()
    this.#conversions.close()
    this.#crop.close()
    this.#forget()
    this.#strip = undefined
    find(this.#form, '[data-strip-panel]', HTMLElement).hidden = true
    await this.#make()
  }

  async #reopen(): Promise<void> {
    if (this.#source === undefined) return
    const appended = await readAppended(this.#form)
    const { file } = this.#source
    const body = { file, appended, maxFrames: this.#maxFrames }
    const { facts, framesMs } = await this.#engine.ask({ type: 'open', ...body })
    this.#isOpen = true
    this.#framesMs = framesMs
    this.#result.opened(facts)
    if (this.#strip === undefined) void this.#crop.open(file, facts)
    this.#strip ??= this.#showStrip()
    this.#thumbnails?.resume()
  }

  #showStrip(): Strip {
    find(this.#form, '[data-strip-panel]', HTMLElement).hidden = false
    const list = find(this.#form, '[data-strip]', HTMLElement)
    const actions = find(this.#form, '[data-strip-actions]', HTMLElement)
    this.#thumbnails = new Thumbnails(this.#engine)
    const strip = new Strip({ list, actions }, this.#framesMs, this.#thumbnails, (frames, isWhole) => {
      this.#framesField.value = isWhole ? '' : formatFrames(listFrames(frames))
      this.#later()
    })
    const typed = this.#typedFrames()
    if (typed !== null) strip.show(typed)
    return strip
  }

  get #framesField(): HTMLInputElement {
    return find(this.#form, '[name=frames]', HTMLInputElement)
  }

  /** The frames that were typed; null where none or others than there are. */
  #typedFrames(): readonly ChosenFrame[] | null {
    const list = parseFrames(this.#framesField.value)
    if (list === null) return null
    const chosen = chooseFrames(list, this.#framesMs.length, this.#maxFrames)
    return 'frames' in chosen ? chosen.frames : null
  }

  #onInput({ target, type }: Event): void {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
    if (target.name === 'file' && type === 'change') return this.#openChosen()
    if (target.name === 'gif' && type === 'change' && target.value.trim() !== '') {
      location.assign(`${this.#form.action}?gif=${encodeURIComponent(codeOfText(target.value))}`)
      return
    }
    if (['title', 'category', 'gif', 'file'].includes(target.name)) return
    if (target.name.startsWith('append')) {
      if (type !== 'change') return
      this.#isOpen = false
    }
    if (target.name === 'frames' && type === 'change')
      this.#strip?.show(this.#typedFrames() ?? allOf(this.#framesMs))
    this.#later()
  }

  #later(): void {
    clearTimeout(this.#timer)
    // A field reports what was typed once more when it is left.
    if (this.#made !== undefined && this.#isOpen && this.#madeBy === this.#fieldsText())
      return this.#conversions.offer(this.#made)
    this.#conversions.forget()
    this.#timer = setTimeout(() => void this.#make(), pauseMs)
  }

  async #make(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#source === undefined) return
    // What it is at is outdated.
    if (this.#isAtWork) this.#stop()
    this.#isAtWork = true
    this.#forget()
    try {
      if (!this.#isOpen) {
        this.#result.busy(toolsTexts.reading)
        await this.#reopen()
      }
      const fields = readToolFields(this.#form, this.#maxWidth)
      const madeBy = this.#fieldsText()
      this.#showInvalid('invalid' in fields ? fields.invalid : null)
      if ('invalid' in fields) return this.#result.fail(toolsTexts.invalid)
      this.#result.busy(toolsTexts.making)
      const made = await this.#engine.ask({
        type: 'make',
        ...fields,
        maxFrames: this.#maxFrames,
      })
      const { file, facts } = made
      const { name } = this.#source
      this.#made = new File([file], `${name}.gif`, { type: 'image/gif' })
      this.#madeBy = madeBy
      this.#result.done(file, facts, name, this.#notesOf(made, fields.reshape.maxBytes))
      this.#conversions.offer(this.#made)
      this.#isAtWork = false
    } catch (error) {
      if (error instanceof Canceled) return
      this.#isAtWork = false
      this.#fail(error)
    }
  }

  /** What there is to say of a GIF that was made. */
  #notesOf(
    { facts, approximated, sizeNote }: Extract<Answer, { type: 'made' }>,
    maxBytes: number | null,
  ): (string | Node)[] {
    const colors = approximated === 0 ? [] : [toolsTexts.approximated(approximated)]
    if (sizeNote === null || maxBytes === null) return colors
    const size = sizeNoteText(sizeNote, { bytes: facts.bytes, maxBytes }, (width) => {
      const input = find(this.#form, 'input[name="width"]', HTMLInputElement)
      input.value = String(width)
      input.focus()
      // As if it was typed: the GIF is made again.
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
    return colors.length === 0 ? size : [...colors, ' ', ...size]
  }

  #fail(error: unknown): void {
    if (error instanceof NotFound) {
      this.#showInvalid('append')
      return this.#result.fail(toolsTexts.notFound)
    }
    if (!(error instanceof EngineError)) throw error
    if (error.reason === 'problem') this.#showInvalid(error.field)
    const { unreadable, tooLarge, stopped, damaged, cropOutside, oldBrowser } = toolsTexts
    const sentence = {
      problem: error.message.replaceAll('`', '') || cropOutside,
      damaged,
      too_large: tooLarge,
      unreadable,
      memory: stopped,
      old_browser: oldBrowser,
    }[error.reason]
    this.#result.fail(sentence)
  }

  #showInvalid(name: string | null): void {
    for (const input of this.#form.querySelectorAll('.tools__options [aria-invalid]'))
      input.removeAttribute('aria-invalid')
    if (name !== null)
      this.#form.querySelector(`[name="${CSS.escape(name)}"]`)?.setAttribute('aria-invalid', 'true')
  }

  #fieldsText(): string {
    return JSON.stringify(readToolFields(this.#form, this.#maxWidth))
  }

  /** What was made is outdated. */
  #forget(): void {
    this.#made = undefined
    this.#conversions.forget()
  }

  #stop(): void {
    this.#engine.cancel()
    this.#isOpen = false
  }

  #cancel(): void {
    if (this.#conversions.cancel()) return
    this.#stop()
    this.#isAtWork = false
    this.#result.fail(toolsTexts.canceled)
  }

  async #pack(): Promise<void> {
    if (this.#made === undefined || this.#isAtWork) return
    const { zip } = this.#result
    zip.disabled = true
    try {
      const { file } = await this.#engine.ask({ type: 'zip' })
      saveFile(file, `${this.#source?.name ?? 'gif'}-frames.zip`)
    } catch (error) {
      if (!(error instanceof Canceled)) this.#fail(error)
    } finally {
      zip.disabled = false
    }
  }

  #acceptDrops(): void {
    const input = this.#form.querySelector<HTMLInputElement>('[name=file]')
    if (input === null) return
    this.#form.addEventListener('dragover', (event) => event.preventDefault())
    this.#form.addEventListener('drop', (event) => {
      const { files } = event.dataTransfer ?? {}
      if (files === undefined || files.length === 0) return
      event.preventDefault()
      input.files = files
      this.#openChosen()
    })
  }
}

const allOf = (framesMs: readonly number[]): ChosenFrame[] => framesMs.map((_, index) => ({ index, hold: 1 }))
