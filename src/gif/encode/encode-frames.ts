import { type EncoderCheckpoint, GifEncoder } from './encoder.ts'
import type { EncoderSettings } from './encoder-settings.ts'

/** The frames of a clip, all shown for the same time. */
export type Frames = {
  width: number
  height: number
  count: number
  durationMs: number
  /**
   * Returns a frame: RGBA, 8 bits, straight alpha. Frames are requested in any order, some more than once; each is used
   * before the next is requested.
   */
  frameAt: (index: number) => Uint8Array
}

/** The state of an encoding between two frames, from which it can continue with other settings. */
export type ClipCheckpoint = {
  readonly encoder: EncoderCheckpoint
  /** The next frame to add. */
  readonly next: number
  /** The bytes of each frame written. */
  readonly sizes: readonly number[]
  /** The bytes written so far, and the milliseconds that their pictures are shown. */
  readonly bytes: number
  readonly shownMs: number
}

export type EncodingState = {
  /** The number of frames written, and their bytes. */
  written: number
  bytes: number
  /** The number of frames queued. */
  waiting: number
  checkpoint: () => ClipCheckpoint
}

export type Encoding = {
  /** The first frame, and the one after the last. */
  first: number
  end: number
  /** The number of times the animation plays; 0 means forever. */
  loops: number
  /** Read for every frame: the caller may change them while encoding. */
  settings: EncoderSettings
  /** The place to continue from, instead of the first frame. */
  from?: ClipCheckpoint | undefined
  write: (bytes: Uint8Array) => void
  /** Called before each frame; return false to stop. */
  onFrame: (state: EncodingState) => boolean
}

/**
 * Encodes a range of a clip's frames. Returns the bytes of each frame, including those before the checkpoint, or
 * undefined if `onFrame` stopped it. Throws what GifEncoder throws.
 */
export function encodeFrameRange(frames: Frames, encoding: Encoding): number[] | undefined {
  const { width, height, durationMs } = frames
  const { first, end, loops, settings, from, write, onFrame } = encoding
  const sizes = [...(from?.sizes ?? [])]
  let bytes = from?.bytes ?? 0
  let shownMs = from?.shownMs ?? 0
  const count = (part: Uint8Array) => {
    bytes += part.length
    write(part)
  }
  const onPicture = (picture: { bytes: number; centiseconds: number }) => {
    // A picture is shown for one frame, and for the identical ones after it.
    shownMs += picture.centiseconds * 10
    sizes.push(picture.bytes)
    while (sizes.length < Math.min(Math.round(shownMs / durationMs), end - first)) sizes.push(0)
  }
  const encoder =
    from === undefined
      ? new GifEncoder({ width, height, loops }, settings, count, onPicture)
      : GifEncoder.resume(from.encoder, settings, { write: count, onPicture })
  for (let next = from?.next ?? first; next < end; next += 1) {
    const state: EncodingState = {
      written: sizes.length,
      bytes,
      waiting: encoder.waitingFrames,
      checkpoint: () => ({ encoder: encoder.checkpoint(), next, sizes: [...sizes], bytes, shownMs }),
    }
    if (!onFrame(state)) return undefined
    encoder.add(frames.frameAt(next), durationMs)
  }
  encoder.finish()
  return sizes
}
