import type { Edit } from './edit.ts'
import type {
  Estimate,
  FromWorker,
  Made,
  PresetRatios,
  Problem,
  Purpose,
  Setup,
  SourceInput,
  ToWorker,
} from './messages.ts'

export type LinkEvents = {
  opened: () => void
  /** The source cannot be read this way. */
  refused: () => void
  made: (made: Made, purpose: Purpose, encodeMs: number) => void
  estimated: (estimate: Estimate) => void
  /** What the other presets would take; nothing is waited for any more. */
  compared: (ratios: PresetRatios) => void
  progress: (fraction: number, purpose: Purpose) => void
  failed: (problem: Problem, purpose: Purpose) => void
  /** The worker has ended, or could not begin: nothing more comes of it. */
  crashed: (purpose: Purpose) => void
  /** The worker needs the frame on screen at a moment. */
  needsFrame: (seconds: number) => Promise<ImageBitmap>
}

/** The worker that makes GIFs, as the page sees it: one source and one job at a time; what is older is stopped. */
export class WorkerLink {
  readonly #worker: Worker
  readonly #events: LinkEvents
  #source = 0
  /** The number of the last job, and of the one that counts. */
  #jobs = 0
  #job = 0
  #purpose: Purpose = 'preview'

  /** Throws where this browser has no workers that are modules. */
  constructor(address: string, setup: Setup, events: LinkEvents) {
    this.#worker = new Worker(address, { type: 'module' })
    this.#events = events
    this.#worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => this.#take(data))
    this.#worker.addEventListener('error', () => this.#events.crashed(this.#purpose))
    this.#say({ type: 'setup', ...setup })
  }

  open(input: SourceInput): void {
    this.#job = 0
    this.#say({ type: 'open', source: ++this.#source, input })
  }

  make(edit: Edit, purpose: Purpose, stickers: File[]): void {
    this.#purpose = purpose
    this.#say({ type: 'make', job: ++this.#jobs, edit, purpose, stickers })
    this.#job = this.#jobs
  }

  stop(): void {
    this.#job = 0
    this.#say({ type: 'stop' })
  }

  close(): void {
    this.#worker.terminate()
  }

  #take(message: FromWorker): void {
    if ('source' in message) {
      if (message.source !== this.#source) return
      if (message.type === 'opened') return this.#events.opened()
      return this.#events.refused()
    }
    if (message.type === 'need') return void this.#giveFrame(message.request, message.seconds)
    if (message.job !== this.#job) return
    switch (message.type) {
      case 'made':
        return this.#events.made(message, this.#purpose, message.encodeMs)
      case 'estimated':
        return this.#events.estimated(message)
      case 'compared':
        return this.#events.compared(message.ratios)
      case 'progress':
        return this.#events.progress(message.fraction, this.#purpose)
      default:
        return this.#events.failed(message.problem, this.#purpose)
    }
  }

  async #giveFrame(request: number, seconds: number): Promise<void> {
    const frame = await this.#events.needsFrame(seconds).catch(() => null)
    this.#worker.postMessage(
      { type: 'frame', request, frame } satisfies ToWorker,
      frame === null ? [] : [frame],
    )
  }

  #say(message: ToWorker): void {
    this.#worker.postMessage(message)
  }
}
