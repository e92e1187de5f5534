import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/app-error.ts'
import { inputArgs } from '../probe/probe-video.ts'
import type { Job } from '../job.ts'
import { mediaError } from '../tools/ffmpeg.ts'
import { decodeKept } from './decode-kept.ts'
import { checkFrameCount, checkKept, keepRefused, maxKeptWork } from './keep-refused.ts'
import { type KeptAnimation, timedSource } from './timed-source.ts'

/** As browsers do it: a frame of hardly any time is shown for this long. */
const hasty = { maxMs: 10, shownMs: 100 }

/** Opens an animated PNG to be kept; ffmpeg decodes its frames. Throws AppError keep_refused or media_broken. */
export async function openKeptApng(path: string, job: Job): Promise<KeptAnimation> {
  const { limits } = job
  const bytes = await readFile(path)
  const { width, height, plays, delaysMs } = readHeaders(bytes)
  if (delaysMs.length === 0) throw new AppError('media_broken', 'The animated PNG has no frame.')
  checkFrameCount(delaysMs.length, limits)
  checkKept({ width, height, durationMs: delaysMs.reduce((sum, ms) => sum + ms, 0) }, limits)
  if (delaysMs.length * width * height > maxKeptWork(bytes.length, limits)) {
    throw keepRefused('it has more pixels in all its frames than a file of its size may')
  }
  const feed = decodeKept(
    {
      input: ['-threads', '1', ...inputArgs(path, 'apng', limits, 'apng')],
      filters: 'null',
      width,
      height,
      frames: delaysMs.length,
      toError: mediaError,
    },
    job,
  )
  const source = timedSource({ width, height, hasAlpha: true, framesMs: delaysMs, feed })
  return { source, loops: Math.min(65_535, plays) }
}

/** What the chunks of an animated PNG say (PNG, third edition: IHDR, acTL, fcTL). */
function readHeaders(bytes: Buffer): { width: number; height: number; plays: number; delaysMs: number[] } {
  const headers = { width: 0, height: 0, plays: 0, delaysMs: [] as number[] }
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const size = Math.min(bytes.readUInt32BE(at), bytes.length - at - 8)
    if (type === 'IHDR' && size >= 8) {
      headers.width = bytes.readUInt32BE(at + 8)
      headers.height = bytes.readUInt32BE(at + 12)
    } else if (type === 'acTL' && size >= 8) headers.plays = bytes.readUInt32BE(at + 12)
    else if (type === 'fcTL' && size >= 24) {
      // A denominator of 0 stands for 100.
      const ms = Math.round((bytes.readUInt16BE(at + 28) * 1000) / (bytes.readUInt16BE(at + 30) || 100))
      headers.delaysMs.push(ms <= hasty.maxMs ? hasty.shownMs : ms)
    }
  }
  return headers
}
