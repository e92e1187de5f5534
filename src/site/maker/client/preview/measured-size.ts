import type { SizeNote } from '../../../../options/rules/size-note.ts'
import type { MeasuredGif, MeasurementAnswer } from '../../source-answer.ts'
import { tidyLink } from '../form/check-form.ts'
import { inputOf } from '../elements.ts'

/** The form has to stay as it is for so long before the service is asked. */
const stillMs = 700

const pollMs = 250

/** After so long without an answer the estimate stays. */
const maxWaitMs = 120_000

/** What has nothing to do with the size of the GIF: it need not be right yet, and is not sent. */
const unsentFields = ['video', 'pictures[]', 'title', 'alt', 'tags', 'category', 'visibility', 'rating']

export type MeasuredEvents = {
  measured: (gif: MeasuredGif, note: SizeNote | null) => void
  /** The GIF cannot be made as the form says: it does not fit into the size limit. */
  doesNotFit: () => void
}

/**
 * The size of the GIF as the service would make it, which is asked for where the browser has only a copy of the source. There is
 * one question at a time: a newer one takes the place of the one before it, here and at the service.
 */
export class MeasuredSize {
  readonly #form: HTMLFormElement
  readonly #events: MeasuredEvents
  #asked: AbortController | null = null
  /** Where a question was sent that may not have been answered yet. */
  #open = ''
  /** The address where nothing is measured: the source is gone, or the operator has turned it off. */
  #nothingAt = ''

  constructor(form: HTMLFormElement, events: MeasuredEvents) {
    this.#form = form
    this.#events = events
  }

  /** Asks for the size of the GIF that the form describes, once it has stayed as it is. `address`: that of the source's sizes. */
  ask(address: string): void {
    this.#asked?.abort()
    if (address === this.#nothingAt) return
    const asked = new AbortController()
    this.#asked = asked
    // Where the service does not answer, the guess stays.
    this.#measure(address, asked.signal).catch(() => undefined)
  }

  /** Nobody waits for it any more. */
  stop(): void {
    this.#asked?.abort()
    this.#asked = null
    if (this.#open === '') return
    void fetch(`${this.#open}/stop`, { method: 'POST', headers: json, keepalive: true }).catch(
      () => undefined,
    )
    this.#open = ''
  }

  async #measure(address: string, signal: AbortSignal): Promise<void> {
    await pause(stillMs, signal)
    const body = formData(this.#form)
    this.#open = address
    const sent = await fetch(address, { method: 'POST', headers: json, body, signal })
    if (sent.status === 404) this.#nothingAt = address
    if (!sent.ok) return
    let answer = (await sent.json()) as MeasurementAnswer
    const endsAt = performance.now() + maxWaitMs
    while (answer.status === 'waiting' || answer.status === 'processing') {
      if (performance.now() > endsAt) return this.stop()
      await pause(pollMs, signal)
      const response = await fetch(`${address}/${answer.id}`, { headers: json, signal })
      if (!response.ok) return
      answer = (await response.json()) as MeasurementAnswer
    }
    this.#open = ''
    if (signal.aborted) return
    if (answer.status === 'done') this.#events.measured(answer.measured, answer.sizeNote)
    else if (answer.status === 'error' && answer.error.field === 'max_bytes') this.#events.doesNotFit()
  }
}

const json = { accept: 'application/json' }

/** What the service needs to know of the form. */
function formData(form: HTMLFormElement): FormData {
  const data = new FormData(form)
  for (const name of unsentFields) data.delete(name)
  data.set('keep', '0')
  data.set('url', tidyLink(inputOf(form, 'url').value))
  return data
}

/** Rejects when it is aborted. */
function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new DOMException('overtaken', 'AbortError'))
    })
  })
}
