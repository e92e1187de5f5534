import { access, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readHead } from '../../lib/disk/files.ts'
import { sniffBytes, sniffVideo } from '../../media/file-type.ts'
import type { Job } from '../job.ts'
import { inputArgs, probeVideo } from '../probe/probe-video.ts'
import { hasJoint } from '../probe/stream-joints.ts'
import { mediaError, runFfmpeg } from '../tools/ffmpeg.ts'

/**
 * Returns the path of a video with continuous time stamps: the file itself or, if it is joined from several MPEG
 * streams with separate clocks, a copy of its pictures in the folder of the job. `removeContinuous` removes copies.
 * Throws AppError as MediaEngine documents.
 */
export async function continuousStream(path: string, job: Job): Promise<string> {
  const type = sniffVideo(await readHead(path, sniffBytes))
  if ((type !== 'mpegts' && type !== 'mpegps') || !(await hasJoint(path, type))) return path
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256').update(path).digest('hex')
  const copy = join(job.folder(), `continuous-${hash.slice(0, 12)}.ts`)
  if (await exists(copy)) return copy
  const { stream, codec } = await probeVideo(path, job.limits)
  await job.reserve((await stat(path)).size)
  try {
    await runFfmpeg({
      args: [
        // Without -copyts, ffmpeg moves the part after a jump to the end of the part before.
        ...inputArgs(path, type, job.limits, codec),
        ...['-map', `0:${stream}`, '-c', 'copy', '-muxdelay', '0', '-muxpreload', '0'],
        ...['-f', 'mpegts', `file:${copy}`],
      ],
      maxCpuSeconds: job.maxCpuSeconds,
      onOutput: () => undefined,
    })
  } catch (error) {
    throw mediaError(error)
  }
  return copy
}

/** Removes the copies that `continuousStream` left in the folder of a job. */
export async function removeContinuous(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const copies = names.filter((name) => /^continuous-\w+\.ts$/.test(name))
  await Promise.all(copies.map((name) => rm(join(folder, name), { force: true })))
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
