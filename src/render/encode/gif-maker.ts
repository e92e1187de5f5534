import type { EncoderSettings } from '../../gif/encode/encoder-settings.ts'

/** A file that is to be made; it is not larger than the frames. */
export type GifFile = {
  width: number
  height: number
  /** What the GIF is written to as it grows, by its number. It stays open; a full pipe holds the encoder back. */
  descriptor: number
  /** The most that may be written. */
  maxFileBytes: number
}

/** GIFs of the same frames, in several sizes. */
export type GifGroup = {
  settings: EncoderSettings
  /** Which of the frames they show, by number, ascending; all where it is left out. */
  only?: readonly number[]
  /**
   * How long each frame lasts, of those with times of their own by their number; need not be whole: the encoder rounds
   * where frames end, so nothing adds up.
   */
  frameMs: number | readonly number[]
  files: GifFile[]
}

/** What is to be made of the same frames. */
export type GifJob = {
  /** The size of the frames. */
  frame: { width: number; height: number }
  loops: number
  groups: GifGroup[]
  /** Called with the count of frames that the encoder has taken. */
  onFrames?: (count: number) => void
}

export type GifMade = {
  /** Those that were given. The files may have fewer: ones that look the same are joined. */
  frames: number
  /** The bytes of each file, in the order that they were given in. */
  bytes: number[]
}

/**
 * Makes the GIFs of one clip at a time:
 *
 *     maker.start({ frame, loops, groups: [{ settings, frameMs, files: [{ width, height, descriptor, maxFileBytes }] }] })
 *     for await (const chunk of rawFrames) await maker.write(chunk)
 *     const { frames, bytes } = await maker.finish()
 *     maker.start(...)             // the next one
 *     await maker.close()          // at any time; a GIF that is not finished is given up
 *
 * `GifThread` makes them in a thread, `GifInProcess` where it is called.
 */
export type GifMaker = {
  /** Whether another GIF can be started: none is started, and none has failed. */
  readonly isIdle: boolean
  /** Begins a GIF. Throws where one is started and not finished, and what ended the maker. */
  start: (job: GifJob) => void
  /**
   * Takes the next bytes of the frames, one after the other: RGBA, 8 bits, straight alpha. A chunk may end anywhere.
   * Resolves when all of it is taken and may be changed: wait for it before the next. Rejects with what `gifError` makes
   * of a fault, which ends the maker.
   */
  write: (chunk: Uint8Array) => Promise<void>
  /** Has the rest of the GIF written. A part of a frame that never came whole is left out. Rejects as `write` does. */
  finish: () => Promise<GifMade>
  /** Ends the maker at once; every promise that is open rejects. */
  close: () => Promise<void>
}
