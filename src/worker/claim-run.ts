import { type DiskSpace, unlimitedDiskSpace } from '../creation/disk-space.ts'
import { dropSource } from '../creation/kept-source.ts'
import { decideRetry, diedTooOften, maxAttempts } from '../creation/retry.ts'
import type { RunContext, RunDeps } from '../creation/run.ts'
import { keepForRetry } from '../creation/sources/keep-for-retry.ts'
import type { TaskEvent, TaskMessages } from '../creation/task-messages.ts'
import type { TaskQueue } from '../creation/task-queue.ts'
import { type Claim, type Progress, type Step, steps } from '../creation/task.ts'
import { dropUploads } from '../creation/uploads.ts'
import type { ErrorView } from '../lib/app-error.ts'
import type { Log } from '../lib/log/log.ts'
import { isOfGif, workOf } from './claim-kinds.ts'
import { LeaseRenewer } from './lease-renewer.ts'
import type { Workspaces } from './workspaces.ts'
import { noObserver, type TaskObserver } from './task-observer.ts'
import { runCreation } from '../creation/run-creation.ts'
import { runDerivation } from '../creation/run-derivation.ts'
import { runMeasurement } from '../creation/sources/measure-size.ts'
import { runPreparation } from '../creation/sources/run-preparation.ts'

/** Measures how long each stage of one run takes, from its progress reports. */
class StageTimer {
  readonly #observer: TaskObserver
  #stage: Step = steps[0]
  #since = performance.now()

  constructor(observer: TaskObserver) {
    this.#observer = observer
  }

  /** Notes that the run is in this stage now. */
  at(stage: Step): void {
    if (stage === this.#stage) return
    this.end()
    this.#stage = stage
    this.#since = performance.now()
  }

  /** Notes that the run has ended, with or without success. */
  end(): void {
    this.#observer.stageEnded(this.#stage, performance.now() - this.#since)
  }
}

/** The dependencies and settings of a worker and its runs. */
export type WorkerDeps = {
  run: RunDeps
  tasks: TaskQueue
  workspaces: Workspaces
  /** Left out: disk space is unlimited. */
  diskSpace?: DiskSpace
  /** Tells other processes about tasks; left out: there are none. */
  messages?: TaskMessages
  log: Log
  observer?: TaskObserver
  /** Left out: runs are not traced. */
  traceRun?: TraceRun | undefined
  leaseMs: number
  /** The classes of tasks to claim; other tasks are left to other processes. Left out: all. */
  claims?: readonly Claim['kind'][]
  /** The cores that imports may use, less those that creations use. Left out: twice the concurrency. */
  importCores?: number
  concurrency: number
}

/** Runs a claimed task as a part of its trace. */
export type TraceRun = (claim: Claim, run: () => Promise<void>) => Promise<void>

/** A run counts as one turn of its client for each of these, so that turns share out time and not tasks. */
const turnMs = 10_000

/** One run of a claimed task, from its start until the task is done, failed, released or lost. */
export class ClaimRun {
  readonly claim: Claim
  /** Resolves at its end; never rejects: no failure of a task stops the worker. */
  readonly ended: Promise<void>
  readonly #deps: WorkerDeps
  readonly #observer: TaskObserver
  readonly #log: Log
  readonly #stop = new AbortController()
  readonly #lose = new AbortController()
  /** Missing until it has begun, and for a task that is not run any more. */
  #renewer: LeaseRenewer | undefined

  /** Starts the run. */
  constructor(deps: WorkerDeps, claim: Claim) {
    this.claim = claim
    this.#deps = deps
    this.#observer = observerOf(claim, deps.observer ?? noObserver)
    this.#log = deps.log.child({ task: claim.id, kind: claim.kind, attempt: claim.attempt })
    this.#tell('moved')
    const { traceRun = (_claim, run) => run() } = deps
    this.ended = traceRun(claim, () => this.#run())
  }

  get isStopping(): boolean {
    return this.#stop.signal.aborted
  }

  /** Ends it soon and releases the task, for another worker or a later time. */
  stop(): void {
    this.#stop.abort()
  }

  /** Ends it soon: the task is not this claim's any more. */
  lose(): void {
    this.#lose.abort()
  }

  /** Looks at once whether the task is still this claim's. */
  checkLease(): void {
    this.#renewer?.check()
  }

  async #run(): Promise<void> {
    const { tasks, leaseMs } = this.#deps
    try {
      if (this.claim.attempt > maxAttempts) {
        await this.#fail(diedTooOften)
        return
      }
      const onWritten = () => this.#tell('moved')
      const renewer = new LeaseRenewer(tasks, this.claim, { leaseMs, log: this.#log, onWritten })
      this.#renewer = renewer
      try {
        await this.#runToItsEnd(renewer)
      } finally {
        await renewer.stop()
      }
    } catch (error) {
      // The lease runs out by itself, so the task is not lost.
      this.#log.error({ err: error }, 'could not end a task')
    }
  }

  async #runToItsEnd(renewer: LeaseRenewer): Promise<void> {
    const lost = AbortSignal.any([this.#lose.signal, renewer.lost])
    const signal = AbortSignal.any([this.#stop.signal, lost])
    const stages = new StageTimer(this.#observer)
    const onProgress = (progress: Progress) => {
      stages.at(progress.step)
      renewer.report(progress)
    }
    const since = performance.now()
    try {
      const { run } = this.#deps
      const context = { signal, onProgress, log: this.#log }
      const isDone = await runClaim(run, this.claim, this.#deps, context).finally(() => stages.end())
      this.#log.info({ isDone }, isDone ? 'task done' : 'claim lost before the end')
      if (isDone) await this.#succeed()
      else await this.#noteLost()
    } catch (error) {
      if (lost.aborted) {
        this.#log.info('claim lost while working')
        await this.#noteLost()
      } else if (this.isStopping) {
        if (await this.#release({ delayMs: 0, failed: false })) this.#observer.triedAgain('stopping')
        this.#log.info('task released')
      } else {
        await this.#retryOrFail(error)
      }
    } finally {
      await this.#penalize(performance.now() - since)
    }
  }

  async #succeed(): Promise<void> {
    this.#observer.ended('done')
    this.#tell('ended')
    // Its derivations wait now, which others may make.
    if (isOfGif(this.claim.kind)) this.#deps.messages?.added()
    await this.#dropInputs()
  }

  async #penalize(tookMs: number): Promise<void> {
    const rounds = Math.floor(tookMs / turnMs)
    if (rounds === 0) return
    await this.#deps.tasks.claims.penalize(this.claim, rounds).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not penalize a client for its time')
    })
  }

  async #retryOrFail(error: unknown): Promise<void> {
    // The next change of the form has it measured again.
    const failures = this.claim.kind === 'measurement' ? Infinity : this.claim.failures + 1
    const decision = decideRetry(error, failures)
    this.#log.warn({ err: error, decision: decision.kind }, `${workOf(this.claim.kind)} failed`)
    if (decision.kind === 'end') {
      await this.#keepForRetry(decision.error)
      await this.#fail(decision.error)
      return
    }
    const { delayMs, code } = decision
    if (await this.#release({ delayMs, failed: true })) this.#observer.triedAgain(code)
  }

  /** It waits again, for any worker that is free; false where the claim was lost. */
  async #release(options: { delayMs: number; failed: boolean }): Promise<boolean> {
    const isReleased = await this.#deps.tasks.claims.releaseTask(this.claim, options)
    if (!isReleased) return false
    this.#tell('moved')
    if (options.delayMs === 0) this.#deps.messages?.added()
    return true
  }

  async #fail(error: ErrorView): Promise<void> {
    if (!(await this.#deps.tasks.claims.fail(this.claim, error))) return
    this.#observer.ended('error', error.code)
    this.#tell('ended')
    await this.#dropInputs(error)
  }

  /** What was sent is kept for its owner; where that fails, it has to be sent again. */
  async #keepForRetry(error: ErrorView): Promise<void> {
    if (!('request' in this.claim)) return
    const { run, workspaces } = this.#deps
    const workspace = await workspaces.make()
    try {
      await keepForRetry(run, this.claim, error, workspace)
    } catch (cause) {
      this.#log.warn({ err: cause }, 'could not keep the source of a failed task')
    } finally {
      await workspaces.remove(workspace)
    }
  }

  /** Drops what a task that has ended was made from, unless it is kept for a retry. */
  async #dropInputs(error?: ErrorView): Promise<void> {
    const { claim } = this
    const { mediaStore } = this.#deps.run
    if (isOfGif(claim.kind)) await dropUploads(mediaStore, claim.id, error)
    else if (claim.kind === 'measurement') await dropUploads(mediaStore, claim.id)
    else if (claim.kind === 'derivation' && claim.source !== null) await dropSource(mediaStore, claim.mediaId)
  }

  /** Another claim has the task now, or it was canceled, or is gone with its account. */
  async #noteLost(): Promise<void> {
    if (!isOfGif(this.claim.kind)) return
    const task = await this.#deps.tasks.submissions.view(this.claim.id)
    if (task?.status !== 'error') this.#observer.triedAgain('claim_lost')
    else if (task.error.code === 'cancelled') this.#observer.ended('cancelled')
  }

  #tell(event: TaskEvent): void {
    if (isOfGif(this.claim.kind)) this.#deps.messages?.tell(this.claim.id, event)
  }
}

/** Of a task that nobody waits for, only its end is observed. */
function observerOf({ kind }: Claim, observer: TaskObserver): TaskObserver {
  if (kind === 'creation') return observer
  return {
    ...noObserver,
    ended: (outcome, reason) => {
      if (outcome === 'cancelled') return
      if (kind === 'import') observer.importEnded(outcome, reason)
      else if (kind === 'derivation') observer.derivationEnded(outcome, reason)
    },
  }
}

/** Runs a claimed task once, in a workspace of its own. Returns and throws as the function for its class does. */
export async function runClaim(
  run: RunDeps,
  claim: Claim,
  {
    workspaces,
    diskSpace = unlimitedDiskSpace,
  }: { workspaces: Workspaces; diskSpace?: DiskSpace | undefined },
  context: Omit<RunContext, 'workspace' | 'space'> & { log: Log },
): Promise<boolean> {
  const space = diskSpace.openJob()
  try {
    const workspace = await workspaces.make()
    try {
      const signal = AbortSignal.any([context.signal, space.signal])
      const whole = { ...context, signal, workspace, space }
      if (claim.kind === 'derivation') return await runDerivation(run, claim, whole)
      if ('request' in claim) return await runCreation(run, claim, whole)
      if (claim.kind === 'measurement') return await runMeasurement(run, claim, whole)
      return await runPreparation(run, claim, whole)
    } finally {
      await workspaces.remove(workspace)
    }
  } finally {
    space.release()
  }
}
