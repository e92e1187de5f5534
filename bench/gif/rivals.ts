import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Clip, Job } from './clips.ts'
import { commandCpu, commandLine } from './command-cpu.ts'
import { type Frames, clipFilters, clipInput, keptName } from './frames.ts'
import { kept, keptFolder, keptValue } from './kept.ts'
import { type Quality, measureGif } from './quality.ts'

/** A GIF that another encoder made: its size and looks are always the same, its CPU seconds nearly. */
export type RivalFigures = { bytes: number; cpuSeconds: number; quality: Quality }

export type Rivals = {
  /** ffmpeg's palettegen and paletteuse in one pass. */
  ffmpeg: RivalFigures
  /** gifski at quality 90, its frames as PNG included. */
  gifski: RivalFigures
  /** What ffmpeg takes to decode, scale and pipe the frames, which every encoder needs. */
  floorCpuSeconds: number
}

/** (a): the command line that everyone types. */
export function ffmpegCommand(clip: Clip, job: Job, gif: string): string {
  const palette = 'split[a][b];[a]palettegen[p];[b][p]paletteuse'
  return commandLine(['ffmpeg', ...clipInput(clip, job), '-vf', `${clipFilters(job)},${palette}`, gif])
}

/** Frames as lossless PNG in the working folder, then gifski at quality 90. */
export function gifskiCommand(clip: Clip, job: Job, gif: string): string {
  const lossless = ['-pix_fmt', 'rgb24', '-pred', 'none', '-compression_level', '0', 'f%04d.png']
  const gifski = [
    gifskiProgram,
    '--quiet',
    '--fps',
    `${job.fps}`,
    '-Q',
    '90',
    '-W',
    `${job.width}`,
    '-o',
    gif,
  ]
  return `${commandLine(['ffmpeg', ...clipInput(clip, job), '-vf', clipFilters(job), ...lossless])} && ${commandLine(gifski)} f*.png`
}

/** Decode, scale and pipe, and nothing else. */
export function floorCommand(clip: Clip, job: Job): string {
  const raw = ['-vf', clipFilters(job), '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1']
  return commandLine(['ffmpeg', ...clipInput(clip, job), ...raw])
}

const systems: Partial<Record<NodeJS.Platform, string>> = { linux: 'debian', darwin: 'macos' }
const gifskiProgram = new URL(
  `../../node_modules/gifski/bin/${systems[process.platform] ?? 'debian'}/gifski`,
  import.meta.url,
).pathname

/** Of so many rounds the quickest is kept: what other programs do at the time only makes them slower. */
const keptRounds = 3

/** Where the GIF of another encoder is kept. */
export function rivalGif(clip: Clip, job: Job, rival: 'ffmpeg' | 'gifski'): string {
  return join(keptFolder, rivalName(clip, job, rival))
}

function rivalName(clip: Clip, job: Job, rival: 'ffmpeg' | 'gifski'): string {
  return `${keptName(clip, job)}.${rival}.gif`
}

/** What the others make of a clip: measured once and kept. */
export function rivals(clip: Clip, job: Job, frames: Frames): Rivals {
  const name = keptName(clip, job)
  return keptValue(`${name}.rivals.json`, () => ({
    ffmpeg: rivalFigures(
      rivalName(clip, job, 'ffmpeg'),
      (gif) => ffmpegCommand(clip, job, gif),
      frames,
      keptRounds,
    ),
    gifski: rivalFigures(rivalName(clip, job, 'gifski'), (gif) => gifskiCommand(clip, job, gif), frames, 1),
    floorCpuSeconds: Math.min(...Array.from({ length: keptRounds }, () => floorCpu(clip, job))),
  }))
}

/** CPU seconds of decoding, scaling and piping; who reads the pipe is not counted. */
export function floorCpu(clip: Clip, job: Job): number {
  return commandCpu(floorCommand(clip, job))
}

function rivalFigures(
  name: string,
  command: (gif: string) => string,
  frames: Frames,
  rounds: number,
): RivalFigures {
  let cpuSeconds = Infinity
  rmSync(join(keptFolder, name), { force: true })
  const path = kept(name, (gif) => {
    for (let round = 0; round < rounds; round++) cpuSeconds = Math.min(cpuSeconds, rivalCpu(command(gif)))
  })
  return { bytes: statSync(path).size, cpuSeconds, quality: measureGif(path, frames) }
}

/** CPU seconds of a command in a folder of its own. */
export function rivalCpu(command: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'gifwright-bench-'))
  try {
    return commandCpu(command, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
