import { Worker } from 'node:worker_threads'
import type { IndexJob, JobResult } from './jobs.ts'

type Thread = { worker: Worker; current: PromiseWithResolvers<JobResult> | undefined }

/** A thread that does jobs one after another; it starts with the first, and again after one that failed. */
export class JobThread {
  #thread: Thread | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** Does a job. Rejects with what it throws, and with an Error when the thread ends or is closed. */
  run(job: IndexJob): Promise<JobResult> {
    const result = this.#last.then(() => this.#start(job))
    this.#last = result.catch(() => undefined)
    return result
  }

  /** Ends the thread, and with it the job that it is at. */
  async close(): Promise<void> {
    await this.#thread?.worker.terminate()
  }

  #start(job: IndexJob): Promise<JobResult> {
    const thread = (this.#thread ??= this.#startThread())
    thread.current = Promise.withResolvers()
    thread.worker.postMessage(job)
    return thread.current.promise
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
