import {
  DamageCount,
  type Damage,
  damageLogArgs,
  damageLogLevel,
  damageThreads,
  type DamageWindow,
} from './damage.ts'
import { checkDamage, chooseDecode } from './decode-choice.ts'
import { mediaError, runFfmpeg } from '../tools/ffmpeg.ts'
import type { Decoding, Job } from '../job.ts'
import { ToolFailure } from '../tools/run-tool.ts'

/** Thrown if the clip has to be decoded again, from another place in the video. */
export class DecodeAgain extends Error {
  readonly seekSeconds: number

  constructor(seekSeconds: number) {
    super(`to be decoded again from ${seekSeconds} s`)
    this.seekSeconds = seekSeconds
  }
}

/**
 * Examines a decode whose log reports faults: which frames of the clip they damaged, and whether decoding from further
 * back damages fewer. Throws DecodeAgain if it does, and AppError media_broken if too many remain damaged; returns if
 * the decode is good enough.
 */
export async function judgeDecode(decoding: Decoding, job: JobTimes): Promise<void> {
  const { seekSeconds, maxDamagedShare, startStamp } = decoding
  const choice = await chooseDecode(seekSeconds, (place) => {
    const nowMs = performance.now()
    // The clip may have to be decoded and encoded once more after that.
    const spareMs = (job.endsAtMs - nowMs - (nowMs - job.startedMs)) / 2
    return measureDamage(decoding, place, place === seekSeconds ? Infinity : nowMs + spareMs, job)
  })
  if (choice === null) return
  checkDamage(choice.damage, maxDamagedShare, (stamp) => stamp - startStamp)
  if (choice.seekSeconds !== seekSeconds) throw new DecodeAgain(choice.seekSeconds)
}

type JobTimes = Pick<Job, 'startedMs' | 'endsAtMs' | 'maxCpuSeconds'>

class OutOfTime extends Error {}

/**
 * Decodes a clip only for the log. Returns null if that fails or is not done by `endMs`; without such a limit, which
 * means that decoding went well before, throws AppError instead.
 */
async function measureDamage(
  { inputFrom, window, stream }: Decoding,
  seekSeconds: number,
  endMs: number,
  job: JobTimes,
): Promise<Damage | null> {
  const count = new DamageCount({ ...window, isSought: seekSeconds > 0 } satisfies DamageWindow)
  try {
    await runFfmpeg({
      args: [
        ...damageLogArgs,
        ...inputFrom(seekSeconds, damageThreads),
        ...nullOutput(stream, window.toStamp),
      ],
      logLevel: damageLogLevel,
      onLogLine: (line) => {
        if (performance.now() > endMs) throw new OutOfTime()
        count.readLine(line)
      },
      maxCpuSeconds: job.maxCpuSeconds,
      onOutput: () => undefined,
    })
    return count.damage
  } catch (error) {
    const isFirst = endMs === Infinity
    if (error instanceof OutOfTime || (error instanceof ToolFailure && !isFirst)) return null
    throw mediaError(error)
  }
}

/** Returns the arguments that decode pictures up to a time stamp, and drop them. */
function nullOutput(stream: number, toStamp: number): string[] {
  const filters = Number.isFinite(toStamp)
    ? `[0:${stream}]trim=end=${toStamp.toFixed(6)}[clip]`
    : `[0:${stream}]null[clip]`
  return ['-filter_complex', filters, '-map', '[clip]', '-fps_mode', 'passthrough', '-f', 'null', '-']
}
