import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { presetSettings } from '#src/gif/encode/encoder-settings.ts'
import { type GifPreset, gifPresets } from '#src/options/gif-options.ts'
import { median, table } from '../measure.ts'
import { type Clip, type Job, jobs } from './clips.ts'
import { clipFrames, keptName, rgbaFrames } from './frames.ts'
import { type Outcome, encodeRatio, geometricMean, gifskiRatio } from './goals.ts'
import { keptFolder } from './kept.ts'
import { encodeOurs, workCpu } from './ours.ts'
import { measureGif } from './quality.ts'
import { ffmpegCommand, floorCpu, gifskiCommand, rivalCpu, rivals } from './rivals.ts'

/** The results of every clip, for each preset. */
export type Outcomes = Record<GifPreset, Outcome[]>

function writeOurGif(clip: Clip, job: Job, preset: GifPreset, gif: Uint8Array): string {
  const path = join(keptFolder, 'bench', `${keptName(clip, job)}.${preset}.gif`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, gif)
  return path
}

/**
 * Encodes every clip of a job by every preset, warm, next to (a), the floor and gifski, in consecutive pairs. gifski's
 * CPU is measured for job M only; its GIF is always the same and is cached.
 */
export function encodeStage(clips: Clip[], job: Job, rounds: number): Outcomes {
  const outcomes: Outcomes = { best: [], balanced: [], small: [], tiny: [] }
  for (const clip of clips) {
    process.stderr.write(`job ${job.name}: ${clip.name}\n`)
    const made = encodeClip(clip, job, rounds)
    for (const preset of gifPresets) outcomes[preset].push(made[preset])
  }
  return outcomes
}

function encodeClip(clip: Clip, job: Job, rounds: number): Record<GifPreset, Outcome> {
  const frames = clipFrames(clip, job)
  const others = rivals(clip, job, frames)
  const rgba = rgbaFrames(frames)
  const encode = (preset: GifPreset) => encodeOurs(frames, rgba, presetSettings(preset))
  // These first runs warm up.
  const made = new Map(
    gifPresets.map((preset) => [preset, writeOurGif(clip, job, preset, encode(preset))] as const),
  )

  const times: Record<GifPreset | 'ffmpeg' | 'gifski' | 'floor', number[]> = {
    best: [],
    balanced: [],
    small: [],
    tiny: [],
    ffmpeg: [],
    gifski: [],
    floor: [],
  }
  for (let round = 0; round < rounds; round++) {
    times.ffmpeg.push(rivalCpu(ffmpegCommand(clip, job, 'out.gif')))
    times.floor.push(floorCpu(clip, job))
    for (const preset of gifPresets) times[preset].push(workCpu(() => encode(preset)))
    if (job.name === jobs.M.name) times.gifski.push(rivalCpu(gifskiCommand(clip, job, 'out.gif')))
  }
  const measured = {
    ffmpeg: { ...others.ffmpeg, cpuSeconds: median(times.ffmpeg) },
    gifski: { ...others.gifski, cpuSeconds: median(times.gifski) },
    floorCpuSeconds: median(times.floor),
  }
  const outcome = (preset: GifPreset): Outcome => {
    const path = made.get(preset)!
    return {
      clip: clip.name,
      encodeCpuSeconds: median(times[preset]),
      bytes: statSync(path).size,
      quality: measureGif(path, frames),
      rivals: measured,
    }
  }
  return Object.fromEntries(gifPresets.map((preset) => [preset, outcome(preset)])) as Record<
    GifPreset,
    Outcome
  >
}

/** The CPU of the encode stage, as a table. */
export function cpuTable({ best, balanced, small, tiny }: Outcomes): string {
  const rows = best.map((outcome, at) => {
    const { clip, rivals } = outcome
    const presets = [outcome, balanced[at]!, small[at]!, tiny[at]!]
    return [
      clip,
      rivals.ffmpeg.cpuSeconds.toFixed(2),
      rivals.floorCpuSeconds.toFixed(2),
      ...presets.map(({ encodeCpuSeconds }) => (encodeCpuSeconds * 1000).toFixed(0)),
      ...presets.map((each) => encodeRatio(each).toFixed(2)),
      rivals.gifski.cpuSeconds ? rivals.gifski.cpuSeconds.toFixed(2) : '',
      rivals.gifski.cpuSeconds ? gifskiRatio(outcome).toFixed(2) : '',
    ]
  })
  const means = [best, balanced, small, tiny].map((each) => geometricMean(each.map(encodeRatio)).toFixed(2))
  return table(
    [
      ...['clip', '(a), CPU s', 'floor, CPU s', ...gifPresets.map((preset) => `${preset}, ms`)],
      ...['best / ((a) − floor)', 'balanced', 'small', 'tiny', 'gifski, CPU s', '(best + floor) / gifski'],
    ],
    [...rows, ['**geometric mean**', '', '', '', '', '', '', ...means, '', '']],
  )
}

/** Sizes and quality of one preset, as a table. */
export function looksTable(outcomes: Outcome[]): string {
  const rows = outcomes.map(({ clip, bytes, quality, rivals }) => {
    const [a, g] = [rivals.ffmpeg, rivals.gifski]
    const against = (measure: keyof typeof quality, digits: number) => [
      quality[measure].toFixed(digits),
      signed(quality[measure] - a.quality[measure], digits),
      signed(quality[measure] - g.quality[measure], digits),
    ]
    return [
      ...[clip, (bytes / 1000).toFixed(0), (bytes / a.bytes).toFixed(2), (bytes / g.bytes).toFixed(2)],
      ...[...against('psnr', 2), ...against('blurredPsnr', 2), ...against('blurredSsim', 4)],
      ...[quality.flicker, a.quality.flicker, g.quality.flicker].map((value) => value.toFixed(2)),
    ]
  })
  const mean = (rival: 'ffmpeg' | 'gifski') =>
    geometricMean(outcomes.map(({ bytes, rivals }) => bytes / rivals[rival].bytes)).toFixed(2)
  return table(
    [
      ...['clip', 'KB', '/ (a)', '/ gifski', 'PSNR, dB', '− (a)', '− gifski', 'blurred', '− (a)', '− gifski'],
      ...['blurred SSIM', '− (a)', '− gifski', 'flicker', 'of (a)', 'of gifski'],
    ],
    [...rows, ['**geometric mean**', '', mean('ffmpeg'), mean('gifski'), ...Array<string>(12).fill('')]],
  )
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(digits)}`
}
