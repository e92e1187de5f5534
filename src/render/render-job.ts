import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from './encode.ts'
import { intermediateFiles, type Job } from './job.ts'
import { makePictureFrames } from './picture-frames.ts'
import type { JobMessage, Made } from './protocol.ts'
import { makeVideoFrames } from './video-frames.ts'

/** The first stage takes about this part of the time, by measure. */
const framesShare = 0.15

/** More threads than one may run, and the wall clock of the whole job is the pool's to keep. */
const cpuShare = 2

/**
 * Makes every rendition of a plan in two stages: the source is decoded once, into a lossless file, so that
 * memory is the same for any length; then the renditions are made from that file. Throws AppError.
 */
export async function renderJob(
  { plan, folder, limits }: JobMessage,
  onProgress: (fraction: number) => void,
): Promise<Made> {
  const base = { folder, limits, maxCpuSeconds: limits.timeoutSeconds * cpuShare + 10 }
  const first: Job = { ...base, onProgress: (part) => onProgress(part * framesShare) }
  const second: Job = { ...base, onProgress: (part) => onProgress(framesShare + part * (1 - framesShare)) }
  try {
    const frames =
      plan.kind === 'video' ? await makeVideoFrames(plan, first) : await makePictureFrames(plan, first)
    return await encode(frames, second)
  } finally {
    await Promise.all(Object.values(intermediateFiles).map((name) => rm(join(folder, name), { force: true })))
  }
}
