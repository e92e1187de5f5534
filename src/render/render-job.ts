import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { deriveRenditions } from './encode/derive.ts'
import { GifThread } from './encode/gif-thread.ts'
import { allRenditions } from './encode/renditions.ts'
import { intermediateFiles, type Job } from './job.ts'
import { runPipeline } from './pipeline.ts'
import type { JobMessage, JobResult } from './protocol.ts'

/** More threads than one may run, and the pool enforces the deadline of the whole job. */
const cpuShare = 2

/** Kept warm from one job to the next. */
let warm: GifThread | undefined

/** Makes every rendition of a plan, in its folder. `reserve` is called once, before anything large is written. */
export async function renderJob(
  { plan, folder, limits }: JobMessage,
  { onProgress, reserve }: Pick<Job, 'onProgress' | 'reserve'>,
): Promise<JobResult> {
  if (plan.kind === 'derive') return deriveRenditions(plan, folder)
  const startedMs = performance.now()
  // The thread loads its code while the source is probed.
  warm = warm?.isIdle === true ? warm : new GifThread()
  try {
    const { gifBytes: _, ...made } = await runPipeline(plan, allRenditions, warm, {
      folder: () => folder,
      limits,
      onProgress,
      reserve,
      startedMs,
      endsAtMs: startedMs + limits.timeoutSeconds * 1000,
      maxCpuSeconds: limits.timeoutSeconds * cpuShare + 10,
    })
    return made
  } finally {
    await Promise.all(Object.values(intermediateFiles).map((name) => rm(join(folder, name), { force: true })))
  }
}
