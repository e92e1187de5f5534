import { makerTexts } from '#texts/maker.ts'
import { find } from '../../../../kit/client/dom.ts'
import type { SourceAnswer, SourcePreview } from '../../../source-answer.ts'
import { createElement, inputOf } from '../../elements.ts'
import { formatTime } from '../../format.ts'
import { followSource } from './follow-source.ts'
import { askForMore, discardSource, problemOf, sendAhead, type SourceProblem } from './source-requests.ts'

/** Says on the stage how far a source is that is fetched or sent ahead. */
class WaitPanel {
  readonly #root = createElement('div', 'source-wait')
  readonly #text = createElement('p', 'source-wait__text')
  readonly #bar = document.createElement('progress')

  constructor(stage: HTMLElement) {
    this.#text.setAttribute('role', 'status')
    this.#bar.max = 1
    this.#bar.setAttribute('aria-label', makerTexts.prepared.label)
    this.#root.append(this.#text, this.#bar)
    this.#root.hidden = true
    stage.append(this.#root)
  }

  /** `share` is null where it is not known. */
  show(text: string, share: number | null): void {
    this.#root.hidden = false
    // Read out when it changes, not with each step of the bar.
    if (this.#text.textContent !== text) this.#text.textContent = text
    if (share === null) this.#bar.removeAttribute('value')
    else this.#bar.value = share
    this.#bar.hidden = false
  }

  /** Says what went wrong, and what can be done all the same. */
  fail(text: string): void {
    this.#root.hidden = false
    this.#text.textContent = text
    this.#bar.hidden = true
  }

  hide(): void {
    this.#root.hidden = true
    this.#text.textContent = ''
  }
}

export type SourceEvents = {
  /** There is a preview, or a longer one. */
  ready: (preview: SourcePreview, source: SourceAnswer) => void
  /** No GIF can be made of the link; the sentence says why. */
  refused: (why: string) => void
}

/**
 * The source that the service fetches or gets ahead, so that it is seen before a GIF is made of it. The field `prepared` of
 * the form has its id once its files are there: then they need not be sent or fetched again.
 */
export class SourceAhead {
  readonly #form: HTMLFormElement
  readonly #events: SourceEvents
  readonly #wait: WaitPanel
  readonly #more: HTMLButtonElement
  readonly #part: HTMLElement
  readonly #address: string
  #running: AbortController | null = null
  #source: SourceAnswer | null = null

  constructor(form: HTMLFormElement, events: SourceEvents) {
    this.#form = form
    this.#events = events
    this.#address = `${form.action}/sources`
    const stage = find(form, '[data-stage]', HTMLElement)
    this.#wait = new WaitPanel(stage)
    this.#part = createElement('p', 'source-part timeline__hint')
    this.#more = createElement('button', 'button button--small')
    this.#more.type = 'button'
    this.#more.textContent = makerTexts.prepared.more
    this.#more.addEventListener('click', () => void this.#extend(null))
    this.#part.hidden = true
    stage.after(this.#part)
  }

  /** Whether the service has the files of the source that is chosen now. */
  get isHere(): boolean {
    return inputOf(this.#form, 'prepared').value !== ''
  }

  /** Its preview; null where there is none. */
  get preview(): SourcePreview | null {
    return this.#source?.preview ?? null
  }

  fetchLink(url: string): Promise<void> {
    return this.#send({ url }, () => makerTexts.prepared.fetching)
  }

  /** Of a file that the browser cannot play. */
  sendFile(file: File): Promise<void> {
    return this.#send({ file }, (share) =>
      share < 1 ? makerTexts.prepared.sending : makerTexts.prepared.converting,
    )
  }

  /** Goes on with a source that the page came with. `endSeconds` is the end of the clip, which the preview is to show. */
  async open(source: SourceAnswer, endSeconds: number): Promise<void> {
    const running = this.#begin()
    this.#source = source
    inputOf(this.#form, 'prepared').value = source.id
    if (source.kind === 'pictures') return
    if (source.preview === null && !isUnderWay(source)) {
      this.#wait.show(makerTexts.prepared.converting, null)
      const asked = await askForMore(this.#addressOf(source), null, running.signal).catch(() => null)
      if (running.signal.aborted) return
      if (asked === null || !('source' in asked))
        return this.#fail(asked !== null && 'problem' in asked ? asked : problemOf(null))
    }
    if (source.preview === null || source.isExtending) await this.#follow(source, running)
    else this.#show(source)
    const shown = this.#source?.preview
    if (shown && endSeconds > shown.shownSeconds && shown.shownSeconds < shown.seconds)
      await this.#extend(endSeconds)
  }

  /** Another source is chosen, or none. What no GIF was made of is removed from the service. */
  close(): void {
    this.#running?.abort()
    this.#running = null
    if (this.#source !== null && this.#source.gifs.length === 0) discardSource(this.#addressOf(this.#source))
    this.#source = null
    inputOf(this.#form, 'prepared').value = ''
    this.#wait.hide()
    this.#part.hidden = true
  }

  async #send(sent: Parameters<typeof sendAhead>[1], textOf: (share: number) => string): Promise<void> {
    this.close()
    const running = this.#begin()
    this.#wait.show(textOf(0), null)
    const { signal } = running
    const outcome = await sendAhead(this.#address, sent, {
      signal,
      progress: (share) => this.#wait.show(textOf(share), 'url' in sent ? null : share),
    })
    if ('isCanceled' in outcome) return
    if (signal.aborted) {
      if ('source' in outcome) discardSource(this.#addressOf(outcome.source))
      return
    }
    if ('problem' in outcome) return 'url' in sent ? this.#failLink(outcome) : this.#fail(outcome)
    this.#source = outcome.source
    await this.#follow(outcome.source, running)
  }

  async #follow(source: SourceAnswer, running: AbortController): Promise<void> {
    const end = await followSource(this.#addressOf(source), running.signal, (state) => {
      if (state.status === 'waiting') this.#wait.show(makerTexts.prepared.waiting(state.position ?? 1), null)
      else if (state.status === 'processing')
        this.#wait.show(
          state.step === 'fetching' ? makerTexts.prepared.fetching : makerTexts.prepared.converting,
          state.progress,
        )
    })
    if (end === null) return
    if ('problem' in end) return source.kind === 'link' ? this.#failLink(end) : this.#fail(end)
    inputOf(this.#form, 'prepared').value = end.id
    this.#show(end)
  }

  #show(source: SourceAnswer): void {
    this.#source = source
    this.#wait.hide()
    const { preview } = source
    if (preview === null) return
    const { shownSeconds, seconds } = preview
    // Headers round: a tenth of a second is no rest.
    const isWhole = seconds - shownSeconds < 0.1
    this.#part.hidden = isWhole
    this.#more.disabled = false
    this.#part.replaceChildren(
      makerTexts.prepared.part(formatTime(shownSeconds), formatTime(seconds)),
      ' ',
      this.#more,
    )
    this.#events.ready(preview, source)
  }

  async #extend(seconds: number | null): Promise<void> {
    const source = this.#source
    if (source === null) return
    this.#more.disabled = true
    const running = this.#begin()
    const outcome = await askForMore(this.#addressOf(source), seconds, running.signal).catch(() => null)
    if (running.signal.aborted) return
    if (outcome === null || 'problem' in outcome) {
      this.#more.disabled = false
      return this.#wait.fail(
        (outcome && 'problem' in outcome && outcome.problem) || makerTexts.progress.unavailable,
      )
    }
    await this.#follow(source, running)
  }

  /** What is wrong with a link is said at its field. */
  #failLink(problem: SourceProblem): void {
    if (!problem.isFinal) return this.#fail(problem)
    this.#wait.hide()
    this.#events.refused(problem.problem)
  }

  /** Most often a GIF can be made of it all the same. */
  #fail({ problem, isFinal }: SourceProblem): void {
    const why = problem || makerTexts.progress.unavailable
    this.#wait.fail(isFinal ? why : `${why} ${makerTexts.prepared.without}`)
  }

  #begin(): AbortController {
    this.#running?.abort()
    this.#running = new AbortController()
    return this.#running
  }

  #addressOf({ id }: SourceAnswer): string {
    return `${this.#address}/${id}`
  }
}

function isUnderWay({ status, isExtending }: SourceAnswer): boolean {
  return isExtending || status === 'waiting' || status === 'processing'
}
