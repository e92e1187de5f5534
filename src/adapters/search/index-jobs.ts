import type { SearchObserver, SearchSource } from '../../catalogue/search-source.ts'
import type { Log } from '../../lib/log/log.ts'
import type { LiveIndex } from '../../search/live-index.ts'
import { JobThread } from '../../search/upkeep/job-thread.ts'
import type { JobLane } from '../../search/upkeep/upkeep.ts'
import { timeSlices } from './apply-changes.ts'

/** The interval of checks for due jobs. */
const askMs = 1000

/** The pause of a lane after a failed job. */
const retryMs = 10_000

/** The number of GIFs whose uses are read by one statement. */
const usesInStatement = 1000

export type IndexJobsDeps = {
  source: SearchSource
  log: Log
  onJob: SearchObserver['jobDone']
}

/** Runs the jobs of one index, each lane in its own thread, until it is stopped. */
export class IndexJobs {
  readonly #index: LiveIndex
  readonly #deps: IndexJobsDeps
  readonly #lanes: Record<
    JobLane,
    { thread: JobThread; running: Promise<void> | undefined; notBefore: number }
  >
  readonly #timer: NodeJS.Timeout
  #isStopped = false

  constructor(index: LiveIndex, deps: IndexJobsDeps) {
    this.#index = index
    this.#deps = deps
    const lane = () => ({ thread: new JobThread(), running: undefined, notBefore: 0 })
    this.#lanes = { quick: lane(), heavy: lane() }
    this.#timer = setInterval(() => this.wake(), askMs).unref()
  }

  /** Starts due jobs. */
  wake(): void {
    void this.#run('quick')
    void this.#run('heavy')
  }

  /** Runs the due job of the quick lane now; that lane also saves the index. Never rejects. */
  async finishQuick(): Promise<void> {
    this.#lanes.quick.notBefore = 0
    // A running job may have been requested before this call.
    await this.#lanes.quick.running
    await this.#run('quick')
  }

  /** Ends the threads together with their work. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await Promise.all(
      Object.values(this.#lanes).map(async ({ thread, running }) => {
        await thread.close()
        await running
      }),
    )
  }

  #run(name: JobLane): Promise<void> {
    const lane = this.#lanes[name]
    lane.running ??= this.#runLane(name).finally(() => (lane.running = undefined))
    return lane.running
  }

  async #runLane(name: JobLane): Promise<void> {
    const lane = this.#lanes[name]
    while (!this.#isStopped && performance.now() >= lane.notBefore) {
      const job = this.#index.nextJob(name)
      if (job === undefined) return
      const start = performance.now()
      let succeeded = false
      try {
        if (job.kind === 'merge') job.uses = await this.#usesOf(job)
        const result = await lane.thread.run(job)
        this.#index.apply(job, result)
        succeeded = true
      } catch (error) {
        this.#index.abandon(job)
        if (this.#isStopped) return
        this.#deps.log.warn({ err: error, job: job.kind }, 'a job of the search index failed')
        lane.notBefore = performance.now() + retryMs
      }
      this.#deps.onJob(job.kind, (performance.now() - start) / 1000, succeeded)
    }
  }

  /** The uses of the GIFs that a job ranks again. */
  async #usesOf({ firstId, lastId }: { firstId: number; lastId: number }) {
    const pause = timeSlices()
    const [ids, uses]: [number[], number[]] = [[], []]
    for (let from = firstId; ;) {
      const counted = await this.#deps.source.usesBetween(from, lastId, usesInStatement)
      for (const one of counted) {
        ids.push(one.id)
        uses.push(one.uses)
      }
      const last = counted.at(-1)
      if (last === undefined || counted.length < usesInStatement) break
      from = last.id + 1
      await pause()
    }
    return { ids: Uint32Array.from(ids), uses: Uint32Array.from(uses) }
  }
}
