import { decideRetry, diedTooOften, maxAttempts } from '../creation/retry.ts'
import type { TaskEvent, TaskMessages } from '../creation/task-messages.ts'
import type { TaskStores, TaskSubmissions } from '../creation/task-queue.ts'
import type { Claim, Progress } from '../creation/task.ts'
import { dropSource } from '../creation/kept-source.ts'
import { keepForRetry } from '../creation/sources/keep-for-retry.ts'
import { dropUploads } from '../creation/uploads.ts'
import type { ErrorView } from '../lib/app-error.ts'
import { randomId } from '../lib/ids.ts'
import type { Log } from '../lib/log/log.ts'
import { everything, isOfGif, workOf, yielding } from './claim-kinds.ts'
import { LeaseRenewer } from './lease-renewer.ts'
import { runClaim, type RunClaimDeps } from './run-claim.ts'
import { StageTimer } from './stage-timer.ts'
import { type TaskObserver, noObserver } from './task-observer.ts'

export type WorkerDeps = RunClaimDeps & {
  tasks: Pick<TaskStores, 'claims'> & { submissions: Pick<TaskSubmissions, 'view'> }
  /** Notified of what becomes of tasks; left out: nobody is. */
  messages?: Pick<TaskMessages, 'added' | 'tell'>
  /** What is claimed here; other tasks are left to other processes. Left out: everything. */
  claims?: readonly Claim['kind'][]
  /** How many cores imports may take, less what creations do. Left out: twice the concurrency. */
  importCores?: number
  log: Log
  observer?: TaskObserver
  /** Left out: runs are not traced. */
  traceRun?: TraceRun | undefined
  concurrency: number
  leaseMs: number
}

/** Runs a claimed task as a part of its trace. */
export type TraceRun = (claim: Claim, run: () => Promise<void>) => Promise<void>

/** A run counts as one turn of its client for each of these, so that turns share out time and not tasks. */
const turnMs = 10_000

/** Another process may add tasks, and its message may be lost. */
const pollMs = 2_000

/** How often imports that are made here look whether creations of other processes need their room. */
const importPollMs = 250

/** `stopped`: the worker goes down. `lost`: the task is not this claim's any more. */
type Signals = { stopped: AbortSignal; lost: AbortSignal }

type Run = {
  ended: Promise<void>
  stop: AbortController
  lose: AbortController
  /** Missing until it has begun, and for a task that is not run any more. */
  renewer?: LeaseRenewer
}

/** Claims tasks and runs them, `concurrency` at a time, until it is stopped. */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #observer: TaskObserver
  readonly #name = randomId(10)
  readonly #running = new Map<Claim, Run>()
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> | undefined
  #wokenWhileFilling = false
  #stopping = false

  constructor(deps: WorkerDeps) {
    this.#deps = deps
    this.#observer = deps.observer ?? noObserver
  }

  /** Looks for tasks now instead of at the next poll. */
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

  /** A task was cancelled: where it runs here, it stops now, not at the next renewal. */
  cancelled(taskId: string): void {
    for (const [claim, { lose }] of this.#running) if (claim.id === taskId) lose.abort()
  }

  /** Looks at once which of the tasks that run here were cancelled: its messages may have been missed. */
  checkLeases(): void {
    for (const { renewer } of this.#running.values()) renewer?.check()
  }

  /** Claims no more tasks; waits for the running ones, then releases those that are not done in `drainMs`. */
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
      await this.#yieldImports()
      while (!this.#stopping) {
        const claim = await this.#claim()
        if (claim === undefined) break
        this.#start(claim)
      }
      this.#lookAgainIn(await this.#nextLookInMs())
      this.#observer.turned()
    } catch (error) {
      this.#deps.log.error({ err: error }, 'could not claim a task')
      this.#lookAgainIn(pollMs)
    }
  }

  async #nextLookInMs(): Promise<number> {
    const { tasks, concurrency, claims = everything } = this.#deps
    const yields = this.#runningOf('import').length > 0 || !claims.includes('creation')
    const mostMs = yields && claims.includes('import') ? importPollMs : pollMs
    // What ends here wakes the worker, and so do creations that this process accepts.
    if (this.#gifRuns >= concurrency) return mostMs
    // An import that is due may lack room.
    const kinds = claims.filter((kind) => kind !== 'import')
    return Math.min(mostMs, (await tasks.claims.nextDueInMs(kinds)) ?? mostMs)
  }

  /**
   * A creation takes the place of another task where all are taken; longer previews, measurements, imports and
   * then derivations take those that are left. The first preview of a source, which a person waits for, has places of its own: what it decodes
   * takes its turn with creations all the same, at the media engine.
   */
  async #claim(): Promise<Claim | undefined> {
    const { tasks, concurrency, leaseMs, claims = everything } = this.#deps
    const others = yielding.flatMap((kind) => this.#runningOf(kind))
    // A clock that was set forward ends every lease; what runs here is not to be taken from itself.
    const here = [...this.#running.keys()].map(({ id }) => id)
    if (claims.includes('preparation') && this.#runningOf('preparation').length < concurrency) {
      const preparation = await tasks.claims.claimPreparation('preparation', this.#name, leaseMs, here)
      if (preparation !== undefined) return preparation
    }
    if (this.#gifRuns - others.length >= concurrency) return undefined
    const creation = claims.includes('creation')
      ? await tasks.claims.claim(this.#name, leaseMs, here)
      : undefined
    if (creation !== undefined) {
      if (creation.waitedMs !== null) this.#observer.claimed(creation.waitedMs)
      if (this.#gifRuns >= concurrency) others.at(-1)?.stop.abort()
      return creation
    }
    if (this.#gifRuns >= concurrency) return undefined
    if (claims.includes('preview')) {
      const preview = await tasks.claims.claimPreparation('preview', this.#name, leaseMs, here)
      if (preview !== undefined) return preview
    }
    if (claims.includes('measurement')) {
      const measurement = await tasks.claims.claimMeasurement(this.#name, leaseMs, here)
      if (measurement !== undefined) return measurement
    }
    const imported = claims.includes('import')
      ? await tasks.claims.claimImport(this.#name, leaseMs, this.#importCores, here)
      : undefined
    if (imported !== undefined || !claims.includes('derivation')) return imported
    return tasks.claims.claimDerivation(this.#name, leaseMs, here)
  }

  /** Releases the newest imports for whose room creations wait, those of other processes too. */
  async #yieldImports(): Promise<void> {
    const imports = this.#runningOf('import').filter(({ stop }) => !stop.signal.aborted)
    if (imports.length === 0) return
    const room = await this.#deps.tasks.claims.importRoom(this.#importCores)
    if (room >= 0) return
    for (const { stop } of imports.slice(room)) stop.abort()
  }

  get #importCores(): number {
    return this.#deps.importCores ?? 2 * this.#deps.concurrency
  }

  /** How many of the places are taken that creations share with others. */
  get #gifRuns(): number {
    return this.#running.size - this.#runningOf('preparation').length
  }

  /** The tasks of a class that run here, the oldest first. */
  #runningOf(kind: Claim['kind']) {
    return [...this.#running].filter(([claim]) => claim.kind === kind).map(([, run]) => run)
  }

  #lookAgainIn(delayMs: number): void {
    if (this.#stopping) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), Math.max(delayMs, 20))
  }

  #start(claim: Claim): void {
    const run: Run = { ended: Promise.resolve(), stop: new AbortController(), lose: new AbortController() }
    this.#running.set(claim, run)
    this.#tell(claim, 'moved')
    const { traceRun = (_claim, run) => run() } = this.#deps
    run.ended = traceRun(claim, () => this.#work(claim, run)).finally(() => {
      this.#running.delete(claim)
      this.wake()
    })
  }

  #tell({ kind, id }: Claim, event: TaskEvent): void {
    if (isOfGif(kind)) this.#deps.messages?.tell(id, event)
  }

  /** Never rejects: no failure of a task stops the worker. */
  async #work(claim: Claim, run: Run): Promise<void> {
    const { tasks, leaseMs } = this.#deps
    const log = this.#deps.log.child({ task: claim.id, kind: claim.kind, attempt: claim.attempt })
    try {
      if (claim.attempt > maxAttempts) {
        await this.#fail(claim, diedTooOften)
        return
      }
      const onWritten = () => this.#tell(claim, 'moved')
      const renewer = new LeaseRenewer(tasks.claims, claim, { leaseMs, log, onWritten })
      run.renewer = renewer
      const lost = AbortSignal.any([run.lose.signal, renewer.lost])
      try {
        await this.#runToItsEnd(claim, { stopped: run.stop.signal, lost }, renewer, log)
      } finally {
        await renewer.stop()
      }
    } catch (error) {
      // The lease runs out by itself, so the task is not lost.
      log.error({ err: error }, 'could not end a task')
    }
  }

  async #runToItsEnd(
    claim: Claim,
    { stopped, lost }: Signals,
    renewer: LeaseRenewer,
    log: Log,
  ): Promise<void> {
    const signal = AbortSignal.any([stopped, lost])
    const observer = this.#observerOf(claim)
    const stages = new StageTimer(observer)
    const onProgress = (progress: Progress) => {
      stages.at(progress.step)
      renewer.report(progress)
    }
    const since = performance.now()
    try {
      const isDone = await runClaim(this.#deps, claim, { signal, onProgress, log }).finally(() =>
        stages.end(),
      )
      log.info({ isDone }, isDone ? 'task done' : 'claim lost before the end')
      if (!isDone) {
        await this.#lost(claim)
        return
      }
      observer.ended('done')
      this.#tell(claim, 'ended')
      // Its derivations wait now, which others may make.
      if (isOfGif(claim.kind)) this.#deps.messages?.added()
      await this.#dropInputs(claim)
    } catch (error) {
      if (lost.aborted) {
        log.info('claim lost while working')
        await this.#lost(claim)
      } else if (stopped.aborted) {
        if (await this.#release(claim, { delayMs: 0, failed: false })) observer.triedAgain('stopping')
        log.info('task released')
      } else {
        await this.#retryOrFail(claim, error, log)
      }
    } finally {
      await this.#penalize(claim, performance.now() - since, log)
    }
  }

  async #penalize(claim: Claim, tookMs: number, log: Log): Promise<void> {
    const rounds = Math.floor(tookMs / turnMs)
    if (rounds === 0) return
    await this.#deps.tasks.claims.penalize(claim, rounds).catch((error: unknown) => {
      log.warn({ err: error }, 'could not penalize a client for its time')
    })
  }

  async #retryOrFail(claim: Claim, error: unknown, log: Log): Promise<void> {
    // The next change of the form has it measured again.
    const failures = claim.kind === 'measurement' ? Infinity : claim.failures + 1
    const decision = decideRetry(error, failures)
    const what = workOf(claim.kind)
    log.warn({ err: error, decision: decision.kind }, `${what} failed`)
    if (decision.kind === 'end') {
      await this.#keepForRetry(claim, decision.error, log)
      await this.#fail(claim, decision.error)
      return
    }
    const { delayMs, code } = decision
    if (await this.#release(claim, { delayMs, failed: true })) this.#observerOf(claim).triedAgain(code)
  }

  /** It waits again, for whoever is free; false where the claim was lost. */
  async #release(claim: Claim, options: { delayMs: number; failed: boolean }): Promise<boolean> {
    const isReleased = await this.#deps.tasks.claims.releaseTask(claim, options)
    if (!isReleased) return false
    this.#tell(claim, 'moved')
    if (options.delayMs === 0) this.#deps.messages?.added()
    return true
  }

  async #fail(claim: Claim, error: ErrorView): Promise<void> {
    if (!(await this.#deps.tasks.claims.fail(claim, error))) return
    this.#observerOf(claim).ended('error', error.code)
    this.#tell(claim, 'ended')
    await this.#dropInputs(claim, error)
  }

  /** What was sent is kept for its owner; where that fails, it has to be sent again. */
  async #keepForRetry(claim: Claim, error: ErrorView, log: Log): Promise<void> {
    if (!('request' in claim)) return
    const { run, workspaces } = this.#deps
    const workspace = await workspaces.make()
    try {
      await keepForRetry(run, claim, error, workspace)
    } catch (cause) {
      log.warn({ err: cause }, 'could not keep the source of a failed task')
    } finally {
      await workspaces.remove(workspace)
    }
  }

  /** Drops what a task that has ended was made from, unless it is kept for a retry. */
  async #dropInputs(claim: Claim, error?: ErrorView): Promise<void> {
    const { mediaStore } = this.#deps.run
    if (isOfGif(claim.kind)) await dropUploads(mediaStore, claim.id, error)
    else if (claim.kind === 'measurement') await dropUploads(mediaStore, claim.id)
    else if (claim.kind === 'derivation' && claim.source !== null) await dropSource(mediaStore, claim.mediaId)
  }

  /** Another claim has the task now, or it was cancelled, or is gone with its account. */
  async #lost(claim: Claim): Promise<void> {
    if (!isOfGif(claim.kind)) return
    const task = await this.#deps.tasks.submissions.view(claim.id)
    if (task?.status !== 'error') this.#observer.triedAgain('claim_lost')
    else if (task.error.code === 'cancelled') this.#observer.ended('cancelled')
  }

  /** Of a task that nobody waits for, only its end is observed. */
  #observerOf({ kind }: Claim): Pick<TaskObserver, 'ended' | 'stageEnded' | 'triedAgain'> {
    if (kind === 'creation') return this.#observer
    return {
      ...noObserver,
      ended: (outcome, reason) => {
        if (outcome === 'cancelled') return
        if (kind === 'import') this.#observer.importEnded(outcome, reason)
        else if (kind === 'derivation') this.#observer.derivationEnded(outcome, reason)
      },
    }
  }
}
