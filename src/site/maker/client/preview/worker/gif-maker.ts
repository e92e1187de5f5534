import { MissingSimdError } from '../../../../../gif/kernels/missing-simd-error.ts'
import { SizeLimitError } from '../../../../../gif/size-limit/size-limit-error.ts'
import type { Edit } from '../edit.ts'
import type { Estimate, Made, Problem, Purpose, Setup } from '../messages.ts'
import { ByteCache } from './byte-cache.ts'
import { type Clip, clipMs, clipOf, halved } from './clip.ts'
import type { ClipPlan, ClipSource } from './clip-source.ts'
import type { Drawing } from './drawings.ts'
import { encodeClip, type Encoded, type Pause, turnMs } from './encode-clip.ts'
import { bytesInRun, sampledRuns } from './estimate-size.ts'
import { fitClip } from './fit-clip.ts'
import type { Pace } from './pace.ts'

/** How many frames of a long clip are decoded and encoded at a time. */
const framesAtOnce = 48

export type MakeEvents = {
  /** Between turns: resolves to whether to go on. */
  pause: Pause
  onProgress: (fraction: number) => void
  onMade: (made: Made, encodeMs: number) => void
  onEstimate: (estimate: Estimate) => void
}

/** A problem that a person is told of. */
export class MakeProblem extends Error {
  readonly problem: Problem

  constructor(problem: Problem, cause?: unknown) {
    super(problem, { cause })
    this.problem = problem
  }
}

/** What is drawn on the frames of an edit. */
export type OpenDrawings = (edit: Edit, size: { width: number; height: number }) => Promise<Drawing[]>

/** Makes GIFs of one source, and keeps its scaled frames for the next. */
export class GifMaker {
  readonly #source: ClipSource
  readonly #isVideo: boolean
  readonly #setup: Setup
  readonly #openDrawings: OpenDrawings
  readonly #pace: Pace
  readonly #frames: ByteCache<Uint8Array>
  readonly #maxBytes: number

  constructor(
    source: ClipSource,
    options: { isVideo: boolean; setup: Setup; openDrawings: OpenDrawings; pace: Pace; maxBytes: number },
  ) {
    this.#source = source
    this.#isVideo = options.isVideo
    this.#setup = options.setup
    this.#openDrawings = options.openDrawings
    this.#pace = options.pace
    this.#maxBytes = options.maxBytes
    this.#frames = new ByteCache(options.maxBytes, (frame) => frame.length)
  }

  /**
   * Makes a GIF, unless it is stopped: a preview first of every other frame where the whole takes long, and only as an
   * estimate where its frames take more memory than there is. Throws MakeProblem, and MissingSimdError.
   */
  async make(edit: Edit, purpose: Purpose, events: MakeEvents): Promise<void> {
    const plan = await this.#source.plan(edit, this.#setup.limits).catch(unreadable)
    const drawings = await this.#openDrawings(edit, plan)
    if (!(await events.pause())) return
    const bytes = new Set(plan.keys).size * plan.width * plan.height * 4
    if (bytes > this.#maxBytes) {
      if (purpose === 'preview') return this.#estimate(plan, drawings, edit, events)
      return this.#makeLong(plan, drawings, edit, events)
    }
    const frames = await this.#collect(plan, plan.keys, events.pause)
    if (frames === null) return
    const clip = clipOf(plan, frames, drawings, edit, this.#isVideo)
    const { maxBytes } = edit.clip
    if (maxBytes !== null) return this.#fit(clip, { ...edit.clip, maxBytes }, events)
    await this.#encode(clip, edit, purpose, events)
  }

  close(): void {
    this.#frames.clear()
    this.#source.close()
  }

  async #encode(clip: Clip, { clip: options }: Edit, purpose: Purpose, events: MakeEvents): Promise<void> {
    const { preset } = options
    const { pause, onProgress, onMade } = events
    let halfBytes: number | null = null
    if (purpose === 'preview' && clip.count > 3 && this.#pace.isSlow(clip, preset)) {
      const half = halved(clip)
      const encoded = await encodeClip(half, options, pause, () => undefined)
      if (encoded === null) return
      this.#pace.measured(half, preset, encoded.encodeMs)
      halfBytes = encoded.bytes
      const gifBytes = this.#pace.bytesOfWhole(encoded.bytes, preset)
      onMade({ ...madeOf(half, encoded), isPartial: true, frames: clip.count, gifBytes }, encoded.encodeMs)
    }
    const encoded = await encodeClip(clip, options, pause, onProgress)
    if (encoded === null) return
    this.#pace.measured(clip, preset, encoded.encodeMs)
    if (halfBytes !== null) this.#pace.grew(preset, halfBytes, encoded.bytes)
    onMade(madeOf(clip, encoded), encoded.encodeMs)
  }

  async #fit(clip: Clip, options: Edit['clip'] & { maxBytes: number }, events: MakeEvents): Promise<void> {
    const fitted = await fitClip(clip, options, events.pause, events.onProgress).catch((error: unknown) => {
      if (error instanceof SizeLimitError) throw new MakeProblem('does-not-fit', error)
      throw error
    })
    if (fitted !== null) events.onMade(madeOf(fitted.clip, fitted), fitted.encodeMs)
  }

  /** The frames of some keys of a plan, from the cache or the source; null where it was stopped. */
  async #collect(
    plan: ClipPlan,
    keys: readonly number[],
    pause: Pause,
  ): Promise<Map<number, Uint8Array> | null> {
    const found = new Map<number, Uint8Array>()
    const missing: number[] = []
    for (const key of new Set(keys)) {
      const frame = this.#frames.get(`${plan.shape}:${key}`)
      if (frame === undefined) missing.push(key)
      else found.set(key, frame)
    }
    if (missing.length === 0) return found
    missing.sort((one, other) => one - other)
    let turn = performance.now()
    try {
      for await (const { key, rgba } of this.#source.draw(plan, missing)) {
        found.set(key, rgba)
        this.#frames.set(`${plan.shape}:${key}`, rgba)
        if (performance.now() - turn < turnMs) continue
        if (!(await pause())) return null
        turn = performance.now()
      }
    } catch (error) {
      unreadable(error)
    }
    return found
  }

  /** The size of a clip too long to be kept, from a sample of its frames. */
  async #estimate(
    plan: ClipPlan,
    drawings: readonly Drawing[],
    { clip: options }: Edit,
    { pause, onEstimate }: MakeEvents,
  ): Promise<void> {
    const means: number[] = []
    for (const run of sampledRuns(plan.keys.length)) {
      const frames = await this.#collect(
        plan,
        run.map((index) => plan.keys[index] ?? 0),
        pause,
      )
      if (frames === null) return
      const drawn = run.map((index) => {
        const frame = frames.get(plan.keys[index] ?? 0)?.slice() ?? new Uint8Array()
        for (const drawing of drawings) drawing.draw(frame, plan.seconds[index] ?? 0)
        return frame
      })
      means.push(bytesInRun(plan, drawn, options.preset))
    }
    const mean = means.reduce((sum, bytes) => sum + bytes, 0) / means.length
    const count = plan.keys.length * (options.boomerang ? 2 : 1)
    const { width, height } = plan
    const gifBytes = Math.min(mean * count, options.maxBytes ?? Infinity)
    onEstimate({ gifBytes, width, height, frames: count, seconds: (count * plan.frameMs) / 1000 })
  }

  /** A GIF whose frames do not fit into memory: they are decoded as they are encoded, in the order of the source. */
  async #makeLong(
    plan: ClipPlan,
    drawings: readonly Drawing[],
    edit: Edit,
    { pause, onProgress, onMade }: MakeEvents,
  ): Promise<void> {
    const { reverse, boomerang, autoLoop, fade, maxBytes } = edit.clip
    if (reverse || boomerang || (this.#isVideo && (autoLoop || fade > 0)) || maxBytes !== null)
      throw new MakeProblem('too-large')
    const count = plan.keys.length
    let frames = new Map<number, Uint8Array>()
    let end = 0
    // The encoder takes frames one after the other: those of the next run are there when it comes to them.
    const load = async (from: number): Promise<boolean> => {
      end = Math.min(count, from + framesAtOnce)
      const found = await this.#collect(plan, plan.keys.slice(from, end), pause)
      if (found !== null) frames = found
      return found !== null
    }
    const whole = clipOf(plan, { get: (key) => frames.get(key) }, drawings, edit, this.#isVideo)
    if (!(await load(0))) return
    const encoded = await encodeClip(whole, edit.clip, pause, onProgress, (index) =>
      index < end ? Promise.resolve(true) : load(index),
    )
    if (encoded !== null) onMade(madeOf(whole, encoded), encoded.encodeMs)
  }
}

function madeOf(clip: Clip, { parts, bytes }: Encoded): Made {
  const { width, height, count } = clip
  return {
    bytes: new Blob(parts, { type: 'image/gif' }),
    width,
    height,
    frames: count,
    seconds: clipMs(clip) / 1000,
    isPartial: false,
    gifBytes: bytes,
  }
}

function unreadable(error: unknown): never {
  if (error instanceof MissingSimdError) throw error
  // Memory that cannot be allocated.
  if (error instanceof RangeError) throw new MakeProblem('too-large', error)
  throw new MakeProblem('unreadable', error)
}
