import { join } from 'node:path'
import { AppError } from '../lib/app-error.ts'
import type { MediaLimits } from '../media/media-engine.ts'
import { type RenditionName, renditions } from '../media/rendition.ts'
import type { DamageWindow } from './decode/damage.ts'
import { type Ratio, valueOf } from './probe/ratio.ts'

/** What a file may ask of the machine, and which files are accepted. */
export type SourceLimits = MediaLimits & {
  /** For the user's own files: whatever ffmpeg reads, with all of its decoders. */
  anyFormat?: boolean
}

/** What every step of one job needs to know. */
export type Job = {
  /** The folder for files of the job. `make` creates it on the first call. */
  folder: () => string
  limits: SourceLimits
  /** Processor time that one tool of the job may use: more than the wall clock of the job allows it. */
  maxCpuSeconds: number
  /** When the job began and when it has to be done, by performance.now(). */
  startedMs: number
  endsAtMs: number
  onProgress: (fraction: number) => void
  /** Called with the count of frames that were stored or encoded so far. */
  onFrames?: (step: 'store' | 'encode', done: number, of: number) => void
  /** Called with characters of texts that no font has: boxes stand for them. */
  onMissingCharacters?: (characters: string[]) => void
  /** Reserves disk space. Throws AppError unavailable where there is too little. */
  reserve: (bytes: number) => Promise<void>
}

/** How a clip of a video is decoded, where it may be decoded again from another place in the video. */
export type Decoding = {
  seekSeconds: number
  /** The arguments that open the video so that decoding begins there; by so many threads, or as many as suit it. */
  inputFrom: (seekSeconds: number, threads?: number) => string[]
  /** The number of the stream of pictures. */
  stream: number
  window: Omit<DamageWindow, 'isSought'>
  /** The time stamp of the beginning of the video. */
  startStamp: number
  maxDamagedShare: number
}

/** What ffmpeg reads, and how it makes frames of it. */
export type FrameSource = {
  /** The arguments that open the source as ffmpeg's first input. */
  input: string[]
  /** The number of the stream of pictures in the input; left out: its only one. */
  stream?: number
  /** The filters that turn that stream into exactly `frames` frames, or fewer where the source has no more. */
  filters: string
  /** Raw frames, one a chunk, for `pipe:0` where that is the input. */
  feed?: AsyncIterable<Uint8Array>
  /** The size of the frames of `feed`, where the filters change it. */
  feedSize?: { width: number; height: number }
  width: number
  height: number
  /** Infinity where that is not known. */
  frames: number
  /** Frames a second; on average where they have times of their own. */
  rate: Ratio
  /** How long each frame is shown, in whole milliseconds, where not all are shown for as long. Only with `feed`. */
  framesMs?: readonly number[] | undefined
  /** Whether frames come with the time stamps that the filters give them, as `OnFrame` says. */
  isStamped?: boolean
  /** Whether some of it may be transparent. */
  hasAlpha: boolean
  watermarkText: string | null
  /** What decoding it takes of the disk beside the frames; left out where it takes nothing. */
  decodedBytes?: number
  /** About what the GIF takes, where a sample of the frames was encoded because it could be too large; 0 otherwise. */
  expectedGifBytes?: number
  /** Null where its damage has been looked at, and for frames of ours. */
  decoding: Decoding | null
  /** What to tell a person where ffmpeg failed on it; anything but a ToolFailure stays as it is. */
  toError: (error: unknown) => unknown
  /** What to tell where ffmpeg ended well, complained of this, and there was no frame. */
  noFrames: (stderr: string) => AppError
}

/** The job as one step sees it, whose progress goes from one fraction to another. */
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

/** The path of an intermediate file, which need not exist yet. */
export function intermediatePath(job: Job, name: keyof typeof intermediateFiles): string {
  return join(job.folder(), intermediateFiles[name])
}

/** How long a frame of a source is shown, by its number. */
export function shownMs({ rate, framesMs }: Pick<FrameSource, 'rate' | 'framesMs'>, frame: number): number {
  return framesMs?.[frame] ?? 1000 / valueOf(rate)
}

/** How long so many frames of a source are shown together, from the first. */
export function sourceMs({ rate, framesMs }: Pick<FrameSource, 'rate' | 'framesMs'>, frames: number): number {
  if (framesMs === undefined) return Math.round((frames * 1000) / valueOf(rate))
  return framesMs.slice(0, frames).reduce((sum, ms) => sum + ms, 0)
}

/** The label of a source's stream of pictures in the filters of ffmpeg. */
export function streamLabel({ stream }: Pick<FrameSource, 'stream'>): string {
  return `[0:${stream ?? 'V:0'}]`
}

/** The bytes of one frame: RGBA, 8 bits. */
export function frameBytes({ width, height }: { width: number; height: number }): number {
  return width * height * 4
}

/** The path of a rendition. */
export function renditionPath(job: Job, name: RenditionName): string {
  return join(job.folder(), renditions[name].file)
}

/** The AppError where ffmpeg was given frames of ours and returned none. */
export function noFramesMade(stderr: string): AppError {
  return new AppError('internal', 'The GIF could not be made.', {
    retry: true,
    cause: `ffmpeg left no frame: ${stderr}`,
  })
}
