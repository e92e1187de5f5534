import { statSync } from 'node:fs'
import { join } from 'node:path'
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

/** The words that make a clip of a job into a GIF at the command line. */
export function makeWords({ path, startSeconds }: Clip, { seconds, width, fps }: Job, gif: string): string[] {
  const clip = ['--start', `${startSeconds}`, '--end', `${startSeconds + seconds}`]
  const picture = ['--width', `${width}`, '--fps', `${fps}`, '--preset', 'best', '--quiet']
  return [process.execPath, program, 'make', path, ...clip, ...picture, '-o', gif]
}

/** The whole job from a cold start, by everyone, as a table. */
export function oneShot(clips: Clip[], job: Job, rounds: number): string {
  const rows = clips.map((clip) => {
    process.stderr.write(`at the command line: ${clip.name}\n`)
    const gif = join(keptFolder, 'bench', 'make.gif')
    const times = Array.from({ length: rounds }, () => ({
      ours: rivalCpu(commandLine(makeWords(clip, job, gif))),
      ffmpeg: rivalCpu(ffmpegCommand(clip, job, 'out.gif')),
      gifski: rivalCpu(gifskiCommand(clip, job, 'out.gif')),
    }))
    const frames = clipFrames(clip, job)
    const { psnr } = measureGif(gif, frames)
    const { ffmpeg } = rivals(clip, job, frames)
    return {
      clip: clip.name,
      ours: median(times.map(({ ours }) => ours)),
      ofFfmpeg: median(times.map(({ ours, ffmpeg }) => ours / ffmpeg)),
      ofGifski: median(times.map(({ ours, gifski }) => ours / gifski)),
      bytes: statSync(gif).size / ffmpeg.bytes,
      // What (a) drops, its source's alpha, is kept: there is nothing to compare.
      psnr: isOpaque(gif) ? (psnr - ffmpeg.quality.psnr).toFixed(2) : 'has alpha',
    }
  })
  return table(
    ['clip', 'make, CPU s', 'of (a)', 'of gifski', 'bytes, of (a)', 'PSNR, dB above (a)'],
    [
      ...rows.map(({ clip, ours, ofFfmpeg, ofGifski, bytes, psnr }) => [
        ...[clip, ours.toFixed(2), ofFfmpeg.toFixed(2), ofGifski.toFixed(2)],
        ...[bytes.toFixed(2), psnr],
      ]),
      [
        ...['**geometric mean**', ''],
        geometricMean(rows.map(({ ofFfmpeg }) => ofFfmpeg)).toFixed(2),
        geometricMean(rows.map(({ ofGifski }) => ofGifski)).toFixed(2),
        ...['', ''],
      ],
    ],
  )
}

/** Whether the first picture hides nothing of what is behind it. */
function isOpaque(gif: string): boolean {
  return pictureAt(decodeGif(gif), 0).every((value, at) => at % 4 !== 3 || value === 255)
}
