import { mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defaultGifOptions, type GifPreset, gifPresets } from '#src/options/gif-options.ts'
import { median, table } from '../measure.ts'
import { type Clip, type Job } from './clips.ts'
import { commandLine } from './command-cpu.ts'
import { decodeGif, pictureAt } from './decoded-gif.ts'
import { clipFrames } from './frames.ts'
import { geometricMean } from './goals.ts'
import { keptFolder } from './kept.ts'
import { measureGif } from './quality.ts'
import { ffmpegCommand, gifskiCommand, rivalCpu, rivals } from './rivals.ts'

const program = new URL('../../bin/gifwright.mjs', import.meta.url).pathname

/** The goals, relative to the whole command of ffmpeg, on every clip and in the mean. */
const [maxEvery, maxMean] = [1, 0.7]

/** The default preset. */
const usual = defaultGifOptions.preset

/** The arguments that make a clip of a job into a GIF at the command line. */
export function makeWords(
  { path, startSeconds }: Clip,
  { seconds, width, fps }: Job,
  gif: string,
  preset: GifPreset = usual,
): string[] {
  const clip = ['--start', `${startSeconds}`, '--end', `${startSeconds + seconds}`]
  const picture = ['--width', `${width}`, '--fps', `${fps}`, '--preset', preset, '--quiet']
  return [process.execPath, program, 'make', path, ...clip, ...picture, '-o', gif]
}

/** The whole job from a cold start, by every encoder, as tables: with the default preset, and with each of them. */
export function oneShot(clips: Clip[], job: Job, rounds: number): string {
  const rows = clips.map((clip) => measureClip(clip, job, rounds))
  const means = Object.fromEntries(
    gifPresets.map((preset) => [preset, geometricMean(rows.map(({ ofFfmpeg }) => ofFfmpeg[preset] ?? NaN))]),
  )
  const ratios = (values: Record<string, number>) =>
    gifPresets.map((preset) => (values[preset] ?? NaN).toFixed(2))
  const outcome = table(
    ['clip', 'make, CPU s', 'of (a)', 'of gifski', 'bytes, of (a)', 'PSNR, dB above (a)'],
    [
      ...rows.map(({ clip, ours, ofFfmpeg, ofGifski, bytes, psnr }) => [
        ...[clip, (ours[usual] ?? NaN).toFixed(2), (ofFfmpeg[usual] ?? NaN).toFixed(2), ofGifski.toFixed(2)],
        ...[bytes.toFixed(2), psnr],
      ]),
      [
        ...['**geometric mean**', '', (means[usual] ?? NaN).toFixed(2)],
        ...[geometricMean(rows.map(({ ofGifski }) => ofGifski)).toFixed(2), '', ''],
      ],
    ],
  )
  const byPreset = table(
    ['clip', ...gifPresets.map((preset) => `\`${preset}\`, of (a)`)],
    [
      ...rows.map(({ clip, ofFfmpeg }) => [clip, ...ratios(ofFfmpeg)]),
      ['**geometric mean**', ...ratios(means)],
    ],
  )
  const isMet = (preset: GifPreset) =>
    (means[preset] ?? NaN) <= maxMean && rows.every(({ ofFfmpeg }) => (ofFfmpeg[preset] ?? NaN) <= maxEvery)
  const verdicts = gifPresets.map((preset) => `\`${preset}\` ${isMet(preset) ? 'met' : 'MISSED'}`)
  return `${outcome}\n\nBy preset:\n\n${byPreset}\n\nGoal, ≤ ${maxEvery} on every clip and ≤ ${maxMean} in the mean: ${verdicts.join(', ')}.`
}

/** Measures one clip: medians of CPU seconds, and of ratios within a round. */
function measureClip(clip: Clip, job: Job, rounds: number) {
  process.stderr.write(`at the command line: ${clip.name}\n`)
  const gif = join(keptFolder, 'bench', 'make.gif')
  mkdirSync(dirname(gif), { recursive: true })
  const makeCpu = (preset: GifPreset) => rivalCpu(commandLine(makeWords(clip, job, gif, preset)))
  const times = Array.from({ length: rounds }, () => ({
    ours: Object.fromEntries(gifPresets.map((preset) => [preset, makeCpu(preset)])),
    ffmpeg: rivalCpu(ffmpegCommand(clip, job, 'out.gif')),
    gifski: rivalCpu(gifskiCommand(clip, job, 'out.gif')),
  }))
  makeCpu(usual)
  const frames = clipFrames(clip, job)
  const { psnr } = measureGif(gif, frames)
  const { ffmpeg } = rivals(clip, job, frames)
  const byPreset = (of: (time: (typeof times)[number], preset: GifPreset) => number) =>
    Object.fromEntries(gifPresets.map((preset) => [preset, median(times.map((time) => of(time, preset)))]))
  return {
    clip: clip.name,
    ours: byPreset(({ ours }, preset) => ours[preset] ?? NaN),
    ofFfmpeg: byPreset((time, preset) => (time.ours[preset] ?? NaN) / time.ffmpeg),
    ofGifski: median(times.map(({ ours, gifski }) => (ours[usual] ?? NaN) / gifski)),
    bytes: statSync(gif).size / ffmpeg.bytes,
    // The alpha of its source, which (a) drops, is kept: nothing is comparable.
    psnr: isOpaque(gif) ? (psnr - ffmpeg.quality.psnr).toFixed(2) : 'has alpha',
  }
}

/** Returns true if the first picture hides nothing behind it. */
function isOpaque(gif: string): boolean {
  return pictureAt(decodeGif(gif), 0).every((value, at) => at % 4 !== 3 || value === 255)
}
