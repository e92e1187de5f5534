import type { ChosenFile } from './collect-files.ts'
import { sendFiles, type SendResult } from './send-files.ts'

export type QueuedFile = ChosenFile & {
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** From 0 to 1. */
  share: number
  /** The error of a failed file. */
  message: string
}

export type QueueEvents = {
  changed: () => void
  /** Called when the server asks to wait. */
  waits: (seconds: number) => void
  /** Called when the server rejects the form's values, so that no file can be sent. */
  refused: (message: string) => void
  /** Called when every file has been sent or has failed. */
  ended: () => void
}

/** The most files per request: batching keeps two hundred small files from becoming two hundred requests. */
const filesAtOnce = 10
const bytesAtOnce = 8_000_000
const requestsAtOnce = 2
const maxTries = 5
const firstDelayMs = 1000

/** The fields of the form; an error in any other field concerns the files. */
const formFields = new Set(['category', 'tags', 'tags[]', 'rating', 'visibility'])

/** Sends files in small batches. Lost requests are sent again; the service accepts no file twice. */
export class SendQueue {
  readonly files: QueuedFile[] = []
  readonly #form: HTMLFormElement
  readonly #events: QueueEvents
  readonly #running = new Set<() => void>()
  #isPaused = false
  /** The number of consecutive failed requests. */
  #tries = 0
  #timer = 0

  constructor(form: HTMLFormElement, events: QueueEvents) {
    this.#form = form
    this.#events = events
  }

  get isPaused(): boolean {
    return this.#isPaused
  }

  get isBusy(): boolean {
    return this.files.some(({ state }) => state === 'waiting' || state === 'sending')
  }

  add(files: readonly ChosenFile[]): void {
    for (const file of files) this.files.push({ ...file, state: 'waiting', share: 0, message: '' })
    this.#fill()
  }

  pause(): void {
    this.#isPaused = true
    this.#stop()
    this.#events.changed()
  }

  resume(): void {
    this.#isPaused = false
    this.#fill()
    this.#events.changed()
  }

  retryFailed(): void {
    for (const file of this.files)
      if (file.state === 'failed') Object.assign(file, { state: 'waiting', share: 0 })
    this.#tries = 0
    this.resume()
  }

  /** Drops the files that have not been sent yet. */
  cancel(): void {
    this.#isPaused = true
    this.#stop()
    this.files.splice(0, Infinity, ...this.files.filter(({ state }) => state === 'sent'))
  }

  #stop(): void {
    clearTimeout(this.#timer)
    for (const abort of this.#running) abort()
  }

  #fill(): void {
    while (!this.#isPaused && this.#running.size < requestsAtOnce) {
      const next = this.#next()
      if (next.length === 0) break
      void this.#send(next)
    }
    if (this.#running.size === 0 && !this.isBusy) this.#events.ended()
  }

  #next(): QueuedFile[] {
    const next: QueuedFile[] = []
    let bytes = 0
    for (const file of this.files) {
      if (file.state !== 'waiting') continue
      bytes += file.file.size
      if (next.length > 0 && (bytes > bytesAtOnce || next.length >= filesAtOnce)) break
      next.push(file)
    }
    return next
  }

  async #send(files: QueuedFile[]): Promise<void> {
    for (const file of files) file.state = 'sending'
    const { result, abort } = sendFiles(this.#form, files, (bytes) => {
      spread(files, bytes)
      this.#events.changed()
    })
    this.#running.add(abort)
    this.#events.changed()
    const ended = await result
    this.#running.delete(abort)
    this.#settle(files, ended)
    this.#events.changed()
    if (!this.#isPaused && this.#timer === 0) this.#fill()
  }

  #settle(files: QueuedFile[], result: SendResult): void {
    if (result.kind === 'sent') {
      this.#tries = 0
      for (const file of files) Object.assign(file, { state: 'sent', share: 1 })
      return
    }
    for (const file of files) Object.assign(file, { state: 'waiting', share: 0 })
    if (result.kind === 'aborted') return
    if (result.kind === 'refused') return this.#refuse(files, result.message, result.field)
    this.#tries += 1
    if (this.#tries > maxTries) {
      for (const file of this.files) if (file.state === 'waiting') file.state = 'failed'
      return
    }
    const delayMs = result.kind === 'busy' ? result.seconds * 1000 : firstDelayMs * 2 ** (this.#tries - 1)
    if (result.kind === 'busy') {
      // Being told to wait is not a failure and may be repeated any number of times.
      this.#tries -= 1
      this.#events.waits(result.seconds)
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = 0
      this.#fill()
    }, delayMs)
  }

  #refuse(files: QueuedFile[], message: string, field: string | null): void {
    if (field !== null && formFields.has(field)) {
      this.#isPaused = true
      this.#stop()
      this.#events.refused(message)
      return
    }
    for (const file of files) Object.assign(file, { state: 'failed', message })
  }
}

/** Distributes the number of sent bytes over the files, in order. */
function spread(files: QueuedFile[], bytes: number): void {
  let left = bytes
  for (const file of files) {
    const { size } = file.file
    file.share = size === 0 ? 1 : Math.min(1, left / size)
    left = Math.max(0, left - size)
  }
}
