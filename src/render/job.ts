import { join } from 'node:path'
import { AppError } from '../lib/app-error.ts'
import type { MediaLimits } from '../media/media-engine.ts'
import { type RenditionName, renditions } from '../media/rendition.ts'
import type { DamageWindow } from './decode/damage.ts'
import { type Ratio, valueOf } from './probe/ratio.ts'

/** Limits on the resources that a file may use, and on the accepted formats. */
export type SourceLimits = MediaLimits & {
  /** For the user's own files: everything that ffmpeg reads, with all of its decoders. */
  anyFormat?: boolean
}

/** The context of every step of one job. */
export type Job = {
  /** The folder for files of the job. `make` creates it on the first call. */
  folder: () => string
  limits: SourceLimits
  /** The processor time that one tool of the job may use, which exceeds the wall-clock time of the job. */
  maxCpuSeconds: number
  /** The start and the deadline of the job, by performance.now(). */
  startedMs: number
  endsAtMs: number
  onProgress: (fraction: number) => void
  /** Called with the number of frames stored or encoded so far. */
  onFrames?: (step: 'store' | 'encode', done: number, of: number) => void
  /** Called with characters of texts that no font has, which are shown as boxes. */
  onMissingCharacters?: (characters: string[]) => void
  /** Reserves disk space. Throws AppError unavailable if there is too little. */
  reserve: (bytes: number) => Promise<void>
}

/** The decoding of a clip of a video that may be decoded again from another place. */
export type Decoding = {
  seekSeconds: number
  /** Returns the arguments that open the video to decode from there, with this number of threads or a suitable one. */
  inputFrom: (seekSeconds: number, threads?: number) => string[]
  /** The number of the stream of pictures. */
  stream: number
  window: Omit<DamageWindow, 'isSought'>
  /** The time stamp of the beginning of the video. */
  startStamp: number
  maxDamagedShare: number
}

/** The input of ffmpeg, and how to make frames from it. */
export type FrameSource = {
  /** The arguments that open the source as ffmpeg's first input. */
  input: string[]
  /** The number of the stream of pictures in the input; default: its only one. */
  stream?: number
  /** The filters that turn that stream into exactly `frames` frames, or fewer if the source has no more. */
  filters: string
  /** Raw frames, one per chunk, for `pipe:0` if that is the input. */
  feed?: AsyncIterable<Uint8Array>
  /** The size of the frames of `feed`, if the filters change it. */
  feedSize?: { width: number; height: number }
  width: number
  height: number
  /** Infinity if unknown. */
  frames: number
  /** Frames per second; on average if they have individual times. */
  rate: Ratio
  /** The time each frame is shown, in whole milliseconds, if the times differ. Only with `feed`. */
  framesMs?: readonly number[] | undefined
  /** True if frames have the time stamps that the filters set, as described for `OnFrame`. */
  isStamped?: boolean
  /** True if some of it may be transparent. */
  hasAlpha: boolean
  watermarkText: string | null
  /** The disk space for decoding it, besides the frames; default: none. */
  decodedBytes?: number
  /** The approximate bytes of the GIF, if a sample was encoded because it could be too large; 0 otherwise. */
  expectedGifBytes?: number
  /** Null if its damage has been examined, and for frames that we feed. */
  decoding: Decoding | null
  /** Returns the user-facing error for a failure of ffmpeg; anything but a ToolFailure stays as it is. */
  toError: (error: unknown) => unknown
  /** Returns the error for when ffmpeg ended normally with these complaints, and there was no frame. */
  noFrames: (stderr: string) => AppError
}

/** Returns the job for one step, whose progress goes from one fraction to another. */
export function partOfJob(job: Job, from: number, to: number): Job {
  return { ...job, onProgress: (fraction) => job.onProgress(from + fraction * (to - from)) }
}

/** Files of the job that are removed when it ends. */
export const intermediateFiles = {
  watermark: 'watermark.png',
  frames: 'frames.rgba',
  derived: 'derived.rgba',
  edited: 'edited.gif',
} as const

/** Returns the path of an intermediate file, which need not exist yet. */
export function intermediatePath(job: Job, name: keyof typeof intermediateFiles): string {
  return join(job.folder(), intermediateFiles[name])
}

/** Returns the time a frame of a source is shown, by its number. */
export function shownMs({ rate, framesMs }: Pick<FrameSource, 'rate' | 'framesMs'>, frame: number): number {
  return framesMs?.[frame] ?? 1000 / valueOf(rate)
}

/** Returns the total time of the first `frames` frames of a source. */
export function sourceMs({ rate, framesMs }: Pick<FrameSource, 'rate' | 'framesMs'>, frames: number): number {
  if (framesMs === undefined) return Math.round((frames * 1000) / valueOf(rate))
  return framesMs.slice(0, frames).reduce((sum, ms) => sum + ms, 0)
}

/** Returns the label of a source's stream of pictures in the filters of ffmpeg. */
export function streamLabel({ stream }: Pick<FrameSource, 'stream'>): string {
  return `[0:${stream ?? 'V:0'}]`
}

/** Returns the bytes of one frame: RGBA, 8 bits. */
export function frameBytes({ width, height }: { width: number; height: number }): number {
  return width * height * 4
}

/** Returns the path of a rendition. */
export function renditionPath(job: Job, name: RenditionName): string {
  return join(job.folder(), renditions[name].file)
}

/** Returns the AppError for when ffmpeg was fed our frames and returned none. */
export function noFramesMade(stderr: string): AppError {
  return new AppError('internal', 'The GIF could not be made.', {
    retry: true,
    cause: `ffmpeg left no frame: ${stderr}`,
  })
}
