/**
 * Shows how good the encoder is with given settings: one line per clip, next to ffmpeg's palettegen/paletteuse (a) and
 * gifski Q90 (g), whose figures are stored from the first run on.
 *   node bench/gif/try.ts --help
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { EncoderSettings } from '#src/gif/encode/encoder-settings.ts'
import { type GifPreset, gifPresets } from '#src/options/gif-options.ts'
import { median } from '../measure.ts'
import { type Clip, type Job, type JobName, findClip, jobs, knownClips, usualClips } from './clips.ts'
import { columns } from './columns.ts'
import { clipFrames, keptName, rgbaFrames } from './frames.ts'
import { type Outcome, encodeRatio, geometricMean, gifskiRatio, goalHead, goalRow, goals } from './goals.ts'
import { keptFolder } from './kept.ts'
import { encodeOurs, settingsWith, workCpu } from './ours.ts'
import { measureGif } from './quality.ts'
import { rivals } from './rivals.ts'

const help = `node bench/gif/try.ts [--preset P] [--set KEY=VALUE ...] [--job J] [--start S] [--runs N] [--keep FOLDER] [CLIP ...]

  --preset   best (default), balanced, small or tiny
  --set      replaces a field of EncoderSettings, e.g. --set hold=2; may be repeated
  --job      M (480 px, 15/s, 5 s; default), S (320/10, 5 s), M3 (480/15, 3 s), L (640/20, 5 s); several: M,S,M3
  --start    where the clips start, in seconds
  --runs     timed runs after an untimed one, of which the median counts (default 3; 0: no times)
  --keep     where our GIFs are written (default: ${join(keptFolder, 'ours')})
  CLIP       ${knownClips().join(', ')};
             name@start, e.g. frog@3; or the path of a video. Default: the usual clips

Frames, the others' GIFs and their figures are kept in ${keptFolder}; deleting it is safe.
Columns: /a and /g are ratios to (a) and to gifski, +a and +g differences. "enc/a" is the encode stage of (a)'s
CPU less the floor (decode, scale, pipe); "job/g" is encode stage and floor of gifski's CPU with its PNG files.`

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    preset: { type: 'string', default: 'best' },
    set: { type: 'string', multiple: true, default: [] },
    job: { type: 'string', default: 'M' },
    start: { type: 'string' },
    runs: { type: 'string', default: '3' },
    keep: { type: 'string', default: join(keptFolder, 'ours') },
  },
})

if (options.help) console.log(help)
else tryAll()

function tryAll(): void {
  const preset = gifPresets.find((name) => name === options.preset)
  if (!preset) throw new Error(`--preset is one of ${gifPresets.join(', ')}`)
  const settings = settingsWith(preset, Object.fromEntries(options.set.map(override)))
  const clips = positionals.length > 0 ? positionals.map(findClip) : usualClips()
  for (const job of options.job.split(',').map(jobNamed)) {
    console.log(`\n${preset}, job ${job.name}: ${job.width} px, ${job.fps}/s, ${job.seconds} s`)
    const outcomes: Outcome[] = []
    const line = columns([12, 6, 6, 6, 6, 7, 6, 6, 7, 7, 7, 7, 7, 7, 9, 9, 9, 8, 7, 7])
    console.log(
      line(
        ...[
          'clip',
          'ms',
          'ns/px',
          'enc/a',
          'job/g',
          'KB',
          '/a',
          '/g',
          'PSNR',
          '+a',
          '+g',
          'PSNR-b',
          '+a',
          '+g',
        ],
        ...['SSIM +a', 'SSIM-b+a', 'SSIM-b+g', 'flicker', '+a', '+g'],
      ),
    )
    for (const clip of clips) {
      const moved = options.start ? { ...clip, startSeconds: Number(options.start) } : clip
      const outcome = tryClip(moved, job, preset, settings)
      outcomes.push(outcome)
      console.log(line(...cells(outcome)))
    }
    console.log(line(...means(outcomes)))
    console.log()
    const goalLine = columns([-36, 12, 22, 12, 8, 8, 8])
    for (const row of [goalHead, ...goals[preset].map((goal) => goalRow(goal, outcomes))])
      console.log(goalLine(...row))
  }
}

function tryClip(
  clip: Clip,
  job: Job,
  preset: GifPreset,
  settings: EncoderSettings,
): Outcome & { nsPerPixel: number } {
  const frames = clipFrames(clip, job)
  const others = rivals(clip, job, frames)
  const rgba = rgbaFrames(frames)
  const gif = encodeOurs(frames, rgba, settings)
  const times = Array.from({ length: Number(options.runs) }, () =>
    workCpu(() => encodeOurs(frames, rgba, settings)),
  )
  const cpuSeconds = median(times)
  mkdirSync(options.keep, { recursive: true })
  const path = join(options.keep, `${keptName(clip, job)}.${preset}.gif`)
  writeFileSync(path, gif)
  return {
    clip: clip.name,
    encodeCpuSeconds: cpuSeconds,
    nsPerPixel: (cpuSeconds * 1e9) / (frames.width * frames.height * frames.count),
    bytes: gif.length,
    quality: measureGif(path, frames),
    rivals: others,
  }
}

function cells(outcome: Outcome & { nsPerPixel: number }): string[] {
  const { clip, encodeCpuSeconds, nsPerPixel, bytes, quality, rivals } = outcome
  const [a, g] = [rivals.ffmpeg, rivals.gifski]
  const against = (measure: 'psnr' | 'blurredPsnr') => [
    quality[measure].toFixed(2),
    signed(quality[measure] - a.quality[measure], 2),
    signed(quality[measure] - g.quality[measure], 2),
  ]
  return [
    ...[clip, (encodeCpuSeconds * 1000).toFixed(0), nsPerPixel.toFixed(1)],
    ...[encodeRatio(outcome).toFixed(2), gifskiRatio(outcome).toFixed(2)],
    ...[(bytes / 1000).toFixed(0), (bytes / a.bytes).toFixed(2), (bytes / g.bytes).toFixed(2)],
    ...against('psnr'),
    ...against('blurredPsnr'),
    signed(quality.ssim - a.quality.ssim, 5),
    signed(quality.blurredSsim - a.quality.blurredSsim, 5),
    signed(quality.blurredSsim - g.quality.blurredSsim, 5),
    quality.flicker.toFixed(2),
    signed(quality.flicker - a.quality.flicker, 2),
    signed(quality.flicker - g.quality.flicker, 2),
  ]
}

function means(outcomes: Outcome[]): string[] {
  const mean = (of: (outcome: Outcome) => number) => geometricMean(outcomes.map(of)).toFixed(3)
  return [
    ...['geo. mean', '', '', mean(encodeRatio), mean(gifskiRatio), ''],
    mean(({ bytes, rivals }) => bytes / rivals.ffmpeg.bytes),
    mean(({ bytes, rivals }) => bytes / rivals.gifski.bytes),
  ]
}

function signed(value: number, digits: number): string {
  return `${value < 0 ? '' : '+'}${value.toFixed(digits)}`
}

function override(text: string): [string, number | boolean] {
  const [, key, value] = /^(\w+)=(.+)$/.exec(text) ?? []
  const parsed: unknown = value === undefined ? undefined : JSON.parse(value)
  if (!key || (typeof parsed !== 'number' && typeof parsed !== 'boolean'))
    throw new Error(`--set takes KEY=NUMBER, not ${text}`)
  return [key, parsed]
}

function jobNamed(name: string): Job {
  if (!(name in jobs)) throw new Error(`--job is one of ${Object.keys(jobs).join(', ')}`)
  return jobs[name as JobName]
}
