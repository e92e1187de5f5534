import { AppError } from '../../lib/app-error.ts'
import { releaseBytes } from '../../lib/release-bytes.ts'
import type { IncomingMessage } from 'node:http'

/** The minimum rate at which a client must send a body. */
export type MinDataRate = {
  /** The longest time without a byte. */
  idleMs: number
  /** Time before the average counts. */
  graceMs: number
  minBytesPerSecond: number
}

export const minDataRate: MinDataRate = { idleMs: 30_000, graceMs: 30_000, minBytesPerSecond: 1024 }

/** Below this rate, the largest body would exceed the time limit of a request anyway. */
const minBytesPerSecondUnderLoad = 16 * 1024

/** A rate that is raised for all bodies being received while `isUnderLoad` returns true. */
export function raiseUnderLoad(rate: MinDataRate, isUnderLoad: () => boolean): MinDataRate {
  return {
    ...rate,
    get minBytesPerSecond() {
      return isUnderLoad()
        ? Math.max(rate.minBytesPerSecond, minBytesPerSecondUnderLoad)
        : rate.minBytesPerSecond
    },
  }
}

/**
 * Measures the rate at which a client sends a body. Only the time spent waiting for the client counts, not the server's
 * own processing time.
 */
export class DataRateMonitor {
  readonly #rate: MinDataRate
  readonly #onTooSlow: (error: AppError) => void
  #hasReported = false
  #bytes = 0
  #waitedMs = 0
  #waitingSince = 0
  #timer: NodeJS.Timeout | undefined

  /** Calls `onTooSlow` with AppError too_slow, at most once. */
  constructor(rate: MinDataRate, onTooSlow: (error: AppError) => void) {
    this.#rate = rate
    this.#onTooSlow = onTooSlow
  }

  /** Starts to wait for the client. */
  wait(): void {
    if (this.#hasReported) return
    this.#waitingSince = performance.now()
    this.#timer = setTimeout(() => this.#report(), this.#rate.idleMs)
  }

  /** Counts bytes received from the client. */
  received(bytes: number): void {
    this.end()
    const { graceMs, minBytesPerSecond } = this.#rate
    this.#bytes += bytes
    this.#waitedMs += performance.now() - this.#waitingSince
    if (this.#waitedMs > graceMs + (this.#bytes / minBytesPerSecond) * 1000) this.#report()
  }

  end(): void {
    clearTimeout(this.#timer)
  }

  #report(): void {
    this.end()
    if (this.#hasReported) return
    this.#hasReported = true
    this.#onTooSlow(tooSlow())
  }
}

function tooSlow(): AppError {
  return new AppError(
    'too_slow',
    'The body of the request came too slowly; check the connection and try again.',
  )
}

/**
 * Passes the body to `handle` chunk by chunk, each after the previous one was handled; chunks can be modified but not
 * kept. Rejects with the errors of `handle`, with AppError too_slow, or if the connection ends before the body; the
 * request is left paused, not destroyed, so that it can still be answered.
 */
export async function receiveBody(
  request: IncomingMessage,
  handle: (chunk: Buffer) => Promise<void>,
  rate: MinDataRate,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let handled = Promise.resolve()
  const monitor = new DataRateMonitor(rate, reject)
  // Not `for await`: an iterator concatenates buffered chunks, which copies all of them.
  const onData = (chunk: Buffer) => {
    request.pause()
    monitor.received(chunk.length)
    handled = handleAndRelease(chunk)
    handled.catch(reject)
  }
  const handleAndRelease = async (chunk: Buffer) => {
    await handle(chunk)
    releaseBytes(chunk)
    monitor.wait()
    request.resume()
  }
  const onEnd = () => resolve(handled)
  const onClose = () => reject(new Error('the connection ended before the body did'))
  request.on('data', onData).on('end', onEnd).on('error', onClose).on('close', onClose)
  monitor.wait()
  try {
    await promise
  } finally {
    monitor.end()
    request.off('data', onData).off('end', onEnd).off('error', onClose).off('close', onClose).pause()
    await Promise.allSettled([handled])
    monitor.end()
  }
}
