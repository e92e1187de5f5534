import { statSync } from 'node:fs'
import type { Clip, Job } from './clips.ts'
import { commandCpu, commandLine } from './command-cpu.ts'
import { type Frames, clipFilters, clipFrames, clipInput, keptName } from './frames.ts'
import { kept, keptValue } from './kept.ts'
import { type Quality, measureGif } from './quality.ts'
import {
  encodeByFfmpeg,
  encodeByGifski,
  gifskiArgs,
  inFolder,
  paletteFilters,
  pngFiles,
} from './rival-encoders.ts'

/**
 * A GIF that another encoder made of the same frames: its size and quality are always the same, its CPU seconds nearly.
 */
export type RivalFigures = { bytes: number; cpuSeconds: number; quality: Quality }

export type Rivals = {
  /** ffmpeg's palettegen and paletteuse in one pass. */
  ffmpeg: RivalFigures
  /** gifski at quality 90, including its frames as PNG. */
  gifski: RivalFigures
  /** ffmpeg's cost to decode, scale and pipe the frames, which every encoder needs. */
  floorCpuSeconds: number
}

const gifskiQuality = 90

/** (a): the command line that everyone types. */
export function ffmpegCommand(clip: Clip, job: Job, gif: string): string {
  const filters = `${clipFilters(job)},${paletteFilters}`
  return commandLine(['ffmpeg', ...clipInput(clip, job), '-vf', filters, gif])
}

/** Frames as lossless PNG in the working folder, then gifski at quality 90. */
export function gifskiCommand(clip: Clip, job: Job, gif: string): string {
  const pngs = ['ffmpeg', ...clipInput(clip, job), '-vf', clipFilters(job), ...pngFiles]
  const gifski = gifskiArgs(job.fps, job.width, gifskiQuality, gif)
  return `${commandLine(pngs)} && ${commandLine(gifski)} f*.png`
}

/** Only decoding, scaling and piping. */
export function floorCommand(clip: Clip, job: Job): string {
  const raw = ['-vf', clipFilters(job), '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1']
  return commandLine(['ffmpeg', ...clipInput(clip, job), ...raw])
}

/** The number of rounds of which the quickest is kept: other programs running at the time only make them slower. */
const keptRounds = 3

/** The path of the GIF that another encoder makes of the stored frames; made if it is missing. */
export function rivalGif(clip: Clip, job: Job, rival: 'ffmpeg' | 'gifski'): string {
  return kept(`${keptName(clip, job)}.${rival}.gif`, (gif) => {
    const frames = clipFrames(clip, job)
    if (rival === 'ffmpeg') encodeByFfmpeg(frames, gif)
    else encodeByGifski(frames, gifskiQuality, gif)
  })
}

/** The results of the others for a clip: measured once and stored. */
export function rivals(clip: Clip, job: Job, frames: Frames): Rivals {
  const figures = (rival: 'ffmpeg' | 'gifski', command: string, rounds: number): RivalFigures => {
    const path = rivalGif(clip, job, rival)
    const cpuSeconds = Math.min(...Array.from({ length: rounds }, () => rivalCpu(command)))
    return { bytes: statSync(path).size, cpuSeconds, quality: measureGif(path, frames) }
  }
  return keptValue(`${keptName(clip, job)}.rivals.json`, () => ({
    ffmpeg: figures('ffmpeg', ffmpegCommand(clip, job, 'out.gif'), keptRounds),
    gifski: figures('gifski', gifskiCommand(clip, job, 'out.gif'), 1),
    floorCpuSeconds: Math.min(...Array.from({ length: keptRounds }, () => floorCpu(clip, job))),
  }))
}

/** CPU seconds of decoding, scaling and piping, without the reader of the pipe. */
export function floorCpu(clip: Clip, job: Job): number {
  return commandCpu(floorCommand(clip, job))
}

/** CPU seconds of a command in a folder of its own. */
export function rivalCpu(command: string): number {
  return inFolder((folder) => commandCpu(command, folder))
}
