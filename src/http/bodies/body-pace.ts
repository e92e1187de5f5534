import { AppError } from '../../lib/app-error.ts'

/** How slowly a body may come. */
export type BodyPace = {
  /** Without any byte. */
  idleMs: number
  /** Before the average counts. */
  graceMs: number
  minBytesPerSecond: number
}

export const bodyPace: BodyPace = { idleMs: 30_000, graceMs: 30_000, minBytesPerSecond: 1024 }

/**
 * Watches how a body comes. Only the time that the client is waited for counts, not what the server needs to deal
 * with what came.
 */
export class PaceWatch {
  readonly #pace: BodyPace
  readonly #onTooSlow: (error: AppError) => void
  #bytes = 0
  #waitedMs = 0
  #waitsSince = 0
  #timer: NodeJS.Timeout | undefined

  /** `onTooSlow` is told AppError too_slow, at most once; then the watch has ended. */
  constructor(pace: BodyPace, onTooSlow: (error: AppError) => void) {
    this.#pace = pace
    this.#onTooSlow = onTooSlow
  }

  /** The client is waited for from now on. */
  wait(): void {
    this.#waitsSince = performance.now()
    this.#timer = setTimeout(() => this.#onTooSlow(tooSlow()), this.#pace.idleMs)
  }

  /** The client brought so many bytes. */
  came(bytes: number): void {
    this.end()
    const { graceMs, minBytesPerSecond } = this.#pace
    this.#bytes += bytes
    this.#waitedMs += performance.now() - this.#waitsSince
    if (this.#waitedMs > graceMs + (this.#bytes / minBytesPerSecond) * 1000) this.#onTooSlow(tooSlow())
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

function tooSlow(): AppError {
  return new AppError(
    'too_slow',
    'The body of the request came too slowly; check the connection and try again.',
  )
}
