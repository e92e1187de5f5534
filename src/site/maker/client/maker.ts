import { makerTexts } from '#texts/maker.ts'
import type { SourceAnswer, SourcePreview } from '../source-answer.ts'
import { type Source, tidyLink } from './form/check-form.ts'
import { readForm } from './form/form-data.ts'
import { chooseSource } from './source/choose-source.ts'
import { Details } from './form/details.ts'
import { Draft } from './form/draft.ts'
import { find } from '../../kit/client/dom.ts'
import { inputOf } from './elements.ts'
import { readPictures } from './pictures/picture.ts'
import { PicturesEditor } from './pictures/pictures-editor.ts'
import { type Limits, listenToPlayback, readLimits } from './options/option-inputs.ts'
import { Problems } from './form/problems.ts'
import { offerRecording } from './source/record-buttons.ts'
import { SourceReplacement } from './source/replace-source.ts'
import { isLink, takeShared } from '../../kit/client/shared-source.ts'
import { Sending } from './progress/sending.ts'
import { playBySpace } from './stage/play-key.ts'
import { showPanelStates } from './options/panel-states.ts'
import { closePanels } from './options/panels.ts'
import { offerSheets } from './options/sheets.ts'
import { offerLayers } from './layers/offer-layers.ts'
import { listenToSizeLimit } from './options/size-limit.ts'
import { withConverted } from './source/prepared/convert-pictures.ts'
import { loadPictures, readPrepared } from './source/prepared/page-source.ts'
import { SourceAhead } from './source/prepared/source-ahead.ts'
import { sortFiles } from './source/sort-files.ts'
import { canBeKept } from './source/file-kind.ts'
import { KeepChoice } from './source/keep-choice.ts'
import { announceSource } from './source/source-event.ts'
import { keptName, linkName, shortFileName, picturesName, videoName } from './source/source-name.ts'
import { VideoEditor } from './video/video-editor.ts'
import { UnloadGuard } from './form/unload-guard.ts'

/** The live form of the maker: a source is chosen, trimmed, sent, and followed until the GIF is done. */
export class Maker {
  readonly #form: HTMLFormElement
  readonly #limits: Limits
  readonly #video: VideoEditor
  readonly #pictures: PicturesEditor
  readonly #details: Details
  readonly #draft: Draft
  readonly #unloadGuard: UnloadGuard
  readonly #replacement: SourceReplacement
  readonly #problems: Problems
  readonly #keep: KeepChoice
  readonly #sending: Sending
  readonly #name: HTMLElement
  readonly #ahead: SourceAhead
  #file: File | null = null
  /** Whether the numbers in the form are those of an earlier try, to be kept for the files that come again. */
  #isRetry: boolean

  constructor(form: HTMLFormElement) {
    this.#form = form
    this.#limits = readLimits(form)
    this.#isRetry = form.hasAttribute('data-retry')
    this.#name = find(form, '[data-source-name]', HTMLElement)
    this.#video = new VideoEditor(form, this.#limits, {
      onDuration: (seconds) => this.#nameVideo(seconds),
      onUnplayable: (file) => void this.#ahead.sendFile(file),
    })
    this.#ahead = new SourceAhead(form, {
      ready: (preview, source) => this.#showPreview(preview, source),
      refused: (message) => this.#problems.show({ message, field: 'url' }),
    })
    this.#pictures = new PicturesEditor(form, this.#limits, {
      onChange: () => this.#announce(),
      onEmpty: () => this.#startOver(makerTexts.source.allRemoved),
    })
    this.#details = new Details(form)
    this.#keep = new KeepChoice(form)
    this.#draft = new Draft(form, () => this.#details.isTitleOwn)
    this.#unloadGuard = new UnloadGuard(form)
    this.#replacement = new SourceReplacement(form)
    this.#problems = new Problems(
      form,
      find(document, '[data-errors]', HTMLElement),
      find(form, '[data-choose]', HTMLInputElement),
    )
    this.#sending = new Sending(form, {
      problems: this.#problems,
      draft: this.#draft,
      unloadGuard: this.#unloadGuard,
    })
  }

  /** Makes the plain form live. */
  start(): void {
    const form = this.#form
    chooseSource(form, {
      files: (files, asPictures) => void this.#handleFiles(files, asPictures),
      address: (address) => this.#handleLink(address),
      startOver: () => this.#startOver(),
    })
    offerRecording(form, this.#limits, {
      done: (recording) => {
        if (recording !== null) void this.#handleFiles([recording], false)
      },
      problem: (message) => this.#problems.note([message]),
    })
    listenToPlayback(form, this.#limits, (playback) => {
      this.#video.setPlayback(playback)
      this.#pictures.setPlayback(playback)
    })
    listenToSizeLimit(form)
    closePanels(form)
    offerSheets(form)
    showPanelStates(form)
    form.noValidate = true
    // Numbers of a file that is gone would not fit the next one; what was typed is kept by the draft.
    form.autocomplete = 'off'
    if (this.#isRetry) this.#draft.proposeCategory()
    else if (!form.hasAttribute('data-again')) this.#draft.restore()
    offerLayers(form)
    playBySpace(form)
    this.#details.show()
    addEventListener('pageshow', () => this.#details.show())
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#send()
    })
    inputOf(form, 'url').addEventListener('input', ({ currentTarget }) => {
      if (this.#source === 'url' && currentTarget instanceof HTMLInputElement)
        this.#name.textContent = linkName(tidyLink(currentTarget.value))
    })
    const address = inputOf(form, 'url').value
    const prepared = readPrepared()
    const isLinkChosen = this.#isRetry && address !== '' && this.#radio('url').checked
    if (prepared === null) this.#become(isLinkChosen ? 'url' : 'empty')
    else void this.#openPrepared(prepared)
    if (isLinkChosen && prepared === null) {
      this.#name.textContent = linkName(address)
      void this.#ahead.fetchLink(tidyLink(address))
    }
    form.classList.add('maker--live')
    if (this.#source === 'empty') void this.#openShared()
    // The error of an earlier attempt may be at a field that is hidden until a file is chosen.
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('[data-errors] [data-focus]')?.focus()
  }

  get #source(): Source {
    return (this.#form.dataset.source ?? 'empty') as Source
  }

  /** What another app shared with the installed site, or what was dropped or pasted on the front page. */
  async #openShared(): Promise<void> {
    // A browser may close its storage to a page: then there is nothing.
    const shared = await takeShared().catch(() => null)
    if (shared === null) return
    if (shared.files.length > 0) await this.#handleFiles(shared.files, false)
    else this.#handleLink(shared.link)
  }

  async #handleFiles(files: File[], adds: boolean): Promise<void> {
    if (this.#sending.isOn) return
    const hasPictures = this.#source === 'pictures'
    let sorted = await sortFiles(files, this.#limits, adds || hasPictures)
    // Dropped on pictures, a video is not one more of them: it is another source.
    if (hasPictures && !adds && sorted.pictures.length === 0)
      sorted = await sortFiles(files, this.#limits, false)
    const { video, isAnimation, pictures, convertible, refused } = sorted
    this.#problems.note(refused)
    if (video !== null) {
      const keep = { canBeKept: await canBeKept(video), isAnimation }
      return this.#offer(shortFileName(video.name), () => this.#openVideo(video, keep))
    }
    if (pictures.length === 0) return this.#focusFirst()
    const open = () => void this.#openPictures(pictures, refused, convertible)
    if (this.#source === 'pictures') open()
    else this.#offer(picturesName(pictures.length), open)
  }

  /** Uses a source, after asking where another one is chosen. */
  #offer(other: string, use: () => void): void {
    const source = this.#source
    if (source === 'empty') return use()
    const { files } = this.#pictures
    const kept = keptName(source, this.#file, inputOf(this.#form, 'url').value, files.length)
    this.#replacement.ask({
      kept,
      other,
      use: () => {
        use()
        if (document.activeElement === document.body) this.#name.focus()
      },
    })
  }

  #openVideo(file: File, keep: { canBeKept: boolean; isAnimation: boolean }): void {
    const { isAnimation } = keep
    this.#pictures.close()
    this.#closeAhead()
    this.#file = file
    this.#details.suggest(file.name)
    this.#become('video')
    this.#nameVideo(null)
    this.#video.open(file, { isAnimation, keepClip: this.#isRetry })
    this.#keep.offer(keep.canBeKept, { isAnimation, reset: !this.#isRetry })
    this.#isRetry = false
  }

  /** Pictures are read before they replace another source: all may be damaged. */
  async #openPictures(
    files: File[],
    refused: readonly string[],
    convertible: ReadonlySet<File>,
  ): Promise<void> {
    const shown = await this.#convert(files.slice(0, this.#limits.maxPictures), convertible)
    const { pictures, damaged } = await readPictures(shown.files)
    if (this.#sending.isOn) return
    const sentences = [...refused, ...shown.refused, ...damaged]
    if (pictures.length > 0) {
      if (this.#source !== 'pictures') this.#beginPictures(pictures[0]?.file.name ?? '')
      sentences.push(...this.#pictures.add(pictures, files.length - damaged.length))
    }
    this.#problems.note(sentences)
    this.#focusFirst()
  }

  #beginPictures(fileName: string): void {
    this.#video.close()
    this.#closeAhead()
    this.#file = null
    this.#pictures.open(this.#isRetry)
    this.#isRetry = false
    this.#become('pictures')
    this.#name.textContent = makerTexts.source.picturesName
    this.#details.suggest(fileName)
  }

  #handleLink(address: string): void {
    if (this.#sending.isOn) return
    if (!isLink(address)) return this.#problems.show({ message: makerTexts.source.linkHelp, field: 'url' })
    if (this.#source === 'url' && inputOf(this.#form, 'url').value === address) return
    this.#offer(linkName(address), () => {
      this.#problems.clear()
      this.#closeAll()
      inputOf(this.#form, 'url').value = address
      this.#name.textContent = linkName(address)
      this.#become('url')
      this.#name.focus()
      void this.#ahead.fetchLink(address)
    })
  }

  /** Back to choosing a source. `why` is shown where no button asked for it. */
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
    this.#closeAhead()
    this.#file = null
    this.#details.withdraw()
  }

  #become(source: Source): void {
    this.#form.dataset.source = source
    if (source !== 'empty') this.#radio(source).checked = true
    if (source !== 'video') this.#keep.offer(source === 'url', { reset: !this.#isRetry })
    this.#replacement.close()
    this.#unloadGuard.inNewTab(source !== 'empty')
    // The draft keeps everything but files.
    this.#unloadGuard.ask(source === 'video' || source === 'pictures')
    this.#draft.keep()
    // Of pictures it is announced once they are there.
    if (source !== 'pictures') this.#announce()
  }

  #announce(): void {
    announceSource(this.#form, {
      kind: this.#source,
      file: this.#file,
      files: this.#source === 'pictures' ? this.#pictures.files : [],
      preview: this.#ahead.preview,
    })
  }

  /** What the service made of a link, or of a file that this browser cannot play, is edited as a local file is. */
  #showPreview(preview: SourcePreview, { title, kind }: SourceAnswer): void {
    if (this.#source === 'empty') return
    this.#form.toggleAttribute('data-previewed', true)
    if (kind === 'link' && title !== null) this.#name.textContent = title
    this.#video.openPreview(preview)
    this.#announce()
  }

  #closeAhead(): void {
    this.#ahead.close()
    this.#form.toggleAttribute('data-previewed', false)
  }

  /** Goes on with a source that the page came with, as for a GIF that is changed. */
  async #openPrepared(source: SourceAnswer): Promise<void> {
    if (source.kind === 'pictures') {
      // Its size stays, unless the page came with the source alone.
      this.#isRetry = this.#form.hasAttribute('data-again')
      const pictures = await loadPictures(source.pictures, (files) => this.#shownPictures(files))
      if (pictures.length === 0) return this.#become('empty')
      this.#beginPictures('')
      this.#name.textContent = source.title ?? makerTexts.source.picturesName
      await this.#ahead.open(source, 0)
      this.#pictures.add(pictures)
      return
    }
    const address = inputOf(this.#form, 'url').value
    this.#become(source.kind === 'link' ? 'url' : 'video')
    this.#keep.offer(source.kind === 'link' || this.#keep.isOn, { reset: false })
    this.#name.textContent =
      source.title ?? (address === '' ? this.#details.title || makerTexts.source.video : linkName(address))
    this.#isRetry = false
    await this.#ahead.open(source, this.#video.clip.end)
  }

  /** The pictures of a source that is kept; those that the browser cannot show came by the form without script. */
  async #shownPictures(files: File[]): Promise<File[]> {
    const { convertible } = await sortFiles(files, this.#limits, true)
    const shown = await this.#convert(files, convertible)
    this.#problems.note(shown.refused)
    return shown.files
  }

  #convert(files: File[], convertible: ReadonlySet<File>): ReturnType<typeof withConverted> {
    const address = `${this.#form.action}/sources`
    return withConverted(address, files, convertible, (text) => this.#problems.note([text]))
  }

  #radio(source: string): HTMLInputElement {
    return find(this.#form, `input[name="source"][value="${source}"]`, HTMLInputElement)
  }

  #nameVideo(seconds: number | null): void {
    if (this.#file !== null) this.#name.textContent = videoName(this.#file, seconds)
  }

  #send(): void {
    if (this.#sending.isOn) return
    this.#replacement.close()
    const read = readForm(
      this.#form,
      {
        source: this.#source,
        // What the service has already is not sent again.
        file: this.#ahead.isHere ? null : this.#file,
        pictures: this.#pictures,
        isKept: this.#keep.isOn,
      },
      this.#limits,
    )
    if ('problem' in read) return this.#problems.show(read.problem)
    this.#problems.clear()
    const title = this.#details.title || (this.#name.textContent ?? '') || makerTexts.source.untitled
    void this.#sending.send({ ...read, title })
  }
}
