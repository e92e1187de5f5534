import { Worker } from 'node:worker_threads'
import type { IndexJob, JobResult } from './jobs.ts'

type Thread = { worker: Worker; current: PromiseWithResolvers<JobResult> | undefined }

/** A thread without a job ends after this time, because an idle one keeps the memory of the last job. */
const defaultIdleMs = 1000

/** A thread that runs jobs one after another. It starts with the first job, and again after it has failed or ended. */
export class JobThread {
  readonly #idleMs: number
  #idleTimer: NodeJS.Timeout | undefined
  #thread: Thread | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor({ idleMs = defaultIdleMs } = {}) {
    this.#idleMs = idleMs
  }

  /** True if the thread exists now. */
  get isRunning(): boolean {
    return this.#thread !== undefined
  }

  /** Runs a job. Rejects with what it throws, and with an Error if the thread ends or is closed. */
  run(job: IndexJob): Promise<JobResult> {
    const result = this.#last.then(() => this.#start(job))
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Ends the thread, along with its current job. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    await this.#thread?.worker.terminate()
  }

  #start(job: IndexJob): Promise<JobResult> {
    clearTimeout(this.#idleTimer)
    const thread = (this.#thread ??= this.#startThread())
    thread.current = Promise.withResolvers()
    thread.worker.postMessage(job)
    return thread.current.promise.finally(() => {
      this.#idleTimer = setTimeout(() => this.#endIdle(thread), this.#idleMs).unref()
    })
  }

  #endIdle(thread: Thread): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    void thread.worker.terminate()
  }

  #startThread(): Thread {
    const worker = new Worker(new URL('job-worker.ts', import.meta.url), { name: 'search' })
    const thread: Thread = { worker, current: undefined }
    const end = (error: unknown) => {
      if (this.#thread === thread) this.#thread = undefined
      thread.current?.reject(error)
    }
    worker.on('message', (result: JobResult) => thread.current?.resolve(result))
    worker.on('error', end)
    worker.on('exit', () => end(new Error('the thread of the search index ended')))
    return thread
  }
}
