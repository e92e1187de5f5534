import type { Claim } from '../creation/task.ts'
import { randomId } from '../lib/ids.ts'
import { everything, yielding } from './claim-kinds.ts'
import { ClaimRun, type WorkerDeps } from './claim-run.ts'
import { type TaskObserver, noObserver } from './task-observer.ts'

/** Another process may add tasks, and its message may be lost. */
const pollMs = 2_000

/** The interval at which running imports check whether creations of other processes need their room. */
const importPollMs = 250

/** Claims tasks and runs them, `concurrency` at a time, until it is stopped. */
export class Worker {
  readonly #deps: WorkerDeps
  readonly #observer: TaskObserver
  readonly #name = randomId(10)
  readonly #running = new Set<ClaimRun>()
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

  /** Stops a canceled task now if it runs here, instead of at the next renewal. */
  canceled(taskId: string): void {
    for (const run of this.#running) if (run.claim.id === taskId) run.lose()
  }

  /** Checks at once whether tasks that run here were canceled: messages may have been missed. */
  checkLeases(): void {
    for (const run of this.#running) run.checkLease()
  }

  /** Claims no more tasks; waits for the running ones, and after `drainMs` releases those that are not done. */
  async stop(drainMs: number): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#filling
    const drained = Promise.all([...this.#running].map(({ ended }) => ended))
    const abort = setTimeout(() => {
      for (const run of this.#running) run.stop()
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
    // Ended tasks wake the worker, and so do creations that this process accepts.
    if (this.#gifRuns >= concurrency) return mostMs
    // An import that is due may lack room.
    const kinds = claims.filter((kind) => kind !== 'import')
    return Math.min(mostMs, (await tasks.claims.nextDueInMs(kinds)) ?? mostMs)
  }

  /**
   * Claims the next task. If all places are taken, a creation takes the place of another task; longer previews,
   * measurements, imports and then derivations take the free ones. The first preview of a source, which a person waits
   * for, has its own places: its decoding still takes turns with creations in the media engine.
   */
  async #claim(): Promise<Claim | undefined> {
    const { tasks, concurrency, leaseMs, claims = everything } = this.#deps
    const others = yielding.flatMap((kind) => this.#runningOf(kind))
    // A clock that was set forward ends every lease; exclude the tasks that run here.
    const here = [...this.#running].map(({ claim }) => claim.id)
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
      if (this.#gifRuns >= concurrency) others.at(-1)?.stop()
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

  /** Releases the newest imports if creations are waiting for their room, also creations of other processes. */
  async #yieldImports(): Promise<void> {
    const imports = this.#runningOf('import').filter(({ isStopping }) => !isStopping)
    if (imports.length === 0) return
    const room = await this.#deps.tasks.claims.importRoom(this.#importCores)
    if (room >= 0) return
    for (const run of imports.slice(room)) run.stop()
  }

  get #importCores(): number {
    return this.#deps.importCores ?? 2 * this.#deps.concurrency
  }

  /** The number of taken places that creations share with other tasks. */
  get #gifRuns(): number {
    return this.#running.size - this.#runningOf('preparation').length
  }

  /** The tasks of a class that run here, oldest first. */
  #runningOf(kind: Claim['kind']): ClaimRun[] {
    return [...this.#running].filter(({ claim }) => claim.kind === kind)
  }

  #lookAgainIn(delayMs: number): void {
    if (this.#stopping) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), Math.max(delayMs, 20))
  }

  #start(claim: Claim): void {
    const run = new ClaimRun(this.#deps, claim)
    this.#running.add(run)
    void run.ended.finally(() => {
      this.#running.delete(run)
      this.wake()
    })
  }
}
