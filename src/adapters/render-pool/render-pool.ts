import { stat } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log/log.ts'
import type { SandboxMode } from '../../lib/sandbox/sandbox.ts'
import {
  type CreationPlan,
  type DerivedFiles,
  type DerivePlan,
  inputsOf,
  type MeasuredGif,
  type MediaEngine,
  type MediaLimits,
  type MediaPlan,
  type PreparationPlan,
  type Previewed,
  type Rendered,
  type RenderOptions,
  type RenderPlan,
  type RenderSpace,
} from '../../media/media-engine.ts'
import { chooseDecoder, type Decoder } from './choose-decoder.ts'
import { findIsolation, type Isolation } from './isolation.ts'
import { maxRenditionBytes } from '../../media/rendition.ts'
import { type Outcome, RenderProcess } from './render-process.ts'
import { makeFolder } from '../../lib/disk/folders.ts'

/** A time limit that can be paused. When the time is over, its signal is aborted with `reason`. */
export class Deadline {
  readonly #end = new AbortController()
  readonly #reason: unknown
  #leftMs: number
  #since = 0
  #timer: NodeJS.Timeout | undefined
  #isOver = false

  constructor(ms: number, reason: unknown) {
    this.#leftMs = ms
    this.#reason = reason
    this.resume()
  }

  get signal(): AbortSignal {
    return this.#end.signal
  }

  pause(): void {
    clearTimeout(this.#timer)
    this.#leftMs -= performance.now() - this.#since
  }

  resume(): void {
    if (this.#isOver) return
    this.#since = performance.now()
    this.#timer = setTimeout(() => this.#end.abort(this.#reason), Math.max(0, this.#leftMs))
  }

  /** Call this when the work has ended. */
  clear(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }
}

export type RenderPoolOptions = {
  limits: MediaLimits
  /** The maximum number of simultaneous jobs, each in its own process. */
  concurrency: number
  /** The folders with ffmpeg, in the form of PATH. */
  searchPath: string
  /** The sandbox mode of its processes. */
  sandbox: SandboxMode
  /** The parent of each process's own folder, on the file system of the jobs' folders. Created if missing. */
  folder: string
  /** The maximum memory of one process. */
  maxDataBytes: number
  log: Log
  /** Called for each process that starts, crashes or is killed after its deadline. */
  onProcess?: (event: 'started' | 'crashed' | 'timed_out') => void
  /** Called when a decoder crashed or the service was at fault, not the file. */
  onFault?: () => void
}

/** The number of crashes on one file, each in a new process, after which the file is considered the cause. */
const maxCrashes = 2

/** The number of jobs after which a process is replaced, which bounds memory leaks in libraries. */
const maxJobsPerProcess = 50

/**
 * The maximum number of waiting replacements: as many as ran, except for pictures, which are rarer and begin 0.2 s
 * later.
 */
const maxWarm: Record<Decoder, number> = { ffmpeg: Infinity, sharp: 1 }

/**
 * The processor time per second of a job's time limit: several threads run in a process, and the pool itself enforces
 * the wall clock.
 */
const cpuShare = 2

/** The MediaEngine in separate processes: kept warm between jobs, killed when a job hangs, replaced after they die. */
export class RenderPool implements MediaEngine {
  readonly #options: RenderPoolOptions
  /** Processes waiting for a job, some of them still starting. */
  readonly #idle: Record<Decoder, Promise<RenderProcess>[]> = { ffmpeg: [], sharp: [] }
  readonly #all = new Set<RenderProcess>()
  readonly #waiting: (() => void)[] = []
  #isolation: Isolation | undefined
  #running = 0
  #isClosed = false

  constructor(options: RenderPoolOptions) {
    this.#options = options
  }

  /**
   * Determines once which isolation works here; otherwise render() does. Throws an Error with a sentence for the
   * operator if a required sandbox does not work.
   */
  async prepare(): Promise<Pick<Isolation, 'level' | 'describe'>> {
    const { folder, sandbox, searchPath, limits, maxDataBytes } = this.#options
    const maxFileBytes = Math.max(maxRenditionBytes, limits.maxFrameBytes)
    await makeFolder(folder)
    const maxCpuSeconds = limits.timeoutSeconds * cpuShare * maxJobsPerProcess
    return (this.#isolation ??= await findIsolation(
      { sandbox, searchPath, maxCpuSeconds, maxDataBytes, maxFileBytes },
      folder,
    ))
  }

  async render(plan: CreationPlan, folder: string, options: RenderOptions): Promise<Rendered> {
    const { result, files } = await this.#run(plan, folder, options)
    if (result.type !== 'done') throw new Error('unreachable: the replies of a job are checked')
    const { look, ...made } = result.made
    return {
      ...made,
      look: look === null ? null : Buffer.from(look, 'base64'),
      files: files as Rendered['files'],
    }
  }

  async derive(plan: DerivePlan, folder: string, options: RenderOptions): Promise<DerivedFiles> {
    return (await this.#run(plan, folder, options)).files
  }

  async look(
    plan: Pick<DerivePlan, 'from' | 'gif'>,
    folder: string,
    options: RenderOptions,
  ): Promise<Uint8Array | null> {
    const { result } = await this.#run({ kind: 'derive', ...plan, loops: 0, renditions: [] }, folder, options)
    if (result.type !== 'derived') throw new Error('unreachable: the replies of a job are checked')
    return typeof result.look === 'string' ? Buffer.from(result.look, 'base64') : null
  }

  async preview(plan: PreparationPlan, folder: string, options: RenderOptions): Promise<Previewed> {
    const { preview } = await this.#run(plan, folder, options)
    if (preview === null) throw new Error('unreachable: the replies of a job are checked')
    return preview
  }

  async measure(plan: RenderPlan, folder: string, options: RenderOptions): Promise<MeasuredGif> {
    const { result } = await this.#run({ kind: 'measure', plan }, folder, options)
    if (result.type !== 'measured') throw new Error('unreachable: the replies of a job are checked')
    return result.measured
  }

  async #run(plan: MediaPlan, folder: string, options: RenderOptions): Promise<Outcome> {
    const { signal, space = endlessSpace } = options
    signal.throwIfAborted()
    // The process works on copies.
    await space.reserve(await inputBytes(plan), signal)
    await this.#waitForSlot(signal)
    try {
      if (this.#isClosed) throw closed()
      signal.throwIfAborted()
      return await this.#renderUnlessCrashing(plan, folder, { ...options, space })
    } finally {
      this.#releaseSlot()
    }
  }

  /** The number of processes, running a job or waiting for one. */
  get processes(): number {
    return [...this.#all].filter(({ isAlive }) => isAlive).length
  }

  /** Ends every process; running jobs are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#all].map((process) => process.kill()))
    // Processes that were still starting end themselves.
    await Promise.allSettled([...this.#idle.ffmpeg, ...this.#idle.sharp])
  }

  async #renderUnlessCrashing(
    plan: MediaPlan,
    folder: string,
    options: RenderOptions & { space: RenderSpace },
  ): Promise<Outcome> {
    for (let crashes = 1; ; crashes++) {
      try {
        return await this.#renderNow(plan, folder, options)
      } catch (error) {
        if (!isCrash(error)) throw error
        this.#options.log.warn({ err: error, crashes }, 'A decoder crashed')
        if (crashes >= maxCrashes) throw new AppError(error.code, error.text, { cause: error })
      }
    }
  }

  async #renderNow(
    plan: MediaPlan,
    folder: string,
    { signal, onProgress, space }: RenderOptions & { space: RenderSpace },
  ): Promise<Outcome> {
    const { limits, log } = this.#options
    const decoder = await chooseDecoder(plan)
    const process = await this.#acquire(decoder)
    const isLast = this.#isLastJob(process, decoder)
    const deadline = new Deadline(limits.timeoutSeconds * 1000, timedOut(limits.timeoutSeconds))
    const reserve = async (bytes: number) => {
      deadline.pause()
      await space.reserve(bytes, signal).finally(() => deadline.resume())
    }
    let mustEnd = isLast
    try {
      const outcome = await process.run(
        { plan, folder, limits, isLast, space: { reserve, markWritten: space.markWritten } },
        AbortSignal.any([signal, deadline.signal]),
        onProgress,
      )
      onProgress(1)
      return outcome
    } catch (error) {
      if (this.#isClosed) throw closed()
      if (!signal.aborted && (isCrash(error) || isServiceFault(error))) {
        mustEnd = true
        this.#retireIdle()
        this.#options.onFault?.()
      }
      if (!process.isAlive && !signal.aborted) {
        this.#options.onProcess?.(deadline.signal.aborted ? 'timed_out' : 'crashed')
        log.warn({ err: error }, 'A render process was ended or ended by itself')
      }
      throw error
    } finally {
      deadline.clear()
      await this.#release(process, decoder, mustEnd)
    }
  }

  async #acquire(decoder: Decoder): Promise<RenderProcess> {
    for (;;) {
      const next = this.#idle[decoder].pop()
      if (next === undefined) return this.#start(decoder)
      const process = await next.catch(() => undefined)
      if (process?.isAlive === true) return process
      if (process !== undefined) void this.#end(process)
    }
  }

  async #start(decoder: Decoder): Promise<RenderProcess> {
    await this.prepare()
    if (this.#isolation === undefined) throw new Error('unreachable: prepare() sets it')
    const { searchPath, folder: folders, log } = this.#options
    const process = await RenderProcess.start({
      isolation: this.#isolation,
      decoder,
      folders,
      searchPath,
      log,
    })
    this.#all.add(process)
    this.#options.onProcess?.('started')
    if (!this.#isClosed) return process
    await this.#end(process)
    throw closed()
  }

  /**
   * Returns true if the process must not run another job. Tools that decode a video end with the job, so its process
   * can be reused. Input decoded in the process itself may have affected it, and must not reach the files of the next
   * person.
   */
  #isLastJob(process: RenderProcess, decoder: Decoder): boolean {
    return (
      decoder === 'sharp' || process.jobs + 1 >= maxJobsPerProcess || this.#isolation?.isReusable !== true
    )
  }

  async #release(process: RenderProcess, decoder: Decoder, mustEnd: boolean): Promise<void> {
    const idle = this.#idle[decoder]
    if (process.isAlive && !mustEnd) {
      idle.push(Promise.resolve(process))
      return
    }
    await this.#end(process)
    if (this.#isClosed || idle.length >= maxWarm[decoder]) return
    const fresh = this.#start(decoder)
    // No job waits for it yet. If it fails, the next job starts one and reports the failure.
    fresh.catch(() => undefined)
    idle.push(fresh)
  }

  /**
   * Ends all idle processes, whose view of the machine may contain the cause of a fault, such as files replaced by the
   * host.
   */
  #retireIdle(): void {
    for (const starting of Object.values(this.#idle).flatMap((idle) => idle.splice(0))) {
      starting.then(
        (process) => this.#end(process),
        () => undefined,
      )
    }
  }

  async #end(process: RenderProcess): Promise<void> {
    await process.kill()
    this.#all.delete(process)
  }

  /** Waits for one of the pool's slots, in order of arrival. */
  async #waitForSlot(signal: AbortSignal): Promise<void> {
    if (this.#running < this.#options.concurrency) {
      this.#running += 1
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const place = this.#waiting.indexOf(resolve)
      if (place === -1) return
      this.#waiting.splice(place, 1)
      reject(signal.reason)
    }
    this.#waiting.push(resolve)
    signal.addEventListener('abort', leave)
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  /** Passes the slot to the next in line, or frees it. */
  #releaseSlot(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}

function isCrash(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'media_broken' && error.retry
}

function isServiceFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.code === 'internal'
}

const endlessSpace: RenderSpace = { reserve: async () => {}, markWritten: () => {} }

async function inputBytes(plan: MediaPlan): Promise<number> {
  const files = await Promise.all(inputsOf(plan).map((path) => stat(path)))
  return files.reduce((bytes, { size }) => bytes + size, 0)
}

function timedOut(seconds: number): AppError {
  return new AppError('timed_out', { detail: 'makingTooSlow', seconds })
}

function closed(): AppError {
  return new AppError('unavailable', { detail: 'closingLater' }, { retry: true })
}
