import { noSpace } from '../lib/disk/disk-faults.ts'

/** The maximum wait of a job for space that others hold, before it is refused. */
const defaultMaxWaitMs = 30_000
/** The interval at which the free space is checked while a job runs. */
const checkIntervalMs = 100

export type DiskSpaceOptions = {
  /** The free space on the disk of the temporary files. */
  freeBytes: () => Promise<number>
  /** Bytes that always stay free. */
  minFreeBytes: number
  /** The most that may be reserved together; by default only the disk limits it. */
  maxReservedBytes?: number
  maxWaitMs?: number
}

/** The space of one job, which may reserve more as long as it runs. */
export type JobSpace = {
  /** Aborted, with the error for the job, when the disk runs short and this job holds the most space. */
  readonly signal: AbortSignal
  /**
   * Resolves when this many more bytes may be written. Waits a limited time for space that other jobs hold. Throws
   * AppError unavailable, with the reason no_space, and the signal's reason.
   */
  reserve(bytes: number, signal: AbortSignal): Promise<void>
  /** Reserves without waiting. */
  reserveNow(bytes: number): Promise<void>
  /** Notes that all reserved bytes are written, so that the disk's free space includes them now. */
  markWritten(): void
  /** Releases all space. Call it when the job's files are removed. */
  release(): void
}

type Holder = {
  /** All reserved bytes, written or not. */
  reservedBytes: number
  /** The reserved bytes that are not written yet. */
  unwrittenBytes: number
  /** Aborts the job; null for an upload, which cannot be aborted. */
  stop: AbortController | null
}

type Request = {
  holder: Holder
  bytes: number
  /** The deadline by performance.now(). */
  waitsUntil: number
  grant: () => void
  refuse: (reason: unknown) => void
}

/**
 * Manages the disk space for temporary files: the free space, minus `minFreeBytes` and the space that others have
 * reserved but not written yet, and at most `maxReservedBytes` in total. Jobs wait for their turn. If estimates were
 * wrong, or other programs fill the disk, the job that holds the most space is aborted before the disk is full.
 */
export class DiskSpace {
  readonly #freeBytes: () => Promise<number>
  readonly #minFreeBytes: number
  readonly #maxReservedBytes: number
  readonly #maxWaitMs: number
  readonly #holders = new Set<Holder>()
  readonly #requests = new Set<Request>()
  #timer: NodeJS.Timeout | undefined
  #isChecking = false
  #checksAgain = false

  constructor({
    freeBytes,
    minFreeBytes,
    maxReservedBytes = Infinity,
    maxWaitMs = defaultMaxWaitMs,
  }: DiskSpaceOptions) {
    this.#freeBytes = freeBytes
    this.#minFreeBytes = minFreeBytes
    this.#maxReservedBytes = maxReservedBytes
    this.#maxWaitMs = maxWaitMs
  }

  /** The reserved bytes of all jobs and uploads. */
  get reservedBytes(): number {
    return sum(this.#holders, ({ reservedBytes }) => reservedBytes)
  }

  /** Reserves space for an upload without waiting; returns a function that releases it. Throws AppError unavailable. */
  async reserve(bytes: number): Promise<() => void> {
    const holder: Holder = { reservedBytes: 0, unwrittenBytes: 0, stop: null }
    this.#holders.add(holder)
    try {
      await this.#request(holder, bytes, null)
    } catch (error) {
      this.#release(holder)
      throw error
    }
    return () => this.#release(holder)
  }

  /** Registers a job, which holds no space yet. */
  openJob(): JobSpace {
    const stop = new AbortController()
    const holder: Holder = { reservedBytes: 0, unwrittenBytes: 0, stop }
    this.#holders.add(holder)
    this.#timer ??= setInterval(() => this.#check(), checkIntervalMs)
    return {
      signal: stop.signal,
      reserve: (bytes, signal) => this.#request(holder, bytes, signal),
      reserveNow: (bytes) => this.#request(holder, bytes, null),
      markWritten: () => {
        holder.unwrittenBytes = 0
      },
      release: () => this.#release(holder),
    }
  }

  async #request(holder: Holder, bytes: number, signal: AbortSignal | null): Promise<void> {
    signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waitsUntil = signal === null ? -Infinity : performance.now() + this.#maxWaitMs
    const request: Request = { holder, bytes, waitsUntil, grant: resolve, refuse: reject }
    const abort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort)
    this.#requests.add(request)
    this.#check()
    try {
      await promise
    } finally {
      this.#requests.delete(request)
      signal?.removeEventListener('abort', abort)
    }
  }

  #release(holder: Holder): void {
    this.#holders.delete(holder)
    if ([...this.#holders].some(({ stop }) => stop !== null)) {
      this.#check()
      return
    }
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Checks the free space. One check at a time: concurrent ones would grant the same space twice. */
  #check(): void {
    this.#checksAgain = this.#isChecking
    if (this.#isChecking) return
    this.#isChecking = true
    void this.#checkNow().finally(() => {
      this.#isChecking = false
      if (this.#checksAgain) this.#check()
    })
  }

  async #checkNow(): Promise<void> {
    // Read before the free space: bytes written in between are then counted twice instead of not at all.
    const unwritten = sum(this.#holders, ({ unwrittenBytes }) => unwrittenBytes)
    try {
      const free = await this.#freeBytes()
      const onDisk = free - unwritten - this.#minFreeBytes
      this.#grantRequests(Math.min(onDisk, this.#maxReservedBytes - this.reservedBytes))
      if (free < this.#minFreeBytes) this.#stopLargest()
    } catch (error) {
      for (const { refuse } of this.#requests) refuse(error)
    }
  }

  /** Grants requests in order of arrival; a request that fits overtakes those that have to wait. */
  #grantRequests(availableBytes: number): void {
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

  /**
   * Returns true if another holder has space and is not itself waiting: holders that wait for each other would
   * deadlock.
   */
  #othersWillRelease(holder: Holder): boolean {
    const waiting = new Set([...this.#requests].map((request) => request.holder))
    return [...this.#holders].some(
      (other) => other !== holder && other.reservedBytes > 0 && !waiting.has(other),
    )
  }

  /** Aborts one job at a time: the space that it releases may be enough. */
  #stopLargest(): void {
    const jobs = [...this.#holders].filter(({ stop, reservedBytes }) => stop !== null && reservedBytes > 0)
    if (jobs.some(({ stop }) => stop?.signal.aborted)) return
    const [largest] = jobs.toSorted((one, other) => other.reservedBytes - one.reservedBytes)
    largest?.stop?.abort(noSpace())
  }
}

/** Grants every request, where disk space is not managed. */
export const unlimitedDiskSpace = new DiskSpace({
  freeBytes: () => Promise.resolve(Infinity),
  minFreeBytes: 0,
})

function sum(holders: Iterable<Holder>, bytesOf: (holder: Holder) => number): number {
  let bytes = 0
  for (const holder of holders) bytes += bytesOf(holder)
  return bytes
}
