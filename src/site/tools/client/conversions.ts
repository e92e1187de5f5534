import { find } from '../../kit/client/dom.ts'
import { type Conversion, type OtherFormat, otherFormats } from './convert/messages.ts'
import type { ResultView } from './result-view.ts'

/** Any encoder of a browser takes one of these; which, the worker finds out, with the level that the size needs. */
const videoCodecs = ['avc1.640028', 'vp09.00.40.08', 'av01.0.08M.08']

const able = new Map<OtherFormat, Promise<boolean>>()

/** The formats that this browser can encode. */
async function encodableFormats(): Promise<OtherFormat[]> {
  const answers = await Promise.all(
    otherFormats.map((format) => {
      const known = able.get(format) ?? (format === 'mp4' ? canEncodeVideo() : canEncodeWebp())
      able.set(format, known)
      return known
    }),
  )
  return otherFormats.filter((_, index) => answers[index])
}

async function canEncodeVideo(): Promise<boolean> {
  // Browsers have it on secure pages only.
  if (!('VideoEncoder' in self)) return false
  for (const codec of videoCodecs) {
    const config = { codec, width: 320, height: 240, bitrate: 500_000 }
    const isSupported = await VideoEncoder.isConfigSupported(config).then(
      ({ supported }) => supported === true,
      () => false,
    )
    if (isSupported) return true
  }
  return false
}

/** Browsers without an encoder give a PNG instead. */
async function canEncodeWebp(): Promise<boolean> {
  const canvas = new OffscreenCanvas(1, 1)
  if (canvas.getContext('2d') === null) return false
  return (await canvas.convertToBlob({ type: 'image/webp' })).type === 'image/webp'
}

/** The GIF that was made as MP4 and WebP: each is made when it is asked for, by a worker of its own, and kept until the GIF changes. */
export class Conversions {
  readonly #form: HTMLFormElement
  readonly #result: ResultView
  readonly #made = new Map<OtherFormat, File>()
  #gif: File | undefined
  /** What was asked for while there was no GIF. */
  #wanted: OtherFormat | undefined
  #running: { format: OtherFormat; worker: Worker } | undefined

  constructor(form: HTMLFormElement, result: ResultView) {
    this.#form = form
    this.#result = result
    for (const format of otherFormats)
      this.#button(format).addEventListener('click', () => this.#handleClick(format))
  }

  /** A GIF was made: offers what the browser can make of it. */
  offer(gif: File): void {
    this.#gif = gif
    void this.#showButtons()
    const wanted = this.#wanted
    this.#wanted = undefined
    if (wanted !== undefined) this.#start(wanted, gif)
  }

  async #showButtons(): Promise<void> {
    for (const format of await encodableFormats()) this.#button(format).hidden = false
  }

  #button(format: OtherFormat): HTMLButtonElement {
    return find(this.#form, `[data-convert=${format}]`, HTMLButtonElement)
  }

  /** The GIF is outdated, and so is what was made of it. */
  forget(): void {
    this.#end()
    this.#gif = undefined
    this.#made.clear()
    this.#result.forgetConverted()
  }

  /** Another animation is opened, of which there may be no GIF. */
  close(): void {
    this.forget()
    for (const format of otherFormats) this.#button(format).hidden = true
  }

  /** Gives up what is being made; false where nothing is. */
  cancel(): boolean {
    this.#wanted = undefined
    const running = this.#end()
    if (running === undefined) return false
    this.#result.endConverting()
    // The button that was pressed goes away.
    this.#button(running.format).focus()
    return true
  }

  #handleClick(format: OtherFormat): void {
    const made = this.#made.get(format)
    if (made !== undefined) return saveFile(made, made.name)
    if (this.#running?.format === format) return
    this.#end()
    if (this.#gif === undefined) this.#wanted = format
    else this.#start(format, this.#gif)
  }

  #start(format: OtherFormat, gif: File): void {
    const worker = new Worker(this.#button(format).dataset.worker ?? '')
    this.#running = { format, worker }
    this.#result.converting(format, 0)
    worker.addEventListener('message', ({ data }: MessageEvent<Conversion>) => {
      if (data.type === 'progress') return this.#result.converting(format, data.fraction)
      this.#end()
      if (data.type === 'failed') return this.#result.failConverting(format)
      const file = new File([data.file], gif.name.replace(/gif$/, format), { type: data.file.type })
      this.#made.set(format, file)
      this.#result.converted(format, file.size)
      saveFile(file, file.name)
    })
    // It was not loaded, or has no memory left.
    worker.addEventListener('error', () => {
      this.#end()
      this.#result.failConverting(format)
    })
    worker.postMessage(gif)
  }

  /** Ends the worker, and says what it was at. */
  #end() {
    const running = this.#running
    running?.worker.terminate()
    this.#running = undefined
    return running
  }
}

/** Saves a file where the browser saves downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser takes the file over before that.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
