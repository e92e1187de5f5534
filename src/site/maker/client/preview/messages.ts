import type { Edit } from './edit.ts'

/** What the page and the worker of the preview say to each other. */

/**
 * What frames come from: a file, the address of a video of our own origin, pictures, or frames that the page gives. `shown` is
 * the size of the source as browsers show it, of which the video may be a small copy; null where the video is the source.
 */
export type SourceInput =
  | { kind: 'video'; file: Blob | string; shown: Size | null }
  | { kind: 'animation'; file: Blob }
  | { kind: 'pictures'; files: Blob[] }
  | { kind: 'page'; facts: PageVideo; shown: Size | null }

type Size = { width: number; height: number }

/** A video as its element knows it. */
export type PageVideo = { width: number; height: number; durationSeconds: number }

/** What the worker needs of the page it works for. */
export type Setup = {
  limits: { maxFps: number; maxWidth: number }
  /** The address of the script that reads videos. */
  demuxer: string
  /** The address of the watermark for a size, in which WIDTH and HEIGHT are replaced; null where there is none. */
  watermark: string | null
  /** The folder of the engine that draws layers, and of its fonts. */
  layers: string
  /** The bytes that frames may take in memory. */
  maxBytes: number
}

/** `preview` may first give fewer frames; `file` gives the whole GIF, however long that takes. */
export type Purpose = 'preview' | 'file'

export type ToWorker =
  | ({ type: 'setup' } & Setup)
  | { type: 'open'; source: number; input: SourceInput }
  | { type: 'make'; job: number; edit: Edit; purpose: Purpose; stickers: File[] }
  | { type: 'stop' }
  | { type: 'frame'; request: number; frame: ImageBitmap | null }

/** A GIF that was made. */
export type Made = {
  bytes: Blob
  width: number
  height: number
  frames: number
  seconds: number
  /** Whether only every other frame is in it: the whole GIF follows. */
  isPartial: boolean
  /** The size of the whole GIF; of a partial one about. */
  gifBytes: number
}

export type FromWorker =
  | { type: 'opened'; source: number }
  | { type: 'refused'; source: number; reason: string }
  | { type: 'progress'; job: number; fraction: number }
  | ({ type: 'made'; job: number; encodeMs: number } & Made)
  | ({ type: 'estimated'; job: number } & Estimate)
  | { type: 'failed'; job: number; problem: Problem }
  | { type: 'need'; request: number; seconds: number }

/** About what a GIF takes that is too long to be made again and again. */
export type Estimate = { gifBytes: number; width: number; height: number; frames: number; seconds: number }

/**
 * Why there is no GIF: the limit cannot be kept, the frames do not fit into memory, the source cannot be read, or the
 * browser lacks what the encoder needs.
 */
export type Problem = 'does-not-fit' | 'too-large' | 'unreadable' | 'old-browser'
