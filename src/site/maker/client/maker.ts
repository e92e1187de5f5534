import { addressHelp, checkForm, isAddress, type Source, tidyAddress } from './check.ts'
import { chooseSource } from './choose-source.ts'
import { Details } from './details.ts'
import { Draft } from './draft.ts'
import { find, inputOf } from './elements.ts'
import { type Limits, limitsOf } from './limits.ts'
import { readPictures } from './picture.ts'
import { PicturesEditor } from './pictures-editor.ts'
import { listenToPlaying } from './playing-fields.ts'
import { Problems } from './problems.ts'
import { Replacement } from './replacement.ts'
import { Sending } from './sending.ts'
import { listenToSizeLimit } from './size-limit.ts'
import { sortFiles } from './sort-files.ts'
import { nameOfAddress, nameOfFile, nameOfPictures } from './source-name.ts'
import { VideoEditor } from './video-editor.ts'
import { WaysOut } from './ways-out.ts'
import { writeSize, writeTime } from './words.ts'

/** The form of the maker, made live: a source is chosen, shown and cut, sent, and followed until the GIF is there. */
export class Maker {
  readonly #form: HTMLFormElement
  readonly #limits: Limits
  readonly #video: VideoEditor
  readonly #pictures: PicturesEditor
  readonly #details: Details
  readonly #draft: Draft
  readonly #ways: WaysOut
  readonly #replacement: Replacement
  readonly #problems: Problems
  readonly #sending: Sending
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
    this.#pictures = new PicturesEditor(form, this.#limits, {
      emptied: () => this.#startOver('All pictures are removed. Choose others, or a video.'),
    })
    this.#details = new Details(form)
    this.#draft = new Draft(form, () => this.#details.isTitleOwn)
    this.#ways = new WaysOut(form)
    this.#replacement = new Replacement(form)
    this.#problems = new Problems(
      form,
      find(document, '[data-errors]', HTMLElement),
      find(form, '[data-choose]', HTMLInputElement),
    )
    this.#sending = new Sending(form, { problems: this.#problems, draft: this.#draft, ways: this.#ways })
  }

  /** Makes the plain form live. */
  start(): void {
    const form = this.#form
    chooseSource(form, {
      files: (files, asPictures) => void this.#takeFiles(files, asPictures),
      address: (address) => this.#takeAddress(address),
      startOver: () => this.#startOver(),
    })
    listenToPlaying(form, (playing) => {
      this.#video.setPlaying(playing)
      this.#pictures.setPlaying(playing)
    })
    listenToSizeLimit(form)
    form.noValidate = true
    // Numbers of a file that is gone would not fit the next one; what was typed is kept by the draft.
    form.autocomplete = 'off'
    if (this.#isAgain) this.#draft.proposeCategory()
    else this.#draft.restore()
    this.#details.show()
    addEventListener('pageshow', () => this.#details.show())
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#send()
    })
    inputOf(form, 'url').addEventListener('input', ({ currentTarget }) => {
      if (this.#source === 'url' && currentTarget instanceof HTMLInputElement)
        this.#nameAddress(tidyAddress(currentTarget.value))
    })
    const address = inputOf(form, 'url').value
    const isAddressChosen = this.#isAgain && address !== '' && this.#radio('url').checked
    this.#become(isAddressChosen ? 'url' : 'empty')
    if (isAddressChosen) this.#nameAddress(address)
    form.classList.add('maker--live')
    // What was wrong before may be said at a field that appears with its file only.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-errors] [data-focus]')?.focus()
  }

  get #source(): Source {
    return (this.#form.dataset.source ?? 'empty') as Source
  }

  async #takeFiles(files: File[], adds: boolean): Promise<void> {
    if (this.#sending.isOn) return
    const hasPictures = this.#source === 'pictures'
    let sorted = await sortFiles(files, this.#limits, adds || hasPictures)
    // Dropped on pictures, a video is not one more of them: it is another source.
    if (hasPictures && !adds && sorted.pictures.length === 0)
      sorted = await sortFiles(files, this.#limits, false)
    const { video, isAnimation, pictures, refused } = sorted
    this.#problems.note(refused)
    if (video !== null) return this.#offer(nameOfFile(video.name), () => this.#openVideo(video, isAnimation))
    if (pictures.length === 0) return this.#focusFirst()
    const open = () => void this.#openPictures(pictures, refused)
    if (this.#source === 'pictures') open()
    else this.#offer(nameOfPictures(pictures.length), open)
  }

  /** Uses a source, after asking where another one is chosen. */
  #offer(other: string, use: () => void): void {
    const source = this.#source
    if (source === 'empty') return use()
    const kept =
      source === 'video'
        ? nameOfFile(this.#file?.name ?? 'the video')
        : source === 'url'
          ? nameOfAddress(inputOf(this.#form, 'url').value)
          : nameOfPictures(this.#pictures.files.length)
    this.#replacement.ask({
      kept,
      other,
      use: () => {
        use()
        if (document.activeElement === document.body) this.#name.focus()
      },
    })
  }

  #openVideo(file: File, isAnimation: boolean): void {
    this.#pictures.close()
    this.#file = file
    this.#become('video')
    this.#details.suggest(file.name)
    this.#name.textContent = `${file.name} · ${writeSize(file.size)}`
    this.#video.open(file, { isAnimation, keepClip: this.#isAgain })
    this.#isAgain = false
  }

  /** Pictures are read before anything else gives way to them: none may be whole. */
  async #openPictures(files: File[], refused: readonly string[]): Promise<void> {
    const { pictures, damaged } = await readPictures(files.slice(0, this.#limits.maxPictures))
    if (this.#sending.isOn) return
    const sentences = [...refused, ...damaged]
    if (pictures.length > 0) {
      if (this.#source !== 'pictures') this.#beginPictures(pictures[0]?.file.name ?? '')
      sentences.push(...this.#pictures.add(pictures, files.length - damaged.length))
    }
    this.#problems.note(sentences)
    this.#focusFirst()
  }

  #beginPictures(fileName: string): void {
    this.#video.close()
    this.#file = null
    this.#pictures.open(this.#isAgain)
    this.#isAgain = false
    this.#become('pictures')
    this.#name.textContent = 'Pictures'
    this.#details.suggest(fileName)
  }

  #takeAddress(address: string): void {
    if (this.#sending.isOn) return
    if (!isAddress(address)) return this.#problems.show({ message: addressHelp, field: 'url' })
    if (this.#source === 'url' && inputOf(this.#form, 'url').value === address) return
    this.#offer(nameOfAddress(address), () => {
      this.#problems.clear()
      this.#closeAll()
      inputOf(this.#form, 'url').value = address
      this.#nameAddress(address)
      this.#become('url')
      inputOf(this.#form, 'start').focus()
    })
  }

  /** Back to where a source is chosen; `why` is said where nobody asked for it. */
  #startOver(why?: string): void {
    this.#problems.clear()
    this.#closeAll()
    inputOf(this.#form, 'url').value = ''
    this.#become('empty')
    if (why !== undefined) this.#problems.note([why])
    this.#focusFirst()
  }

  #focusFirst(): void {
    if (this.#source === 'empty') find(this.#form, '[data-choose]', HTMLInputElement).focus()
  }

  #closeAll(): void {
    this.#video.close()
    this.#pictures.close()
    this.#file = null
    this.#details.withdraw()
  }

  #become(source: Source): void {
    this.#form.dataset.source = source
    if (source !== 'empty') this.#radio(source).checked = true
    this.#replacement.close()
    this.#ways.inNewTab(source !== 'empty')
    // Files have to be chosen again by who comes back; all else is kept.
    this.#ways.ask(source === 'video' || source === 'pictures')
    this.#draft.keep()
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
    this.#name.textContent = nameOfAddress(address)
  }

  #send(): void {
    if (this.#sending.isOn) return
    this.#replacement.close()
    const source = this.#source
    const files = this.#file === null ? this.#pictures.files : [this.#file]
    const problem = checkForm(this.#form, { source, files, limits: this.#limits })
    if (problem !== null) return this.#problems.show(problem)
    this.#problems.clear()
    const title = this.#details.title || (this.#name.textContent ?? '') || 'Untitled'
    void this.#sending.send({ data: this.#dataOf(source, files), title, hasFiles: files.length > 0 })
  }

  #dataOf(source: Source, files: readonly File[]): FormData {
    const data = new FormData(this.#form)
    data.delete('video')
    data.delete('pictures[]')
    data.set('url', source === 'url' ? tidyAddress(inputOf(this.#form, 'url').value) : '')
    for (const file of files) data.append(source === 'video' ? 'video' : 'pictures[]', file, file.name)
    return data
  }
}
