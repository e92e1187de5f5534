import type { TaskQueue } from '../creation/task-queue.ts'
import { type Claim, type Progress, steps } from '../creation/task.ts'
import type { Log } from '../lib/log/log.ts'

/** Frequent enough to look continuous, rare enough to be cheap on disk. */
const writeEveryMs = 400

/** Renews the lease of a claim while its task runs, writes progress, and notices when the claim is lost. */
export class LeaseRenewer {
  readonly #tasks: TaskQueue
  readonly #claim: Claim
  readonly #leaseMs: number
  readonly #log: Log
  readonly #lost = new AbortController()
  readonly #onWritten: () => void
  readonly #timer: NodeJS.Timeout
  #progress: Progress = { fraction: 0, step: steps[0] }
  #written: Progress | undefined
  #writtenAt = performance.now()
  #writing: Promise<void> | undefined

  /** `onWritten` is called when new progress has been written. */
  constructor(
    tasks: TaskQueue,
    claim: Claim,
    { leaseMs, log, onWritten }: { leaseMs: number; log: Log; onWritten: () => void },
  ) {
    this.#tasks = tasks
    this.#claim = claim
    this.#leaseMs = leaseMs
    this.#log = log
    this.#onWritten = onWritten
    this.#timer = setInterval(() => this.#turn(), Math.min(writeEveryMs, leaseMs / 4))
  }

  /** Aborts when another claim has the task. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Progress never decreases. */
  report(progress: Progress): void {
    const fraction = Math.min(1, Math.max(this.#progress.fraction, progress.fraction))
    this.#progress = { fraction, step: progress.step }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }

  /** Checks now whether the claim still holds: the task may have been canceled. */
  check(): void {
    this.#writing ??= this.#renew().finally(() => {
      this.#writing = undefined
    })
  }

  #turn(): void {
    const due = performance.now() - this.#writtenAt > this.#leaseMs / 3
    if (this.#hasMoved || due) this.check()
  }

  get #hasMoved(): boolean {
    return this.#progress.fraction !== this.#written?.fraction || this.#progress.step !== this.#written.step
  }

  async #renew(): Promise<void> {
    const progress = this.#progress
    const hasMoved = this.#hasMoved
    try {
      const isHeld = await this.#tasks.claims.renewLease(this.#claim, this.#leaseMs, progress)
      this.#written = progress
      this.#writtenAt = performance.now()
      if (!isHeld) this.#lost.abort()
      else if (hasMoved) this.#onWritten()
    } catch (error) {
      this.#log.warn({ err: error }, 'could not renew a lease')
    }
  }
}
