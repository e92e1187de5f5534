import { AppError } from '../../lib/app-error.ts'
import { encodeFrames, type Frames } from '../encode/encode-frames.ts'
import type { EncoderSettings } from '../encode/encoder-settings.ts'
import { downscaleFrame } from './downscale-frame.ts'
import type { Size } from '../loop/luma-thumbnail.ts'

/** How what is drawn follows the number of pixels, as a power: usually small pictures have more detail in each. */
const usualPower = 0.85
const mostPower = 1.25
/** How it follows the number of frames: what moves has moved further. */
const framePower = 0.7
/** What a frame takes beside what is drawn: its head and its colour table. */
const headBytes = 800
/** So many frames say what part of the bytes is drawn, and what part is the same for pictures of any size. */
const measuredFrames = 8
const mostFixed = 0.95
/** A clip that has to be shrunk is shrunk so that the file becomes smaller by at least this: less is not worth a try. */
const leastExcess = 1.25
/** The part of the limit that shrunk frames aim at. */
const aim = 0.97
/** Pictures are made no narrower than this at once: what is foretold so far away is not to be trusted. */
const leastScale = 0.25
/** And by so much where no size would do, as far as can be foreseen. */
const blindScale = 0.5
/** Pictures are made narrower down to this before frames are left out, and down to the least after that. */
const usefulWidth = 200
const leastSide = 16
/** The fewest frames a second that are left, and the fewest frames. */
const leastFramesPerSecond = 5
const leastFrames = 4

/** How to make a clip smaller. */
export type SmallerFrames = {
  width: number
  height: number
  /** Every so manyth frame stays, shown for so much longer. */
  keepEvery: number
}

/** Of what size frames were, and about how many bytes their GIF takes where it may look worse. */
export type TriedSize = { width: number; height: number; bytes: number }

/**
 * How to shrink frames for a file of at most so many bytes, where they take `bytes` with the settings that are wanted.
 * Throws AppError where nothing would be left to look at.
 */
export function chooseSmallerFrames(
  frames: Frames,
  { settings, bytes, maxBytes }: { settings: EncoderSettings; bytes: number; maxBytes: number },
): SmallerFrames {
  const { width, height, count, durationMs } = frames
  const left = Math.min((maxBytes * aim) / bytes, 1 / leastExcess)
  const heads = (headBytes * count) / bytes
  const { fixed, power } = measure(frames, left ** (1 / usualPower / 2), settings, heads)
  const scaleFor = (keepEvery: number) => {
    const drawn = (left - fixed / keepEvery) / (1 - fixed) / keepEvery ** -framePower
    return drawn > 0 ? Math.min(1, Math.max(leastScale, drawn ** (1 / power / 2))) : 0
  }
  const most = Math.max(
    1,
    Math.floor(Math.min(1000 / leastFramesPerSecond / durationMs, count / leastFrames)),
  )
  let keepEvery = 1
  while (keepEvery < most && width * scaleFor(keepEvery) < Math.min(width, usefulWidth)) keepEvery += 1
  const scale = scaleFor(keepEvery) || blindScale
  const shrunk = { width: Math.floor(width * scale), height: Math.floor(height * scale) }
  const least = Math.min(leastSide, width, height)
  if (shrunk.width < least || shrunk.height < least) throw doesNotFit({ width, height, bytes }, maxBytes)
  return { ...shrunk, keepEvery }
}

/** What part of the bytes smaller pictures do not save, and the power by which they save the rest. */
function measure(
  frames: Frames,
  scale: number,
  settings: EncoderSettings,
  heads: number,
): { fixed: number; power: number } {
  const { width, height, count, durationMs, frameAt } = frames
  const measured = Math.min(count, measuredFrames)
  const first = Math.floor((count - measured) / 2)
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
  const bytesOf = (size: Size, frameAt: (index: number) => Uint8Array) => {
    const part = { ...size, count, durationMs, frameAt }
    const run = { first, end: first + measured, loops: 0, settings }
    const bytes = encodeFrames(part, { ...run, write: () => undefined, onFrame: () => true }) ?? []
    return bytes.reduce((sum, bytes) => sum + bytes, 0)
  }
  const pixels = (size.width * size.height) / (width * height)
  if (pixels === 1) return { fixed: Math.min(mostFixed, heads), power: usualPower }
  const shrunk = bytesOf(size, (index) => downscaleFrame(frameAt(index), { width, height }, size))
  const bytes = shrunk / bytesOf({ width, height }, frameAt)
  const drawn = pixels ** usualPower
  const fixed = heads + Math.max(0, (bytes - drawn) / (1 - drawn))
  const power = Math.min(mostPower, Math.log(Math.min(bytes, drawn)) / Math.log(pixels))
  return { fixed: Math.min(mostFixed, fixed), power }
}

/** The error where the GIF of frames that cannot be smaller is too large. */
export function doesNotFit({ width, height, bytes }: TriedSize, maxBytes: number): AppError {
  const about = Math.round(Number(bytes.toPrecision(2)))
  return new AppError(
    'invalid_value',
    `The GIF does not fit into ${maxBytes} bytes: even of ${width} x ${height} pixels it takes about ${about}. Allow it more, or take a shorter clip or fewer frames.`,
    { field: 'max_bytes' },
  )
}
