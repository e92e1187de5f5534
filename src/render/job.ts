import { join } from 'node:path'
import { AppError } from '../lib/app-error.ts'
import type { MediaLimits } from '../media/media-engine.ts'
import { type RenditionName, renditions } from '../media/rendition.ts'
import type { DamageWindow } from './decode/damage.ts'
import type { Ratio } from './probe/ratio.ts'

/** What every stage of one job needs to know. */
export type Job = {
  folder: string
  limits: MediaLimits
  /** Processor time that one tool of the job may use: more than the wall clock of the job allows it. */
  maxCpuSeconds: number
  /** When the job began and when it has to be done, by performance.now(). */
  startedMs: number
  endsAtMs: number
  onProgress: (fraction: number) => void
}

/** How a clip of a video is decoded, where it may be decoded again from another place in the video. */
export type Decoding = {
  seekSeconds: number
  /** The arguments that open the video so that decoding begins there; by so many threads, or as many as suit it. */
  inputFrom: (seekSeconds: number, threads?: number) => string[]
  window: Omit<DamageWindow, 'isSought'>
  /** The time stamp of the beginning of the video. */
  startStamp: number
  maxDamagedShare: number
}

/** Where frames come from: what ffmpeg is to read, and how it makes them of it. */
export type FrameSource = {
  /** The words that open the source as ffmpeg's first input. */
  input: string[]
  /** What turns `[0:V:0]` into exactly `frames` frames, or fewer where the source has no more. */
  filters: string
  /** What `pipe:0` gives, where the input is that. */
  feed?: AsyncIterable<Uint8Array>
  width: number
  height: number
  frames: number
  /** Frames a second. */
  rate: Ratio
  /** Whether some of it may be see-through. */
  hasAlpha: boolean
  watermarkText: string | null
  /** Null where its damage has been looked at, and for frames of ours. */
  decoding: Decoding | null
  /** What to tell a person where ffmpeg failed on it; anything but a ToolFailure stays as it is. */
  toError: (error: unknown) => unknown
  /** What to tell where ffmpeg ended well, complained of this, and there was no frame. */
  noFrames: (stderr: string) => AppError
}

/** Files of the job that are gone when it ends. */
export const intermediateFiles = {
  watermark: 'watermark.png',
  spool: 'frames.rgba',
} as const

/** Where in the job's folder the intermediate file is, whether it is there yet or not. */
export function intermediatePath(job: Job, name: keyof typeof intermediateFiles): string {
  return join(job.folder, intermediateFiles[name])
}

/** How many bytes one of its frames takes: RGBA, 8 bits. */
export function frameBytes({ width, height }: { width: number; height: number }): number {
  return width * height * 4
}

/** Where in the job's folder a rendition is to be. */
export function renditionPath(job: Job, name: RenditionName): string {
  return join(job.folder, renditions[name].file)
}

/** The AppError where frames of ours went in and none came out. */
export function noOwnFrames(stderr: string): AppError {
  return new AppError('internal', 'The GIF could not be made.', {
    ...{ retry: true, cause: `ffmpeg left no frame: ${stderr}` },
  })
}
