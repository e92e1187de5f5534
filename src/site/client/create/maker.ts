import { checkForm, isAddress, type Source, tidyAddress } from './check.ts'
import { chooseSource } from './choose-source.ts'
import { Details } from './details.ts'
import { find, inputOf } from './elements.ts'
import { followTask } from './follow-task.ts'
import { type Limits, limitsOf } from './limits.ts'
import { PicturesEditor } from './pictures-editor.ts'
import { Problems } from './problems.ts'
import { ProgressPanel } from './progress-panel.ts'
import { rememberTask } from './recent-tasks.ts'
import { sortFiles } from './sort-files.ts'
import { sendForm } from './upload.ts'
import { VideoEditor } from './video-editor.ts'
import { writeSize, writeTime } from './words.ts'

/** The form of the maker, made live: a source is chosen, shown and cut, sent, and followed until the GIF is there. */
export class Maker {
  readonly #form: HTMLFormElement
  readonly #limits: Limits
  readonly #video: VideoEditor
  readonly #pictures: PicturesEditor
  readonly #details: Details
  readonly #problems: Problems
  readonly #progress: ProgressPanel
  readonly #name: HTMLElement
  #file: File | null = null
  /** Whether the numbers in the form are those of an earlier try, to be kept for the files that come again. */
  #isAgain: boolean

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#limits = limitsOf(form)
    this.#isAgain = form.hasAttribute('data-again')
    this.#name = find(form, '[data-source-name]', HTMLElement)
    this.#video = new VideoEditor(form, this.#limits, { told: (seconds) => this.#nameVideo(seconds) })
    this.#pictures = new PicturesEditor(form, this.#limits)
    this.#details = new Details(form)
    this.#problems = new Problems(
      form,
      find(document, '[data-errors]', HTMLElement),
      find(form, '[data-choose]', HTMLInputElement),
    )
    this.#progress = new ProgressPanel(find(form, '[data-progress]', HTMLElement))
  }

  /** Makes the plain form live. */
  start(): void {
    const form = this.#form
    chooseSource(form, {
      files: (files, asPictures) => void this.#takeFiles(files, asPictures),
      address: (address) => this.#takeAddress(address),
      startOver: () => this.#startOver(),
    })
    form.noValidate = true
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.#send()
    })
    const address = inputOf(form, 'url').value
    const isAddressChosen = this.#isAgain && address !== '' && this.#radio('url').checked
    this.#become(isAddressChosen ? 'url' : 'empty')
    if (isAddressChosen) this.#nameAddress(address)
    form.classList.add('maker--live')
  }

  get #source(): Source {
    return (this.#form.dataset.source ?? 'empty') as Source
  }

  async #takeFiles(files: File[], adds: boolean): Promise<void> {
    if (this.#isSending) return
    const isAdding = adds || this.#source === 'pictures'
    const { video, pictures, refused } = await sortFiles(files, this.#limits, isAdding)
    if (video !== null) this.#openVideo(video)
    else if (pictures.length > 0) refused.push(...(await this.#openPictures(pictures)))
    this.#problems.note(refused)
  }

  #openVideo(file: File): void {
    this.#pictures.close()
    this.#file = file
    this.#become('video')
    this.#details.suggest(file.name)
    this.#name.textContent = `${file.name} · ${writeSize(file.size)}`
    this.#video.open(file, this.#isAgain)
    this.#isAgain = false
  }

  async #openPictures(files: File[]): Promise<string[]> {
    if (this.#source !== 'pictures') {
      this.#video.close()
      this.#file = null
      this.#pictures.open(this.#isAgain)
      this.#isAgain = false
      this.#become('pictures')
      this.#name.textContent = 'Pictures'
      if (files[0] !== undefined) this.#details.suggest(files[0].name)
    }
    return this.#pictures.add(files)
  }

  #takeAddress(address: string): void {
    if (this.#isSending) return
    if (!isAddress(address)) {
      const message = 'This is no address of a web page or file: it should begin with https://'
      this.#problems.show({ message, field: 'url' })
      return
    }
    this.#problems.clear()
    this.#closeAll()
    inputOf(this.#form, 'url').value = address
    this.#nameAddress(address)
    this.#become('url')
    inputOf(this.#form, 'start').focus()
  }

  #startOver(): void {
    this.#problems.clear()
    this.#closeAll()
    inputOf(this.#form, 'url').value = ''
    this.#become('empty')
    find(this.#form, '[data-choose]', HTMLInputElement).focus()
  }

  #closeAll(): void {
    this.#video.close()
    this.#pictures.close()
    this.#file = null
  }

  #become(source: Source): void {
    this.#form.dataset.source = source
    if (source !== 'empty') this.#radio(source).checked = true
  }

  #radio(source: string): HTMLInputElement {
    return find(this.#form, `input[name="source"][value="${source}"]`, HTMLInputElement)
  }

  #nameVideo(seconds: number | null): void {
    if (this.#file === null) return
    const parts = [
      this.#file.name,
      ...(seconds === null ? [] : [writeTime(seconds)]),
      writeSize(this.#file.size),
    ]
    this.#name.textContent = parts.join(' · ')
  }

  #nameAddress(address: string): void {
    this.#name.textContent = URL.canParse(address) ? new URL(address).host : address
  }

  get #isSending(): boolean {
    return !this.#progress.root.hidden
  }

  async #send(): Promise<void> {
    const source = this.#source
    const files = this.#file === null ? this.#pictures.files : [this.#file]
    const problem = checkForm(this.#form, { source, files, limits: this.#limits })
    if (problem !== null) return this.#problems.show(problem)
    this.#problems.clear()
    const data = this.#dataOf(source, files)
    const upload = sendForm(this.#form.action, data, (sent, all) => this.#progress.sent(sent, all))
    this.#setBusy(true)
    this.#progress.open(() => upload.cancel())
    addEventListener('beforeunload', warn)
    const outcome = await upload.outcome
    removeEventListener('beforeunload', warn)
    if (outcome.kind === 'accepted') return this.#follow(outcome.id)
    this.#setBusy(false)
    if (outcome.kind === 'refused') this.#problems.show(outcome.problem)
    else find(this.#form, '[type="submit"]', HTMLButtonElement).focus()
  }

  #dataOf(source: Source, files: readonly File[]): FormData {
    const data = new FormData(this.#form)
    data.delete('video')
    data.delete('pictures[]')
    data.set('url', source === 'url' ? tidyAddress(inputOf(this.#form, 'url').value) : '')
    for (const file of files) data.append(source === 'video' ? 'video' : 'pictures[]', file, file.name)
    return data
  }

  /** From here on the task has an address of its own, to which reloading and coming back lead. */
  #follow(id: string): void {
    const { status = '', pages = '' } = this.#progress.root.dataset
    const formAddress = location.href
    rememberTask(id, this.#details.title || (this.#name.textContent ?? '') || 'Untitled')
    history.replaceState(null, '', `${pages}/${id}`)
    this.#progress.accepted()
    followTask(status + id, (task) => {
      this.#progress.task(task)
      if (task.status === 'done') location.replace(`${pages}/${id}`)
      if (task.status !== 'error') return
      history.replaceState(null, '', formAddress)
      this.#setBusy(false)
      this.#problems.show(task.error)
    })
  }

  #setBusy(isBusy: boolean): void {
    this.#form.toggleAttribute('data-busy', isBusy)
    for (const part of ['.maker__stage', '[data-details]', '[data-send]'])
      find(this.#form, part, HTMLElement).inert = isBusy
    if (!isBusy) this.#progress.close()
  }
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
