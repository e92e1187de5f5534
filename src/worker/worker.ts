import { type RunContext, type RunDeps, runCreation } from '../creation/run-creation.ts'
import { diedTooOften, keepsUploads, maxAttempts, settle } from '../creation/settlement.ts'
import { uploadFolder } from '../creation/submit-creation.ts'
import type { TaskQueue } from '../creation/task-queue.ts'
import type { Claim } from '../creation/task.ts'
import type { ErrorView } from '../lib/app-error.ts'
import { randomId } from '../lib/ids.ts'
import type { Log } from '../lib/log.ts'
import { ClaimKeeper } from './claim-keeper.ts'
import type { Workspaces } from './workspaces.ts'

export type WorkerDeps = {
  run: RunDeps
  tasks: TaskQueue
  workspaces: Workspaces
  log: Log
  concurrency: number
  leaseMs: number
}

/** Another process may add tasks, and it cannot wake this one. */
const pollMs = 2_000

/** Claims tasks and makes their GIFs, `concurrency` at a time, until it is stopped. */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #name = randomId(10)
  readonly #running = new Map<Claim, { ended: Promise<void>; stop: AbortController }>()
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> | undefined
  #wokenWhileFilling = false
  #stopping = false

  constructor(deps: WorkerDeps) {
    this.#deps = deps
  }

  /** There may be something to do: looked at now, not at the next turn of a clock. */
  wake(): void {
    if (this.#stopping || this.#deps.concurrency === 0) return
    if (this.#filling !== undefined) {
      this.#wokenWhileFilling = true
      return
    }
    this.#filling = this.#fill().finally(() => {
      this.#filling = undefined
      if (this.#wokenWhileFilling) {
        this.#wokenWhileFilling = false
        this.wake()
      }
    })
  }

  /** Takes no more tasks; waits for the running ones, then gives back those that are not done in `drainMs`. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#filling
    const drained = Promise.all([...this.#running.values()].map(({ ended }) => ended))
    const abort = setTimeout(() => {
      for (const { stop } of this.#running.values()) stop.abort()
    }, drainMs)
    await drained
    clearTimeout(abort)
  }

  async #fill(): Promise<void> {
    clearTimeout(this.#timer)
    try {
      while (!this.#stopping && this.#running.size < this.#deps.concurrency) {
        const claim = await this.#deps.tasks.claim(this.#name, this.#deps.leaseMs)
        if (claim === undefined) break
        this.#start(claim)
      }
      this.#lookAgainIn(Math.min(pollMs, (await this.#deps.tasks.nextDueInMs()) ?? pollMs))
    } catch (error) {
      this.#deps.log.error({ err: error }, 'could not claim a task')
      this.#lookAgainIn(pollMs)
    }
  }

  #lookAgainIn(delayMs: number): void {
    if (this.#stopping) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), Math.max(delayMs, 20))
  }

  #start(claim: Claim): void {
    const stop = new AbortController()
    const ended = this.#work(claim, stop.signal).finally(() => {
      this.#running.delete(claim)
      this.wake()
    })
    this.#running.set(claim, { ended, stop })
  }

  /** Never rejects: whatever happens to one task, the worker goes on. */
  async #work(claim: Claim, stopped: AbortSignal): Promise<void> {
    const { tasks, leaseMs } = this.#deps
    const log = this.#deps.log.child({ task: claim.id, attempt: claim.attempt })
    try {
      if (claim.attempt > maxAttempts) {
        await this.#end(claim, diedTooOften)
        return
      }
      const keeper = new ClaimKeeper(tasks, claim, leaseMs, log)
      try {
        await this.#runAndSettle(claim, keeper, stopped, log)
      } finally {
        await keeper.stop()
      }
    } catch (error) {
      // The lease runs out by itself, so the task is not lost.
      log.error({ err: error }, 'could not settle a task')
    }
  }

  async #runAndSettle(claim: Claim, keeper: ClaimKeeper, stopped: AbortSignal, log: Log): Promise<void> {
    const signal = AbortSignal.any([stopped, keeper.lost])
    try {
      const published = await this.#run(claim, { signal, onProgress: (progress) => keeper.tell(progress) })
      log.info({ code: claim.code, published }, published ? 'GIF published' : 'claim lost before publishing')
      if (published) await this.#deps.run.mediaStore.removeAll(uploadFolder(claim.id))
    } catch (error) {
      if (keeper.lost.aborted) {
        log.warn('claim lost while working')
      } else if (stopped.aborted) {
        await this.#deps.tasks.giveBack(claim, { delayMs: 0, failed: false })
        log.info('task given back at stop')
      } else {
        await this.#settleFailure(claim, error, log)
      }
    }
  }

  async #run(claim: Claim, context: Omit<RunContext, 'workspace'>): Promise<boolean> {
    const workspace = await this.#deps.workspaces.make()
    try {
      return await runCreation(this.#deps.run, claim, { ...context, workspace })
    } finally {
      await this.#deps.workspaces.remove(workspace)
    }
  }

  async #settleFailure(claim: Claim, error: unknown, log: Log): Promise<void> {
    const settlement = settle(error, claim.failures + 1)
    log.warn({ err: error, settlement: settlement.kind }, 'making a GIF failed')
    if (settlement.kind === 'retry') {
      await this.#deps.tasks.giveBack(claim, { delayMs: settlement.delayMs, failed: true })
    } else {
      await this.#end(claim, settlement.error)
    }
  }

  /** What the uploads are still kept for is in settlement.ts; the sweeper removes them later. */
  async #end(claim: Claim, error: ErrorView): Promise<void> {
    if ((await this.#deps.tasks.fail(claim, error)) && !keepsUploads(error)) {
      await this.#deps.run.mediaStore.removeAll(uploadFolder(claim.id))
    }
  }
}
