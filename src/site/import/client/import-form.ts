import { find } from '../../kit/client/dom.ts'
import { importTexts } from '#texts/import.ts'
import { formatLimit } from '#texts/format.ts'
import { type ChosenFile, chosenFiles, droppedFiles } from './collect-files.ts'
import { SendingPanel } from './sending-panel.ts'
import { SendQueue } from './send-queue.ts'

/** Enhances the plain form: it takes dropped files, folders and archives and sends them in small batches. */
export class ImportForm {
  readonly #form: HTMLFormElement
  readonly #queue: SendQueue
  readonly #panel: SendingPanel
  readonly #errors: HTMLElement
  readonly #maxFiles: number
  readonly #chosen: ChosenFile[] = []
  #isSending = false

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#maxFiles = Number(form.dataset.maxFiles)
    this.#errors = find(document, '[data-errors]', HTMLElement)
    this.#queue = new SendQueue(form, {
      changed: () => this.#panel.show(this.#queue),
      waits: (seconds) => this.#panel.say(importTexts.waits(seconds)),
      refused: (message) => this.#refuse(message),
      ended: () => this.#finish(),
    })
    this.#panel = new SendingPanel(find(form, '[data-sending]', HTMLElement), {
      pause: () => (this.#queue.isPaused ? this.#queue.resume() : this.#queue.pause()),
      retry: () => this.#queue.retryFailed(),
      cancel: () => this.#cancel(),
    })
  }

  start(): void {
    const form = this.#form
    find(form, '[data-plain-files]', HTMLElement).hidden = true
    find(form, '[data-drop]', HTMLElement).hidden = false
    const folder = find(form, '[data-folder]', HTMLElement)
    folder.hidden = !('webkitdirectory' in HTMLInputElement.prototype)
    for (const input of form.querySelectorAll<HTMLInputElement>('[data-choose]')) {
      input.addEventListener('change', () => {
        this.#take(chosenFiles(input))
        input.value = ''
      })
    }
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#send()
    })
    this.#listenToDrops()
    addEventListener('beforeunload', (event) => {
      if (this.#isSending) event.preventDefault()
    })
  }

  #listenToDrops(): void {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true
    document.addEventListener('dragover', (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      this.#form.dataset.over = ''
    })
    document.addEventListener('dragleave', (event) => {
      if (event.relatedTarget === null) delete this.#form.dataset.over
    })
    document.addEventListener('drop', (event) => {
      if (!hasFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      delete this.#form.dataset.over
      this.#panel.say(importTexts.reading)
      void droppedFiles(event.dataTransfer, this.#maxFiles + 1).then((files) => this.#take(files))
    })
  }

  /** Sends the files as soon as the required fields are filled in. */
  #take(files: readonly ChosenFile[]): void {
    this.#showErrors([])
    if (files.length === 0) return this.#showErrors([importTexts.nothing])
    const room = this.#maxFiles - this.#queue.files.length - this.#chosen.length
    const taken = files.slice(0, Math.max(0, room))
    const maxOf = ({ file }: ChosenFile) =>
      Number(isArchive(file) ? this.#form.dataset.maxBytes : this.#form.dataset.maxFileBytes)
    const large = taken.filter((chosen) => chosen.file.size > maxOf(chosen))
    this.#chosen.push(...taken.filter((chosen) => !large.includes(chosen)))
    this.#showErrors([
      ...(taken.length < files.length ? [importTexts.tooMany(this.#maxFiles)] : []),
      ...large.map((chosen) => importTexts.tooLarge(chosen.path, formatLimit(maxOf(chosen)))),
    ])
    this.#panel.showChosen(this.#chosen.length)
    if (this.#isSending || this.#form.checkValidity()) this.#send()
    else this.#form.querySelector<HTMLElement>('select:invalid')?.focus()
  }

  #send(): void {
    if (this.#chosen.length === 0) return find(this.#form, '[data-choose]', HTMLInputElement).focus()
    if (!this.#form.reportValidity()) return
    this.#isSending = true
    this.#panel.open()
    this.#queue.add(this.#chosen.splice(0))
  }

  #refuse(message: string): void {
    this.#isSending = false
    this.#chosen.push(...this.#queue.files.filter(({ state }) => state !== 'sent'))
    this.#queue.cancel()
    this.#queue.resume()
    this.#panel.close()
    this.#showErrors([message])
  }

  #cancel(): void {
    const wasSent = this.#queue.files.some(({ state }) => state === 'sent')
    this.#queue.cancel()
    this.#isSending = false
    if (wasSent) this.#open()
    else location.reload()
  }

  /** Opens the table, unless some files could not be sent, so that they can be retried. */
  #finish(): void {
    if (!this.#isSending) return
    const { files } = this.#queue
    if (files.some(({ state }) => state === 'failed')) return this.#panel.show(this.#queue)
    this.#isSending = false
    this.#open()
  }

  #open(): void {
    const batch = find(this.#form, 'input[name="batch"]', HTMLInputElement).value
    location.assign(`${this.#form.action}/${batch}`)
  }

  #showErrors(messages: readonly string[]): void {
    this.#errors.replaceChildren(
      ...messages.map((text) => {
        const line = document.createElement('p')
        line.className = 'notice notice--error'
        line.setAttribute('role', 'alert')
        line.textContent = text.replaceAll('`', '')
        return line
      }),
    )
  }
}

function isArchive(file: File): boolean {
  return /\.zip$/i.test(file.name)
}
