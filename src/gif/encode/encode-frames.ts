import { GifEncoder } from './encoder.ts'
import { FrameSizes } from './frame-sizes.ts'
import type { EncoderSettings } from './encoder-settings.ts'

/** The frames of a clip, all shown for the same time. */
export type Frames = {
  width: number
  height: number
  count: number
  durationMs: number
  /** RGBA, 8 bits, straight alpha. A frame is used before the next is asked for; in any order, more than once. */
  frameAt: (index: number) => Uint8Array
}

export type Encoding = {
  first: number
  end: number
  loops: number
  /** Read for every frame: whoever calls may change them on the way. */
  settings: EncoderSettings
  write: (bytes: Uint8Array) => void
  /** Called before each frame, with how many frames are written and how many bytes they took; false: stops. */
  onFrame: (written: number, bytes: number) => boolean
}

/** Encodes some frames in a row; gives what each of them took, or undefined where it was stopped. */
export function encodeFrames(frames: Frames, encoding: Encoding): number[] | undefined {
  const { width, height, durationMs } = frames
  const { first, end, loops, settings, write, onFrame } = encoding
  const sizes = new FrameSizes()
  const encoder = new GifEncoder({ width, height, loops }, settings, (bytes) => {
    sizes.push(bytes)
    write(bytes)
  })
  const bytes: number[] = []
  let shown = 0
  const read = () => {
    for (const size of sizes.take()) {
      // A picture is shown for one frame, and for those after it that are the same.
      shown += size.centiseconds * 10
      bytes.push(size.bytes)
      while (bytes.length < Math.min(Math.round(shown / durationMs), end - first)) bytes.push(0)
    }
  }
  for (let frame = first; frame < end; frame += 1) {
    read()
    if (!onFrame(bytes.length, sizes.bytes)) return undefined
    encoder.add(frames.frameAt(frame), durationMs)
  }
  encoder.finish()
  read()
  return bytes
}
