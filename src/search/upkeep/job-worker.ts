import { parentPort } from 'node:worker_threads'
import { type IndexJob, runJob } from './jobs.ts'

/** The thread of a `JobThread`: an error that a job throws ends the thread, and reaches the other side. */
parentPort?.on('message', (job: IndexJob) => parentPort?.postMessage(runJob(job)))
