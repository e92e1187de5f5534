import { noSpace } from '../lib/disk/disk-faults.ts'

/** How long a job waits for the space that others hold before it is put off. */
const longestWaitMs = 30_000
/** How often the disk is looked at while a job runs. */
const lookEveryMs = 100

export type DiskSpaceOptions = {
  /** What is free on the disk of the temporary files. */
  freeBytes: () => Promise<number>
  /** What stays free whatever is made. */
  minFreeBytes: number
  maxWaitMs?: number
}

/** The space that one job holds. It may ask for more as long as it runs. */
export type JobSpace = {
  /** Aborted, with the error to end in, when the disk runs short all the same and this job holds the most of it. */
  readonly signal: AbortSignal
  /**
   * Resolves when so many bytes more may be written; waits while other jobs hold what is missing, but not for ever.
   * Throws AppError unavailable, for the reason no_space, and the signal's reason.
   */
  reserve(bytes: number, signal: AbortSignal): Promise<void>
  /** The same without waiting. */
  reserveNow(bytes: number): Promise<void>
  /** All that was reserved so far has been written, so that the disk itself counts it now. */
  markWritten(): void
  /** Gives everything back; to be called when the job's files are gone. */
  release(): void
}

type Holder = {
  /** All that it holds, written or not. */
  reservedBytes: number
  /** What of it may still be written. */
  unwrittenBytes: number
  /** Ends what the space is held for; null where nothing can. */
  stop: AbortController | null
}

type Request = {
  holder: Holder
  bytes: number
  /** When it is refused at the latest, by the clock of `performance`. */
  waitsUntil: number
  grant: () => void
  refuse: (reason: unknown) => void
}

/**
 * Shares out the space for temporary files: what is free, but for what is to stay free and for what others may still
 * write. Jobs wait for their turn. Where estimates were wrong, or others fill the disk, the job that holds the most is
 * ended before the disk is full.
 */
export class DiskSpace {
  readonly #freeBytes: () => Promise<number>
  readonly #minFreeBytes: number
  readonly #maxWaitMs: number
  readonly #holders = new Set<Holder>()
  readonly #requests = new Set<Request>()
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  #looksAgain = false

  constructor({ freeBytes, minFreeBytes, maxWaitMs = longestWaitMs }: DiskSpaceOptions) {
    this.#freeBytes = freeBytes
    this.#minFreeBytes = minFreeBytes
    this.#maxWaitMs = maxWaitMs
  }

  /** What all hold together. */
  get reservedBytes(): number {
    return sum(this.#holders, ({ reservedBytes }) => reservedBytes)
  }

  /** Reserves space for an upload; gives what to call when it is needed no more. Throws AppError unavailable at once. */
  async reserve(bytes: number): Promise<() => void> {
    const holder: Holder = { reservedBytes: 0, unwrittenBytes: 0, stop: null }
    this.#holders.add(holder)
    try {
      await this.#ask(holder, bytes, null)
    } catch (error) {
      this.#release(holder)
      throw error
    }
    return () => this.#release(holder)
  }

  /** Begins to count a job, which holds nothing yet. */
  openJob(): JobSpace {
    const stop = new AbortController()
    const holder: Holder = { reservedBytes: 0, unwrittenBytes: 0, stop }
    this.#holders.add(holder)
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs)
    return {
      signal: stop.signal,
      reserve: (bytes, signal) => this.#ask(holder, bytes, signal),
      reserveNow: (bytes) => this.#ask(holder, bytes, null),
      markWritten: () => {
        holder.unwrittenBytes = 0
      },
      release: () => this.#release(holder),
    }
  }

  async #ask(holder: Holder, bytes: number, signal: AbortSignal | null): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waitsUntil = signal === null ? -Infinity : performance.now() + this.#maxWaitMs
    const request: Request = { holder, bytes, waitsUntil, grant: resolve, refuse: reject }
    const leave = () => reject(signal?.reason)
    signal?.addEventListener('abort', leave)
    this.#requests.add(request)
    this.#look()
    try {
      await promise
    } finally {
      this.#requests.delete(request)
      signal?.removeEventListener('abort', leave)
    }
  }

  #release(holder: Holder): void {
    this.#holders.delete(holder)
    if ([...this.#holders].some(({ stop }) => stop !== null)) {
      this.#look()
      return
    }
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Looks at the disk, one look at a time: two would give the same space away twice. */
  #look(): void {
    this.#looksAgain = this.#isLooking
    if (this.#isLooking) return
    this.#isLooking = true
    void this.#lookNow().finally(() => {
      this.#isLooking = false
      if (this.#looksAgain) this.#look()
    })
  }

  async #lookNow(): Promise<void> {
    // Before the disk is asked: what is written meanwhile is then counted twice, rather than not at all.
    const unwritten = sum(this.#holders, ({ unwrittenBytes }) => unwrittenBytes)
    try {
      const free = await this.#freeBytes()
      this.#answer(free - unwritten - this.#minFreeBytes)
      if (free < this.#minFreeBytes) this.#stopLargest()
    } catch (error) {
      for (const { refuse } of this.#requests) refuse(error)
    }
  }

  /** In the order in which they came; those that fit pass by those that have to wait. */
  #answer(availableBytes: number): void {
    let left = availableBytes
    for (const request of this.#requests) {
      const { holder, bytes } = request
      if (bytes <= left) {
        left -= bytes
        holder.reservedBytes += bytes
        holder.unwrittenBytes += bytes
        request.grant()
      } else if (performance.now() < request.waitsUntil && this.#othersWillRelease(holder)) continue
      else request.refuse(noSpace())
      this.#requests.delete(request)
    }
  }

  /** Whether somebody else holds space who is not waiting for more: two who wait for each other would wait in vain. */
  #othersWillRelease(holder: Holder): boolean {
    const waiting = new Set([...this.#requests].map((request) => request.holder))
    return [...this.#holders].some(
      (other) => other !== holder && other.reservedBytes > 0 && !waiting.has(other),
    )
  }

  /** One at a time: what the one before leaves may be enough. */
  #stopLargest(): void {
    const jobs = [...this.#holders].filter(({ stop, reservedBytes }) => stop !== null && reservedBytes > 0)
    if (jobs.some(({ stop }) => stop?.signal.aborted)) return
    const [largest] = jobs.toSorted((one, other) => other.reservedBytes - one.reservedBytes)
    largest?.stop?.abort(noSpace())
  }
}

/** For whoever has no disk to share. */
export const endlessDisk = new DiskSpace({ freeBytes: () => Promise.resolve(Infinity), minFreeBytes: 0 })

function sum(holders: Iterable<Holder>, bytesOf: (holder: Holder) => number): number {
  let bytes = 0
  for (const holder of holders) bytes += bytesOf(holder)
  return bytes
}
