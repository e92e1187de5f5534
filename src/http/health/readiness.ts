import type { Log } from '../../lib/log/log.ts'

/** Tries something that the service must be able to do; throws or rejects if it fails. */
export type Check = () => Promise<void>

/** Checks run no more often than this, however often clients ask. */
const maxAgeMs = 1000
const maxCheckMs = 2000

/** Returns true if the service still answers requests despite this fault. */
export type ToleratesFault = (check: string, fault: unknown) => boolean

export type Health = {
  /** False if requests should go elsewhere. */
  isReady: boolean
  /** The names of the failing checks, in their given order. */
  failing: string[]
}

/** Determines whether the service works, with checks that have their own timeouts. */
export class Readiness {
  readonly names: readonly string[]
  readonly #checks: { name: string; check: Check; running: Promise<unknown> | undefined }[]
  readonly #log: Log
  /** The failing checks, and whether each fault is tolerated. */
  readonly #failing = new Map<string, boolean>()
  readonly #now: () => number
  readonly #toleratesFault: ToleratesFault
  #isStopping = false
  #running: Promise<void> | undefined
  #ranAt = -Infinity

  /** `now` is a monotonic clock in milliseconds. By default, no fault is tolerated. */
  constructor(
    checks: Record<string, Check>,
    log: Log,
    now: () => number = () => performance.now(),
    toleratesFault: ToleratesFault = () => false,
  ) {
    this.names = Object.keys(checks)
    this.#checks = Object.entries(checks).map(([name, check]) => ({ name, check, running: undefined }))
    this.#log = log
    this.#now = now
    this.#toleratesFault = toleratesFault
  }

  /** Makes the service not ready because it is stopping. */
  stop(): void {
    this.#isStopping = true
  }

  /** Runs the checks, unless they have just run. Never rejects. */
  async health(): Promise<Health> {
    if (this.#isStopping) return { isReady: false, failing: ['stopping'] }
    if (this.#now() - this.#ranAt >= maxAgeMs) {
      this.#running ??= this.#runChecks().finally(() => {
        this.#running = undefined
      })
      await this.#running
    }
    const isReady = [...this.#failing.values()].every((isTolerated) => isTolerated)
    return { isReady, failing: this.names.filter((name) => this.#failing.has(name)) }
  }

  /** The names of the failing checks. Never rejects. */
  async failing(): Promise<string[]> {
    return (await this.health()).failing
  }

  async #runChecks(): Promise<void> {
    await Promise.all(
      this.#checks.map(async (one) => {
        // A hanging check is not started again.
        const isHanging = one.running !== undefined
        one.running ??= Promise.try(one.check).finally(() => {
          one.running = undefined
        })
        const outcome = isHanging ? stillRunning() : within(one.running, maxCheckMs)
        await outcome.then(
          () => this.#note(one.name, null),
          (error: unknown) => this.#note(one.name, { error }),
        )
      }),
    )
    this.#ranAt = this.#now()
  }

  /** Logs changes with their reasons; clients see only the names of failing checks. */
  #note(check: string, failure: { error: unknown } | null): void {
    if (failure === null) {
      if (this.#failing.delete(check)) this.#log.info({ check }, 'ready again')
      return
    }
    const isTolerated = this.#toleratesFault(check, failure.error)
    const before = this.#failing.get(check)
    this.#failing.set(check, isTolerated)
    if (before !== isTolerated)
      this.#log.warn({ check, err: failure.error }, isTolerated ? 'degraded' : 'not ready')
  }
}

async function within(work: Promise<unknown>, maxMs: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(() => reject(new Error(`not done in ${maxMs} ms`)), maxMs)
  work.then(() => resolve(), reject)
  await promise.finally(() => clearTimeout(timer))
}

async function stillRunning(): Promise<void> {
  throw new Error('still not done since the last time')
}
