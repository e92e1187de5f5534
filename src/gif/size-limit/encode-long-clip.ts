import { type ClipCheckpoint, encodeFrameRange, type Frames } from '../encode/encode-frames.ts'
import { ChangeProfile } from './change-profile.ts'
import { LevelController } from './level-controller.ts'
import { predictFrameSizes, sampledFrames } from './predict-frame-sizes.ts'
import { settingsAt } from './quality-scale.ts'
import {
  aimedShare,
  type EncodeProgress,
  enoughShare,
  type LimitResult,
  type SizeLimit,
  strongestShare,
  suggestSmallerFrames,
} from './size-limit.ts'
import { SizeModel } from './size-model.ts'

/** The factor by which the estimate at the strongest level may exceed the limit, for each encode of the whole clip. */
const maxExcesses = [1.25, 1.12, 1] as const
/** The most frames to encode, relative to those of the clip, before the result is accepted. */
const maxWork = 2.4
/** The first encode uses level 0 if its estimate exceeds the limit by at most this factor. */
const level0Tolerance = 1.03
/** Checkpoints are made at the first segments that begin after these shares of the clip. */
const checkpointShares = [0.1, 0.3, 0.5, 0.7, 0.85] as const
/** The end of the file is held in memory from the first checkpoint on: at most this many bytes of it. */
const maxHeldBytes = 32_000_000
/** The cost of encoding the whole clip again, in equivalent steps of the level, which are visible. */
const workCost = 0.3
/** The smallest difference between levels to try. */
const leastStep = 0.01

/** The most that the level may move in another encode: the model knows the frames by then. */
const redoDrift = 0.08
/** The least predicted growth over the best file so far that makes another encode worthwhile. */
const leastGain = 1.01

/** A checkpoint from which an encode can continue at another level, and the number of held parts before it. */
type RedoPoint = { state: ClipCheckpoint; level: number; heldParts: number; tries: Try[] }

/** An encode of the end of the clip: its first level, and its bytes. */
type Try = { level: number; bytes: number }

/**
 * Predicts the size of a longer clip from samples, encodes it once at a level that follows the actual bytes of frames,
 * and encodes its end again from a checkpoint if that missed the limit or left much of it unused. Throws what
 * `suggestSmallerFrames` throws.
 */
export function encodeLongClip(frames: Frames, limit: SizeLimit, progress: EncodeProgress): LimitResult {
  return new LongClip(frames, limit, progress).encode()
}

class LongClip {
  readonly #frames: Frames
  readonly #limit: SizeLimit
  readonly #progress: EncodeProgress
  readonly #model: SizeModel
  #redoPoints: RedoPoint[] = []
  /** The file's bytes since the first checkpoint. */
  #held: Uint8Array[] = []
  #best: { bytes: number; level: number; held: Uint8Array[] } | undefined
  /** The level of each frame written so far. */
  readonly #levels: Float64Array

  constructor(frames: Frames, limit: SizeLimit, progress: EncodeProgress) {
    this.#frames = frames
    this.#limit = limit
    this.#progress = progress
    this.#model = predictSizes(frames, limit, progress)
    this.#levels = new Float64Array(frames.count)
  }

  encode(): LimitResult {
    const { count } = this.#frames
    const { maxBytes, restart, write } = this.#limit
    for (let whole = 0; whole < maxExcesses.length; whole += 1) {
      const level = this.#startLevel(whole)
      if (level === undefined) break
      if (whole > 0) restart()
      this.#redoPoints = []
      this.#held = []
      this.#encodeFrom(undefined, level)
      this.#improveEnd()
      if (this.#best !== undefined) break
    }
    const best = this.#best
    if (best === undefined) {
      restart()
      return suggestSmallerFrames(this.#frames, this.#limit, (level) => this.#model.estimate(0, count, level))
    }
    if (best.bytes > maxBytes) throw new Error('unreachable: the best file keeps the limit')
    for (const part of best.held) write(part)
    return { fits: true, bytes: best.bytes, level: best.level }
  }

  /** Returns the level at which the clip is estimated to fit, or undefined if it does not at any. */
  #startLevel(whole: number): number | undefined {
    const { count } = this.#frames
    const { maxBytes } = this.#limit
    if (whole === 0 && this.#model.estimate(0, count, 0) <= maxBytes * level0Tolerance) return 0
    const mayFit = this.#model.estimate(0, count, 1) < maxBytes * (maxExcesses[whole] ?? 1)
    return this.#model.findLevel(0, count, maxBytes * aimedShare) ?? (mayFit ? 1 : undefined)
  }

  /** Encodes the end again, from one checkpoint after another, until it uses enough of the limit or is not worth it. */
  #improveEnd(): void {
    for (;;) {
      const best = this.#best
      if (best !== undefined && (best.level === 0 || best.bytes >= this.#limit.maxBytes * enoughShare)) return
      const redo = this.#chooseRedo()
      if (redo === undefined) return
      const { point, level } = redo
      this.#redoPoints = this.#redoPoints.slice(0, this.#redoPoints.indexOf(point) + 1)
      this.#held = this.#held.slice(0, point.heldParts)
      this.#encodeFrom(point, level)
    }
  }

  /**
   * Returns the last checkpoint that reaches the aim at levels like those before it; otherwise the first that reaches
   * it.
   */
  #chooseRedo(): { point: RedoPoint; level: number } | undefined {
    const { count } = this.#frames
    const { maxBytes } = this.#limit
    const options = this.#redoPoints.flatMap((point) => {
      const { sizes, bytes, next } = point.state
      if (this.#progress.encoded + count - next > maxWork * count) return []
      const aim = maxBytes * aimedShare - bytes
      const known = levelBetween(point.tries, aim)
      if (known === 'exhausted') return []
      const level = known ?? this.#model.findLevel(sizes.length, count, aim)
      if (level === undefined) return []
      const end = known === undefined ? this.#model.estimate(sizes.length, count, level) : aim
      const cost = Math.abs(level - point.level) + workCost * (1 - next / count)
      return [{ point, level, estimate: bytes + end, cost }]
    })
    // If even the best level leaves much of the limit unused, the end is too short to use it.
    const enough = options.filter(({ estimate }) => estimate >= maxBytes * enoughShare)
    const choice = enough.toSorted((one, other) => one.cost - other.cost)[0] ?? options[0]
    const isBetter = choice !== undefined && choice.estimate > (this.#best?.bytes ?? 0) * leastGain
    return isBetter ? choice : undefined
  }

  /** Encodes the clip to its end, or until it cannot keep the limit, and corrects the model by the actual bytes. */
  #encodeFrom(point: RedoPoint | undefined, level: number): void {
    const { count } = this.#frames
    const { maxBytes, preset, loops, write } = this.#limit
    this.#progress.expect(count - (point?.state.next ?? 0))
    const start = { written: point?.state.sizes.length ?? 0, bytes: point?.state.bytes ?? 0 }
    const maxDrift = point === undefined ? 1 : redoDrift
    const budget = { count, maxBytes, aimBytes: maxBytes * aimedShare, maxDrift }
    const controller = new LevelController(this.#model, budget, level, start)
    const settings = settingsAt(preset, level)
    let { written, bytes } = start
    const advance = (to: number) => {
      this.#levels.fill(controller.level, written, to)
      written = to
    }
    const sizes = encodeFrameRange(this.#frames, {
      first: 0,
      end: count,
      loops,
      settings,
      from: point?.state,
      write: (part) => {
        bytes += part.length
        if (bytes > maxBytes) return
        if (this.#redoPoints.length === 0) write(part)
        else this.#held.push(part)
      },
      onFrame: (state) => {
        this.#progress.next()
        advance(state.written)
        const mayFit = controller.update(state.written, state.bytes)
        Object.assign(settings, settingsAt(preset, controller.level))
        if (this.#isCheckpoint(state)) {
          const { level } = controller
          this.#redoPoints.push({ state: state.checkpoint(), level, heldParts: this.#held.length, tries: [] })
        }
        return mayFit
      },
    })
    if (sizes !== undefined) {
      advance(count)
      controller.update(count, bytes)
      point?.tries.push({ level, bytes: bytes - start.bytes })
      if (bytes <= maxBytes && bytes > (this.#best?.bytes ?? 0)) {
        const level = this.#levels.reduce((sum, each) => sum + each, 0) / count
        this.#best = { bytes, level, held: this.#held }
      }
    }
    controller.correctModel()
  }

  /** Returns true if a checkpoint is due and small, which it is at the beginning of a segment. */
  #isCheckpoint({ written, bytes, waiting }: { written: number; bytes: number; waiting: number }): boolean {
    const share = checkpointShares[this.#redoPoints.length]
    if (share === undefined || waiting !== 1 || written < this.#frames.count * share) return false
    return this.#limit.maxBytes - bytes <= maxHeldBytes
  }
}

/** Returns the level for a number of bytes between two tries, or undefined if nothing was tried on one side of it. */
function levelBetween(tries: readonly Try[], bytes: number): number | 'exhausted' | undefined {
  const byLevel = tries.toSorted((one, other) => one.level - other.level)
  const over = byLevel.findLast((each) => each.bytes > bytes)
  const under = byLevel.find((each) => each.bytes <= bytes)
  if (over === undefined || under === undefined) return undefined
  if (Math.abs(under.level - over.level) < leastStep) return 'exhausted'
  const share = Math.log(over.bytes / bytes) / Math.log(over.bytes / under.bytes)
  return over.level + (under.level - over.level) * share
}

/** Predicts the bytes of every frame at the preset's level, and at those that the limit may need, from samples. */
function predictSizes(frames: Frames, { preset, maxBytes }: SizeLimit, progress: EncodeProgress): SizeModel {
  const { count } = frames
  const profile = new ChangeProfile(frames)
  const model = new SizeModel()
  const sample = (level: number, encodes: number) => {
    progress.expect(sampledFrames(count) * encodes + count)
    const sizes = predictFrameSizes(frames, settingsAt(preset, level), profile, () => progress.next())
    model.set(level, sizes)
    if (level < 1)
      model.set(
        1,
        sizes.map((bytes) => bytes * strongestShare ** (1 - level)),
      )
  }
  sample(0, 2)
  if (model.estimate(0, count, 0) > maxBytes * level0Tolerance)
    sample(model.findLevel(0, count, maxBytes * aimedShare) ?? 1, 1)
  return model
}
