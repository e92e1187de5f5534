import type { Log } from '../../lib/log/log.ts'

/** Tries something that the service must be able to do; throws or rejects when it cannot. */
export type Check = () => Promise<void>

/** Clients may ask as often as they like: checks run no more often than this. */
const maxAgeMs = 1000
const maxCheckMs = 2000

/** Whether the service can work, by checks that try it, each with its own timeout. */
export class Readiness {
  readonly names: readonly string[]
  readonly #checks: { name: string; check: Check; running: Promise<unknown> | undefined }[]
  readonly #log: Pick<Log, 'info' | 'warn'>
  readonly #failing = new Set<string>()
  readonly #now: () => number
  #isStopping = false
  #running: Promise<void> | undefined
  #ranAt = -Infinity

  /** `now` is a monotonic clock in milliseconds. */
  constructor(
    checks: Record<string, Check>,
    log: Pick<Log, 'info' | 'warn'>,
    now: () => number = () => performance.now(),
  ) {
    this.names = Object.keys(checks)
    this.#checks = Object.entries(checks).map(([name, check]) => ({ name, check, running: undefined }))
    this.#log = log
    this.#now = now
  }

  /** Makes the service not ready, because it stops. */
  stop(): void {
    this.#isStopping = true
  }

  /** The names of the checks that fail; none when the service is ready. Never rejects. */
  async failing(): Promise<string[]> {
    if (this.#isStopping) return ['stopping']
    if (this.#now() - this.#ranAt >= maxAgeMs) {
      this.#running ??= this.#runChecks().finally(() => {
        this.#running = undefined
      })
      await this.#running
    }
    return this.names.filter((name) => this.#failing.has(name))
  }

  async #runChecks(): Promise<void> {
    await Promise.all(
      this.#checks.map(async (one) => {
        // A check that hangs is not started a second time.
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

  /** Logs changes with their reasons; clients only see the names of failing checks. */
  #note(check: string, failure: { error: unknown } | null): void {
    if (failure === null) {
      if (this.#failing.delete(check)) this.#log.info({ check }, 'ready again')
    } else if (!this.#failing.has(check)) {
      this.#failing.add(check)
      this.#log.warn({ check, err: failure.error }, 'not ready')
    }
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
