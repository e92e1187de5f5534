import {
  biasSeconds,
  defaultMaxRate,
  frameCount,
  type Ratio,
  scaled,
  shownFrames,
  startToleranceSeconds,
  valueOf,
} from './gif-frames.ts'

/**
 * Determines when each frame of a GIF is shown, and which frame of its source it shows: the same on the server and in
 * the browser.
 *
 * A frame is shown from its own time to that of the next one. A source with an even rate is sampled at the rate of the
 * GIF. The frames of any other source keep their own times, up to the highest rate that the GIF may have, unless they
 * come so fast that they would be sampled anyway.
 */

/** The frames of a source, and the part that a GIF shows. Times are seconds from the beginning of the source. */
export type SourceTimes = {
  /** The times of the frames, in ascending order, from the one on screen at the start to the end; at least one. */
  stamps: readonly number[]
  /** The end of the source's last frame. */
  durationSeconds: number
  startSeconds: number
  endSeconds: number
}

export type TimeOptions = {
  /** 2 is twice as fast. */
  speed: number
  /** Frames per second; null for the default. */
  fps: number | null
  maxFps: number
  /** The most frames per second if `fps` is null. */
  defaultRate?: Ratio
  /** True if all frames must have equal durations, which a cross-fade, a loop search and layers need. */
  mustBeEven: boolean
}

/** The frames of a GIF. */
export type FrameTimes = {
  /** The clip, which begins with its first frame if that comes shortly after the start. */
  startSeconds: number
  endSeconds: number
  /** Frames per second; on average if they have individual times. */
  rate: Ratio
  /** For each frame of the GIF, the index of the stamp that it shows. */
  shown: number[]
  /** The time each frame is shown, in whole milliseconds; null if all times are equal. */
  framesMs: number[] | null
}

/** Stamps of a constant rate are off by up to this, because containers round them to milliseconds or other ticks. */
const roundingSeconds = 0.0022

/** The total time of a GIF may differ from its source's by this, half of a GIF's time unit. */
const sumSeconds = 0.005

/** Browsers show a GIF frame with a shorter time for 100 ms. */
const shortestSeconds = 0.02

/** Uneven frames that come nearly as fast as the GIF's rate, or faster, are sampled. */
const sampledShare = 0.9

/** Layers move, and loops are searched for, in steps of at most a second: a slower source is sampled more often. */
const leastEvenRate = 1

/** The most frames per second that a GIF shows. */
const animationRate: Ratio = { over: 50, under: 1 }

/**
 * Returns the rates that a GIF may have. An animated picture keeps its own times: the default and the limit are for
 * sampled sources.
 */
export function ratesOf(
  isAnimatedPicture: boolean,
  fps: number | null,
  maxFps: number,
): Pick<TimeOptions, 'maxFps' | 'defaultRate'> {
  if (!isAnimatedPicture) return { maxFps }
  return { maxFps: fps === null ? valueOf(animationRate) : maxFps, defaultRate: animationRate }
}

/** Returns true if all frames must have equal durations. Text that is always shown can be drawn on any. */
export function mustBeEven(
  { autoLoop, fade }: { autoLoop: boolean; fade: number },
  layers: readonly { type: string; start: number | null; end: number | null }[],
): boolean {
  const moves = layers.some(({ type, start, end }) => type === 'picture' || start !== null || end !== null)
  return autoLoop || fade > 0 || moves
}

/** Plans the frames of a clip. Throws RangeError for a clip without a stamp. */
export function planFrames(source: SourceTimes, options: TimeOptions): FrameTimes {
  const { stamps } = source
  if (stamps.length === 0) throw new RangeError('a clip needs a frame')
  const limit = limitOf(options)
  const own = evenRate(stamps)
  const played = own === null ? null : scaled(own, options.speed)
  const slower = played === null || valueOf(played) > valueOf(limit) ? limit : played
  const clip = beginWithFrame(source, (0.5 / valueOf(slower)) * options.speed)
  const { speed } = options
  const playSeconds = (clip.endSeconds - clip.startSeconds) / speed
  const window = { startSeconds: clip.startSeconds, endSeconds: clip.endSeconds }
  const rate = rateOf(clip, played, limit, options)
  if (rate === null) return { ...window, ...timedFrames(clip, speed, valueOf(limit)) }
  const count = frameCount(playSeconds, rate)
  const shown = shownFrames(stamps, { startSeconds: clip.startSeconds, speed, rate, count })
  return { ...window, rate, shown, framesMs: null }
}

/** Returns the most frames per second that a GIF may have. */
function limitOf({ fps, maxFps, defaultRate = defaultMaxRate }: TimeOptions): Ratio {
  if (fps !== null) return inThousandths(Math.min(fps, maxFps))
  return maxFps < valueOf(defaultRate) ? inThousandths(maxFps) : defaultRate
}

/**
 * Moves a clip that starts between two frames to the later one, if that comes within `lateSeconds`: players show the
 * first picture of a file that begins with a little sound, and starts are rarely exact.
 */
function beginWithFrame(source: SourceTimes, lateSeconds: number): SourceTimes {
  const { stamps, startSeconds, durationSeconds } = source
  const endSeconds = Math.min(source.endSeconds, durationSeconds)
  const next = stamps.find((stamp) => stamp > startSeconds + startToleranceSeconds)
  const isExact = stamps.some((stamp) => Math.abs(stamp - startSeconds) <= startToleranceSeconds)
  if (isExact || next === undefined || next + biasSeconds >= startSeconds + lateSeconds)
    return { ...source, endSeconds }
  const late = next - startSeconds
  return {
    ...source,
    startSeconds: next,
    endSeconds: Math.max(endSeconds, Math.min(source.endSeconds + late, durationSeconds)),
  }
}

/** Returns the rate at which a clip is sampled; null if its frames keep their own times. */
function rateOf(clip: SourceTimes, played: Ratio | null, limit: Ratio, options: TimeOptions): Ratio | null {
  const { speed, fps, mustBeEven } = options
  const playSeconds = (clip.endSeconds - clip.startSeconds) / speed
  if (played === null) {
    if (mustBeEven) return slowerOf(limit, fps === null ? fastestRate(clip.stamps, speed) : null)
    return framesIn(clip) >= playSeconds * valueOf(limit) * sampledShare ? limit : null
  }
  if (fps !== null || valueOf(played) > valueOf(limit)) return limit
  if (mustBeEven) return valueOf(played) < leastEvenRate ? limit : played
  const count = frameCount(playSeconds, played)
  // The last frame may be shown for longer than the others; a start within a frame adds one more.
  const isEven = Math.abs(count - framesIn(clip)) <= 1
  return isEven && Math.abs(count / valueOf(played) - playSeconds) <= sumSeconds ? played : null
}

function slowerOf(limit: Ratio, other: Ratio | null): Ratio {
  return other !== null && valueOf(other) < valueOf(limit) ? other : limit
}

/** Returns the rate of the two frames that follow each other most closely; null if there are not two. */
function fastestRate(stamps: readonly number[], speed: number): Ratio | null {
  const gaps = stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? 0))
  const shortest = gaps.reduce(
    (least, gap) => (gap > roundingSeconds ? Math.min(least, gap) : least),
    Infinity,
  )
  return Number.isFinite(shortest) ? inThousandths(speed / shortest) : null
}

/** Returns the number of frames shown in a clip, including the one on screen at its start. */
function framesIn({ stamps, startSeconds, endSeconds }: SourceTimes): number {
  const later = stamps.filter(
    (stamp) => stamp > startSeconds + startToleranceSeconds && stamp < endSeconds - startToleranceSeconds,
  )
  return later.length + 1
}

/**
 * Returns the frames of a clip with their own times. Each takes a step of the rate, and one step can be saved up: a
 * short frame keeps its time after a long one, and a burst of frames is thinned out to the rate.
 */
function timedFrames(
  { stamps, startSeconds, endSeconds, durationSeconds }: SourceTimes,
  speed: number,
  perSecond: number,
): Pick<FrameTimes, 'rate' | 'shown' | 'framesMs'> {
  const playSeconds = (endSeconds - startSeconds) / speed
  const momentOf = (index: number) => ((stamps[index] ?? Infinity) - startSeconds) / speed
  const step = 1 / perSecond
  const shown = [
    Math.max(
      0,
      stamps.findLastIndex((stamp) => stamp <= startSeconds + startToleranceSeconds),
    ),
  ]
  const moments = [0]
  let savedSeconds = step
  for (;;) {
    const before = shown.at(-1) ?? 0
    const last = moments.at(-1) ?? 0
    const soonest = last + Math.max(shortestSeconds, step - savedSeconds)
    const own = momentOf(before + 1)
    const moment = own >= soonest - roundingSeconds ? own : soonest
    if (moment >= playSeconds - startToleranceSeconds) break
    savedSeconds = Math.min(step, Math.max(0, savedSeconds + moment - last - step))
    let index = before + 1
    while (momentOf(index + 1) <= moment + roundingSeconds) index += 1
    shown.push(index)
    moments.push(moment)
  }
  const lastSeconds = playSeconds - (moments.at(-1) ?? 0)
  const isWhole = endSeconds >= durationSeconds - startToleranceSeconds
  const isDelayed = momentOf(shown.at(-1) ?? 0) < (moments.at(-1) ?? 0) - roundingSeconds
  const leastSeconds = isDelayed ? step / 2 : shortestSeconds
  // A very short last frame is dropped if more arrive than can be shown, or the clip was cut within it.
  if (shown.length > 2 && lastSeconds < leastSeconds - roundingSeconds && (isDelayed || !isWhole)) {
    shown.pop()
    moments.pop()
  }
  const end = Math.max(playSeconds, (moments.at(-1) ?? 0) + (shown.length === 2 && isDelayed ? step : 0))
  const framesMs = wholeMilliseconds([...moments, end])
  const sum = framesMs.reduce((all, ms) => all + ms, 0)
  return { rate: { over: framesMs.length * 1000, under: sum }, shown, framesMs }
}

/** Returns the milliseconds between times given in seconds, rounded so that they add up. */
function wholeMilliseconds(moments: readonly number[]): number[] {
  const rounded = moments.map((seconds) => Math.round(seconds * 1000))
  return rounded.slice(1).map((moment, index) => {
    const ms = moment - (rounded[index] ?? 0)
    return Math.max(index === rounded.length - 2 ? shortestSeconds * 1000 : 1, ms)
  })
}

/** Returns the intended rate of evenly spaced frames; null if they are not even, or there are not two. */
export function evenRate(stamps: readonly number[]): Ratio | null {
  const [first, last] = [stamps[0], stamps.at(-1)]
  if (first === undefined || last === undefined || last <= first) return null
  const average = (stamps.length - 1) / (last - first)
  const isEven = stamps.every((stamp, index) => Math.abs(stamp - first - index / average) <= roundingSeconds)
  return isEven ? likelyRate(average, stamps.length) : null
}

/** Returns the intended rate: a whole number, or one divided by 1.001. */
function likelyRate(rate: number, frames: number): Ratio {
  const whole = Math.max(1, Math.round(rate))
  const slower = { over: whole * 1000, under: 1001 }
  const off = (other: number) => Math.abs(other - rate) / rate
  const tolerance = (roundingSeconds * rate) / Math.max(1, frames - 1)
  const [isWhole, isSlower] = [off(whole), off(valueOf(slower))]
  if (Math.min(isWhole, isSlower) > tolerance) return inThousandths(rate)
  return isWhole <= isSlower ? { over: whole, under: 1 } : slower
}

function inThousandths(rate: number): Ratio {
  return Number.isInteger(rate) ? { over: rate, under: 1 } : { over: Math.round(rate * 1000), under: 1000 }
}
