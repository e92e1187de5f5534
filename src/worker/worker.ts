import { type DiskSpace, endlessDisk } from '../creation/disk-space.ts'
import { type RunContext, type RunDeps, runCreation } from '../creation/run-creation.ts'
import { diedTooOften, keepsUploads, maxAttempts, settle } from '../creation/settlement.ts'
import { uploadFolder } from '../creation/submit-creation.ts'
import type { TaskQueue } from '../creation/task-queue.ts'
import type { Claim } from '../creation/task.ts'
import type { ErrorView } from '../lib/app-error.ts'
import { randomId } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import { ClaimKeeper } from './claim-keeper.ts'
import { StageWatch } from './stage-watch.ts'
import { type TaskObserver, nobody } from './task-observer.ts'
import type { Workspaces } from './workspaces.ts'

export type WorkerDeps = {
  run: RunDeps
  tasks: TaskQueue
  workspaces: Workspaces
  /** Where it is left out, the disk is taken for endless. */
  diskSpace?: Pick<DiskSpace, 'openJob'>
  log: Log
  observer?: TaskObserver
  concurrency: number
  leaseMs: number
}

/** A run counts as one turn of its client for each of these, so that turns share out time and not tasks. */
const turnMs = 10_000

/** Another process may add tasks, and it cannot wake this one. */
const pollMs = 2_000

type Progress = Parameters<RunContext['onProgress']>[0]

/** `stopped`: the worker goes down. `lost`: the task is not this claim's any more. */
type Signals = { stopped: AbortSignal; lost: AbortSignal }

/** Claims tasks and makes their GIFs, `concurrency` at a time, until it is stopped. */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #observer: TaskObserver
  readonly #name = randomId(10)
  readonly #running = new Map<Claim, { ended: Promise<void>; stop: AbortController; lose: AbortController }>()
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> | undefined
  #wokenWhileFilling = false
  #stopping = false

  constructor(deps: WorkerDeps) {
    this.#deps = deps
    this.#observer = deps.observer ?? nobody
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

  /** A task was cancelled: if it runs here, that ends now, not when its claim is renewed next. */
  cancelled(taskId: string): void {
    const runs = [...this.#running].filter(([claim]) => claim.id === taskId)
    for (const [, { lose }] of runs) lose.abort()
    if (runs.length === 0) this.#observer.ended('cancelled')
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
        // A clock that was set forward ends every lease; what runs here is not to be taken from itself.
        const here = [...this.#running.keys()].map(({ id }) => id)
        const claim = await this.#deps.tasks.claim(this.#name, this.#deps.leaseMs, here)
        if (claim === undefined) break
        if (claim.waitedMs !== null) this.#observer.claimed(claim.waitedMs)
        this.#start(claim)
      }
      this.#lookAgainIn(Math.min(pollMs, (await this.#deps.tasks.nextDueInMs()) ?? pollMs))
      this.#observer.turned()
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
    const lose = new AbortController()
    const ended = this.#work(claim, { stopped: stop.signal, lost: lose.signal }).finally(() => {
      this.#running.delete(claim)
      this.wake()
    })
    this.#running.set(claim, { ended, stop, lose })
  }

  /** Never rejects: whatever happens to one task, the worker goes on. */
  async #work(claim: Claim, signals: Signals): Promise<void> {
    const { tasks, leaseMs } = this.#deps
    const log = this.#deps.log.child({ task: claim.id, attempt: claim.attempt })
    try {
      if (claim.attempt > maxAttempts) {
        await this.#end(claim, diedTooOften)
        return
      }
      const keeper = new ClaimKeeper(tasks, claim, leaseMs, log)
      try {
        await this.#runAndSettle(
          claim,
          { ...signals, lost: AbortSignal.any([signals.lost, keeper.lost]) },
          keeper,
          log,
        )
      } finally {
        await keeper.stop()
      }
    } catch (error) {
      // The lease runs out by itself, so the task is not lost.
      log.error({ err: error }, 'could not settle a task')
    }
  }

  async #runAndSettle(
    claim: Claim,
    { stopped, lost }: Signals,
    keeper: ClaimKeeper,
    log: Log,
  ): Promise<void> {
    const signal = AbortSignal.any([stopped, lost])
    const stages = new StageWatch(this.#observer)
    const onProgress = (progress: Progress) => {
      stages.at(progress.step)
      keeper.tell(progress)
    }
    const since = performance.now()
    try {
      const published = await this.#run(claim, { signal, onProgress }).finally(() => stages.end())
      log.info({ code: claim.code, published }, published ? 'GIF published' : 'claim lost before publishing')
      if (published) this.#observer.ended('done')
      else await this.#lost(claim)
      if (published) await this.#deps.run.mediaStore.removeAll(uploadFolder(claim.id))
    } catch (error) {
      if (lost.aborted) {
        log.info('claim lost while working')
        await this.#lost(claim)
      } else if (stopped.aborted) {
        const isBack = await this.#deps.tasks.giveBack(claim, { delayMs: 0, failed: false })
        if (isBack) this.#observer.triedAgain('stopping')
        log.info('task given back at stop')
      } else {
        await this.#settleFailure(claim, error, log)
      }
    } finally {
      await this.#charge(claim, performance.now() - since, log)
    }
  }

  async #charge({ client }: Claim, tookMs: number, log: Log): Promise<void> {
    const rounds = Math.floor(tookMs / turnMs)
    if (client === null || rounds === 0) return
    await this.#deps.tasks.charge(client, rounds).catch((error: unknown) => {
      log.warn({ err: error }, 'could not charge a client for its time')
    })
  }

  async #run(claim: Claim, context: Omit<RunContext, 'workspace' | 'space'>): Promise<boolean> {
    const { run, workspaces, diskSpace = endlessDisk } = this.#deps
    const space = diskSpace.openJob()
    try {
      const workspace = await workspaces.make()
      try {
        const signal = AbortSignal.any([context.signal, space.signal])
        return await runCreation(run, claim, { ...context, signal, workspace, space })
      } finally {
        await workspaces.remove(workspace)
      }
    } finally {
      space.release()
    }
  }

  async #settleFailure(claim: Claim, error: unknown, log: Log): Promise<void> {
    const settlement = settle(error, claim.failures + 1)
    log.warn({ err: error, settlement: settlement.kind }, 'making a GIF failed')
    if (settlement.kind === 'retry') {
      const isBack = await this.#deps.tasks.giveBack(claim, { delayMs: settlement.delayMs, failed: true })
      if (isBack) this.#observer.triedAgain(settlement.code)
    } else {
      await this.#end(claim, settlement.error)
    }
  }

  /** What the uploads are still kept for is in settlement.ts; the sweeper removes them later. */
  async #end(claim: Claim, error: ErrorView): Promise<void> {
    if (!(await this.#deps.tasks.fail(claim, error))) return
    this.#observer.ended('error', error.code)
    if (!keepsUploads(error)) await this.#deps.run.mediaStore.removeAll(uploadFolder(claim.id))
  }

  /** Somebody else has the task now, or it was cancelled, or is gone with its account. */
  async #lost(claim: Claim): Promise<void> {
    const task = await this.#deps.tasks.view(claim.id)
    if (task?.status !== 'error') this.#observer.triedAgain('claim_lost')
    else if (task.error.code === 'cancelled') this.#observer.ended('cancelled')
  }
}
