import { AppError } from '../../lib/app-error.ts'
import type { Log } from '../../lib/log.ts'
import type {
  MediaEngine,
  MediaLimits,
  Rendered,
  RenderOptions,
  RenderPlan,
} from '../../media/media-engine.ts'
import { RenderProcess } from './render-process.ts'

export type RenderPoolOptions = MediaLimits & {
  /** How many jobs run at once, each in a process of its own. */
  concurrency: number
  /** Where ffmpeg is looked for: folders, as in the environment variable PATH. */
  searchPath: string
  log: Pick<Log, 'warn' | 'error'>
}

/** A process is replaced after so many jobs, so that what a library leaks has an end. */
const maxJobsPerProcess = 50

/** The MediaEngine in processes of its own: kept warm between jobs, killed when a job hangs, replaced when one dies. */
export class RenderPool implements MediaEngine {
  readonly #options: RenderPoolOptions
  readonly #idle: RenderProcess[] = []
  readonly #all = new Set<RenderProcess>()
  readonly #waiting: (() => void)[] = []
  #running = 0
  #isClosed = false

  constructor(options: RenderPoolOptions) {
    this.#options = options
  }

  async render(plan: RenderPlan, folder: string, { signal, onProgress }: RenderOptions): Promise<Rendered> {
    signal.throwIfAborted()
    await this.#turn(signal)
    try {
      if (this.#isClosed) throw closed()
      signal.throwIfAborted()
      return await this.#renderNow(plan, folder, { signal, onProgress })
    } finally {
      this.#passOn()
    }
  }

  /** Ends every process; jobs that run are rejected. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#all].map((process) => process.kill()))
  }

  async #renderNow(
    plan: RenderPlan,
    folder: string,
    { signal, onProgress }: RenderOptions,
  ): Promise<Rendered> {
    const { maxMegapixels, maxClipSeconds, timeoutSeconds, log } = this.#options
    const limits = { maxMegapixels, maxClipSeconds, timeoutSeconds }
    const process = this.#takeIdle() ?? this.#start()
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(timedOut(timeoutSeconds)), timeoutSeconds * 1000)
    let told = 0
    const tell = (fraction: number) => {
      if (fraction <= told || signal.aborted) return
      told = Math.min(1, fraction)
      onProgress(told)
    }
    try {
      const rendered = await process.run(
        { plan, folder, limits },
        AbortSignal.any([signal, deadline.signal]),
        tell,
      )
      tell(1)
      return rendered
    } catch (error) {
      if (this.#isClosed) throw closed()
      if (!process.isAlive && !signal.aborted)
        log.warn({ err: error }, 'A render process was ended or ended by itself')
      throw error
    } finally {
      clearTimeout(timer)
      await this.#giveBack(process)
    }
  }

  #takeIdle(): RenderProcess | undefined {
    for (;;) {
      const process = this.#idle.pop()
      if (process === undefined || process.isAlive) return process
      this.#all.delete(process)
    }
  }

  #start(): RenderProcess {
    const process = new RenderProcess(this.#options.searchPath)
    this.#all.add(process)
    return process
  }

  async #giveBack(process: RenderProcess): Promise<void> {
    if (process.isAlive && process.jobs < maxJobsPerProcess) {
      this.#idle.push(process)
      return
    }
    await process.kill()
    this.#all.delete(process)
    if (!this.#isClosed) this.#idle.push(this.#start())
  }

  /** Waits for one of the pool's places; first come, first served. */
  async #turn(signal: AbortSignal): Promise<void> {
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

  /** Gives the place to the next in line, or back. */
  #passOn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }
}

function timedOut(seconds: number): AppError {
  return new AppError(
    'timed_out',
    `Making the GIF took longer than ${seconds} seconds; try a shorter or smaller clip.`,
  )
}

function closed(): AppError {
  return new AppError('unavailable', 'The service is going down; try again later.', { retry: true })
}
