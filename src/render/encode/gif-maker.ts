import type { EncoderSettings } from '../../gif/encode/encoder-settings.ts'

/** A GIF file to make, not larger than the frames. */
export type GifFile = {
  width: number
  height: number
  /** The descriptor to write the GIF to as it grows. It stays open; a full pipe delays the encoder. */
  descriptor: number
  /** The most bytes to write. */
  maxFileBytes: number
}

/** GIFs of the same frames, in several sizes. */
export type GifGroup = {
  settings: EncoderSettings
  /** The numbers of the frames to show, ascending; default: all. */
  only?: readonly number[]
  /**
   * The duration of each frame, or a list by frame number. Need not be whole: the encoder rounds the ends of frames, so
   * errors do not add up.
   */
  frameMs: number | readonly number[]
  files: GifFile[]
}

/** The GIFs to make from the same frames. */
export type GifJob = {
  /** The size of the frames. */
  frame: { width: number; height: number }
  loops: number
  groups: GifGroup[]
  /** Called with the number of frames that the encoder has taken. */
  onFrames?: (count: number) => void
}

export type GifMade = {
  /** The number of frames given. The files may have fewer, because identical ones are joined. */
  frames: number
  /** The bytes of each file, in the order of the job. */
  bytes: number[]
}

/**
 * Makes the GIFs of one clip at a time:
 *
 *     const files = [{ width, height, descriptor, maxFileBytes }]
 *     maker.start({ frame, loops, groups: [{ settings, frameMs, files }] })
 *     for await (const chunk of rawFrames) await maker.write(chunk)
 *     const { frames, bytes } = await maker.finish()
 *     maker.start(...)             // the next one
 *     await maker.close()          // at any time; drops an unfinished GIF
 *
 * `GifThread` makes them in a thread, `GifInProcess` in the calling one.
 */
export type GifMaker = {
  /** True if a GIF can be started: none is in progress, and none has failed. */
  readonly isIdle: boolean
  /** Starts a GIF. Throws an Error if one is in progress, and the error that ended the maker. */
  start: (job: GifJob) => void
  /**
   * Takes the next bytes of the frames in order: RGBA, 8 bits, straight alpha. A chunk may end anywhere. Resolves when
   * all of it is taken and may be changed: wait for it before the next. Rejects with the `gifError` of a fault, which
   * ends the maker.
   */
  write: (chunk: Uint8Array) => Promise<void>
  /** Writes the rest of the GIF. An incomplete last frame is dropped. Rejects as `write` does. */
  finish: () => Promise<GifMade>
  /** Ends the maker immediately; every pending promise rejects. */
  close: () => Promise<void>
}
