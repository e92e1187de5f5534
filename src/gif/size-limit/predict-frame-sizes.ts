import type { ChangeProfile } from './change-profile.ts'
import { encodeFrameRange, type Frames } from '../encode/encode-frames.ts'
import type { EncoderSettings } from '../encode/encoder-settings.ts'

const runFrames = 7
/** The first frames of a run are not typical: the first is painted completely, and new pixels then stay for a while. */
const warmUpFrames = 3
const sampledPart = 0.15
const minRuns = 3
const maxRuns = 12
/** The bytes of a frame besides its image data. */
const frameOverheadBytes = 24
/** The bytes of a frame grow with this power of the painted area. */
const paintedPower = 0.8
/** The weight of the first, complete frame in a run's cost: it decides if little else is painted. */
const wholeFrameWeight = 0.01

/** Consecutive frames that were encoded separately, and the bytes of each. */
type Run = { first: number; bytes: number[] }

/** Returns the number of frames that `predictFrameSizes` encodes. */
export function sampledFrames(count: number): number {
  return firstsOf(count).length * runFrames
}

/** Predicts the bytes of every frame of a clip from a few short runs, in proportion to the painted area. Throws what GifEncoder throws. */
export function predictFrameSizes(
  frames: Frames,
  settings: EncoderSettings,
  profile: ChangeProfile,
  onFrame: () => boolean,
): Float64Array {
  const pixels = frames.width * frames.height
  const painted = Float64Array.from(
    { length: frames.count },
    (_, frame) => profile.painted(frame, settings.hold) ** paintedPower * pixels,
  )
  const runs = encodeRuns(frames, settings, onFrame)
  const costs = runs.map((run) => ({ middle: run.first + runFrames / 2, cost: costOf(run, painted, pixels) }))
  const sizes = painted.map((area, frame) => frameOverheadBytes + area * costAt(costs, frame))
  for (const { first, bytes } of runs) {
    // Within the whole clip, the first frames of a run have different sizes, except at its start.
    for (const [index, size] of bytes.entries()) {
      if (index >= warmUpFrames || first === 0) sizes[first + index] = size
    }
  }
  return sizes
}

/** Encodes the runs as if they were one clip, so that they share palettes like its frames. */
function encodeRuns(frames: Frames, settings: EncoderSettings, onFrame: () => boolean): Run[] {
  const firsts = firstsOf(frames.count)
  const count = firsts.length * runFrames
  const frameAt = (index: number) =>
    frames.frameAt((firsts[Math.floor(index / runFrames)] ?? 0) + (index % runFrames))
  const write = () => undefined
  const encoding = { first: 0, end: count, loops: 0, settings, write, onFrame }
  const bytes = encodeFrameRange({ ...frames, count, frameAt }, encoding) ?? []
  return firsts.map((first, run) => ({ first, bytes: bytes.slice(run * runFrames, (run + 1) * runFrames) }))
}

/** Returns the first frames of the runs: the first, the last that a run can begin with, and some in between. */
function firstsOf(count: number): number[] {
  const runs = Math.max(minRuns, Math.min(maxRuns, Math.round((count * sampledPart) / runFrames)))
  return Array.from({ length: runs }, (_, run) => Math.round((run * (count - runFrames)) / (runs - 1)))
}

/** Returns the bytes per painted pixel in a run. */
function costOf({ first, bytes }: Run, painted: Float64Array, pixels: number): number {
  let sum = wholeFrameWeight * (bytes[0] ?? 0)
  let area = wholeFrameWeight * pixels
  for (let index = warmUpFrames; index < bytes.length; index += 1) {
    sum += bytes[index] ?? 0
    area += painted[first + index] ?? 0
  }
  return sum / area
}

/**
 * Returns the bytes per painted pixel at a frame, interpolated between the runs before and after it. Throws an Error if
 * there are no runs.
 */
function costAt(costs: readonly { middle: number; cost: number }[], frame: number): number {
  const after = costs.findIndex(({ middle }) => middle >= frame)
  const to = costs[after] ?? costs.at(-1)
  const from = costs[after - 1] ?? to
  if (from === undefined || to === undefined) throw new Error('a prediction needs runs')
  const share = to.middle === from.middle ? 0 : (frame - from.middle) / (to.middle - from.middle)
  return from.cost + (to.cost - from.cost) * Math.max(0, Math.min(1, share))
}
