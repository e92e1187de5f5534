import type { TaskQueue } from '../creation/task-queue.ts'
import { type Claim, type Step, steps } from '../creation/task.ts'
import type { Log } from '../lib/log/log.ts'

/** Often enough that a person sees it move, seldom enough that the disk does not notice. */
const tellEveryMs = 400

/** Holds a claim while its task is worked on: renews the lease, writes progress, and notices when it is lost. */
export class ClaimKeeper {
  readonly #tasks: Pick<TaskQueue, 'extend'>
  readonly #claim: Claim
  readonly #leaseMs: number
  readonly #log: Log
  readonly #lost = new AbortController()
  readonly #timer: NodeJS.Timeout
  #progress: { fraction: number; step: Step } = { fraction: 0, step: steps[0] }
  #toldFraction = -1
  #toldAt = performance.now()
  #writing: Promise<void> | undefined

  constructor(tasks: Pick<TaskQueue, 'extend'>, claim: Claim, leaseMs: number, log: Log) {
    this.#tasks = tasks
    this.#claim = claim
    this.#leaseMs = leaseMs
    this.#log = log
    this.#timer = setInterval(() => this.#turn(), Math.min(tellEveryMs, leaseMs / 4))
  }

  /** Aborts when somebody else has the task. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Progress never goes back, whatever is told. */
  tell(progress: { fraction: number; step: Step }): void {
    const fraction = Math.min(1, Math.max(this.#progress.fraction, progress.fraction))
    this.#progress = { fraction, step: progress.step }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
  }

  #turn(): void {
    const moved = this.#progress.fraction !== this.#toldFraction
    const due = performance.now() - this.#toldAt > this.#leaseMs / 3
    if (this.#writing !== undefined || (!moved && !due)) return
    this.#writing = this.#extend().finally(() => {
      this.#writing = undefined
    })
  }

  async #extend(): Promise<void> {
    const progress = this.#progress
    try {
      if (!(await this.#tasks.extend(this.#claim, this.#leaseMs, progress))) this.#lost.abort()
      this.#toldFraction = progress.fraction
      this.#toldAt = performance.now()
    } catch (error) {
      this.#log.warn({ err: error }, 'could not renew a lease')
    }
  }
}
