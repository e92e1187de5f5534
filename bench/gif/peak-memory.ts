import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { descendants } from '../../test/support/processes/server-process.ts'
import { median, table } from '../measure.ts'
import type { Clip, Job } from './clips.ts'
import { keptName } from './frames.ts'
import { kept, keptFolder, run } from './kept.ts'
import { makeWords } from './one-shot.ts'

const longSeconds = 60
const lookEveryMs = 10

/** The goals of the issue. */
const maxLongMb = 120
const maxGrowthMb = 15

/** The peak memory of Node while it makes a GIF of a long clip and of a short one, as a table. */
export async function peakMemory(clips: Clip[], job: Job, rounds: number): Promise<string> {
  const rows = []
  for (const clip of clips) {
    process.stderr.write(`memory: ${clip.name}\n`)
    const looped: Clip = { ...clip, path: long(clip), startSeconds: 0 }
    const [short, whole]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round++) {
      short.push(await nodePeakMb(makeWords(looped, job, output)))
      whole.push(await nodePeakMb(makeWords(looped, { ...job, seconds: longSeconds }, output)))
    }
    const [shortMb, longMb] = [median(short), median(whole)]
    const met = longMb <= maxLongMb && longMb - shortMb <= maxGrowthMb
    rows.push([
      ...[clip.name, shortMb.toFixed(0), longMb.toFixed(0), (longMb - shortMb).toFixed(0)],
      met ? 'met' : 'MISSED',
    ])
  }
  return table(
    [
      ...['clip', `${job.seconds} s, MB`, `${longSeconds} s, MB`, 'more, MB'],
      `goal: ≤ ${maxLongMb} MB, ≤ ${maxGrowthMb} MB more`,
    ],
    rows,
  )
}

const output = join(keptFolder, 'bench', 'memory.gif')

/** The clip's file, looped until it lasts a minute. */
function long(clip: Clip): string {
  const seconds = ['-t', `${longSeconds + 1}`]
  return kept(`${keptName(clip, { name: 'M', width: 0, fps: 0, seconds: longSeconds })}.long.mkv`, (path) =>
    run('ffmpeg', [
      ...['-v', 'error', '-y', '-stream_loop', '-1', '-i', clip.path, '-map', '0:V:0'],
      ...['-c', 'copy', ...seconds, path],
    ]),
  )
}

/** Runs a program of Node; returns the peak memory of it and the Nodes below it, added up, in MB. */
async function nodePeakMb([program = '', ...args]: string[]): Promise<number> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const peaks = new Map<number, number>()
  const look = setInterval(() => {
    for (const pid of [child.pid!, ...descendants(child.pid!)]) {
      const peak = peakMb(pid)
      if (peak !== null) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, peak))
    }
  }, lookEveryMs)
  const [code] = (await once(child, 'exit')) as [number | null]
  clearInterval(look)
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} ended with ${code}`)
  return [...peaks.values()].reduce((sum, peak) => sum + peak, 0)
}

/** The peak memory of a process so far; null if it is not Node or has ended. */
function peakMb(pid: number): number | null {
  try {
    if (basename(readlinkSync(`/proc/${pid}/exe`)) !== basename(readlinkSync('/proc/self/exe'))) return null
    const kilobytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return kilobytes === undefined ? null : (Number(kilobytes) * 1024) / 1e6
  } catch {
    return null
  }
}
