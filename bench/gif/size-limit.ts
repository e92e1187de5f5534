import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { encodeWithinLimit } from '#src/gif/size-limit/encode-within-limit.ts'
import type { GifPreset } from '#src/options/gif-options.ts'
import { median, table } from '../measure.ts'
import type { Clip, Job } from './clips.ts'
import { clipFrames, type Frames, keptName, rgbaFrames } from './frames.ts'
import { kept, keptFolder } from './kept.ts'
import { encodeOurs, workCpu } from './ours.ts'
import { measureGif } from './quality.ts'
import { gifskiCommand, rivalCpu, rivalGif } from './rivals.ts'

const preset: GifPreset = 'best'

/** Limits as shares of what the GIF takes without one: each 5 % below the one before. */
const ladder = [0.99, ...Array.from({ length: 7 }, (_, step) => 0.95 ** (step + 1))]

/**
 * GIFs with `max_bytes` and no preset, as two tables: with what gifski takes at quality 90 as the limit, and with limits
 * each 5 % below the one before. CPU is a ratio to the same encode without a limit, medians of `rounds` pairs.
 */
export function sizeLimitTables(clips: Clip[], job: Job, rounds: number): string {
  const likeGifski: string[][] = []
  const steps: string[][] = []
  for (const clip of clips) {
    process.stderr.write(`size limit: ${clip.name}\n`)
    const frames = clipFrames(clip, job)
    const rgba = rgbaFrames(frames)
    const free = () => encodeOurs(frames, rgba, presetSettings(preset))
    const natural = free()
    const naturalLooks = looks(clip, job, frames, natural)
    const limit = gifskiBytes(clip, job)
    const gif = fit(frames, rgba, limit)
    const ratios = Array.from(
      { length: rounds },
      () => workCpu(() => fit(frames, rgba, limit)) / workCpu(free),
    )
    likeGifski.push([
      ...[clip.name, kilobytes(limit), kilobytes(natural.length), naturalLooks.toFixed(2)],
      ...[
        (gif.length / limit).toFixed(3),
        looks(clip, job, frames, gif).toFixed(2),
        median(ratios).toFixed(2),
      ],
    ])
    steps.push([clip.name, ...ladderCells(clip, job, frames, rgba, natural.length, naturalLooks)])
  }
  const shares = ladder.map((share) => share.toFixed(2))
  return `${table(
    ['clip', 'limit, KB', 'without, KB', 'blurred, dB', 'of the limit', 'blurred, dB', 'CPU'],
    likeGifski,
  )}\n\n${table(['clip', '1', ...shares], steps)}`
}

/** The share of each limit that is used, and the blurred PSNR, until the frames would have to be smaller. */
function ladderCells(
  ...[clip, job, frames, rgba, bytes, naturalLooks]: [Clip, Job, Frames, Uint8Array[], number, number]
): string[] {
  const cells = [naturalLooks.toFixed(1)]
  for (const share of ladder) {
    const limit = Math.round(bytes * share)
    const gif = fit(frames, rgba, limit)
    cells.push(
      gif.length === 0
        ? 'smaller'
        : `${(gif.length / limit).toFixed(2)}, ${looks(clip, job, frames, gif).toFixed(1)}`,
    )
  }
  return cells
}

/** The GIF of at most so many bytes; empty where it does not fit without smaller frames. */
function fit({ width, height, fps }: Frames, rgba: Uint8Array[], maxBytes: number): Buffer {
  let parts: Uint8Array[] = []
  encodeWithinLimit(
    { width, height, count: rgba.length, durationMs: 1000 / fps, frameAt: (index) => rgba[index]! },
    {
      preset,
      maxBytes,
      loops: 0,
      write: (bytes: Uint8Array) => void parts.push(bytes),
      restart: () => (parts = []),
    },
  )
  return Buffer.concat(parts)
}

function gifskiBytes(clip: Clip, job: Job): number {
  const path = rivalGif(clip, job, 'gifski')
  return statSync(kept(path.slice(keptFolder.length + 1), (gif) => rivalCpu(gifskiCommand(clip, job, gif))))
    .size
}

function looks(clip: Clip, job: Job, frames: Frames, gif: Uint8Array): number {
  const path = join(keptFolder, 'limit', `${keptName(clip, job)}.gif`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, gif)
  return measureGif(path, frames).blurredPsnr
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0)
}
