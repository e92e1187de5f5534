import type { Log } from '../../lib/log/log.ts'

/** Does a little of what the service must be able to do; throws, or rejects, when it cannot. */
export type Check = () => Promise<void>

/** Strangers may ask as often as they like: nothing is tried more often than this. */
const holdsForMs = 1000
const maxCheckMs = 2000

/** Whether the service can do its work, tried for real, each check by itself and bounded in time. */
export class Readiness {
  readonly names: readonly string[]
  readonly #checks: { name: string; check: Check; running: Promise<unknown> | undefined }[]
  readonly #log: Pick<Log, 'info' | 'warn'>
  readonly #failing = new Set<string>()
  readonly #now: () => number
  #isStopping = false
  #looking: Promise<void> | undefined
  #lookedAt = -Infinity

  /** `now` is a clock in milliseconds that never jumps. */
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

  /** From now on the service is not ready, since it stops. */
  stop(): void {
    this.#isStopping = true
  }

  /** The names of the checks that fail; none when the service is ready. Never rejects. */
  async failing(): Promise<string[]> {
    if (this.#isStopping) return ['stopping']
    if (this.#now() - this.#lookedAt >= holdsForMs) {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined
      })
      await this.#looking
    }
    return this.names.filter((name) => this.#failing.has(name))
  }

  async #look(): Promise<void> {
    await Promise.all(
      this.#checks.map(async (one) => {
        // One that hangs is not started again on top of itself.
        const isHanging = one.running !== undefined
        one.running ??= Promise.try(one.check).finally(() => {
          one.running = undefined
        })
        const outcome = isHanging ? late() : within(one.running, maxCheckMs)
        await outcome.then(
          () => this.#note(one.name, null),
          (error: unknown) => this.#note(one.name, { error }),
        )
      }),
    )
    this.#lookedAt = this.#now()
  }

  /** The log says what changed, with the reason; whoever asks is told the name only. */
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

async function late(): Promise<void> {
  throw new Error('still not done since the last time')
}
