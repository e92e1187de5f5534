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

/** A body as large as they may be that came more slowly would be over the time for a request anyway. */
const minBytesPerSecondInACrowd = 16 * 1024

/** The pace, which is raised for all bodies that are on their way whenever `isCrowded` says so. */
export function pressingPace(pace: BodyPace, isCrowded: () => boolean): BodyPace {
  return {
    ...pace,
    get minBytesPerSecond() {
      return isCrowded()
        ? Math.max(pace.minBytesPerSecond, minBytesPerSecondInACrowd)
        : pace.minBytesPerSecond
    },
  }
}

/**
 * Watches how a body comes. Only the time that the client is waited for counts, not what the server needs to deal
 * with what came.
 */
export class PaceWatch {
  readonly #pace: BodyPace
  readonly #onTooSlow: (error: AppError) => void
  #isTold = false
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
    if (this.#isTold) return
    this.#waitsSince = performance.now()
    this.#timer = setTimeout(() => this.#tell(), this.#pace.idleMs)
  }

  /** The client brought so many bytes. */
  came(bytes: number): void {
    this.end()
    const { graceMs, minBytesPerSecond } = this.#pace
    this.#bytes += bytes
    this.#waitedMs += performance.now() - this.#waitsSince
    if (this.#waitedMs > graceMs + (this.#bytes / minBytesPerSecond) * 1000) this.#tell()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #tell(): void {
    this.end()
    if (this.#isTold) return
    this.#isTold = true
    this.#onTooSlow(tooSlow())
  }
}

function tooSlow(): AppError {
  return new AppError(
    'too_slow',
    'The body of the request came too slowly; check the connection and try again.',
  )
}
