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
 * The times of a GIF's frames and the source frame that each shows, the same on the server and in the browser.
 *
 * A frame is shown until the time of the next one. A source with a constant rate is sampled at the rate of the GIF. The
 * frames of any other source keep their own times, up to the GIF's maximum rate, unless they come so fast that they
 * would be sampled anyway.
 */

/** The frames of a source, and the part that a GIF shows. Times are seconds from the beginning of the source. */
export type SourceTimes = {
  /** The times of the frames in ascending order, from the one visible at the start to the end; at least one. */
  stamps: readonly number[]
  /** The end of the source's last frame. */
  durationSeconds: number
  startSeconds: number
  endSeconds: number
}

export type TimeOptions = {
  /** 2: twice as fast. */
  speed: number
  /** Frames per second; null for the default. */
  fps: number | null
  maxFps: number
  /** The maximum frames per second if `fps` is null. */
  defaultRate?: Ratio
  /** True if all frames must be equally long, which cross-fades, loop searches and layers need. */
  mustBeEven: boolean
}

/** The frames of a GIF. */
export type FrameTimes = {
  /** The clip, which begins with its first frame if that comes shortly after the start. */
  startSeconds: number
  endSeconds: number
  /** Frames per second; the average if frames have their own times. */
  rate: Ratio
  /** For each frame of the GIF, the index of the stamp that it shows. */
  shown: number[]
  /** The whole milliseconds of each frame; null if all are equally long. */
  framesMs: number[] | null
}

/** Stamps of a constant rate are off by up to this, because containers round them to milliseconds or other ticks. */
const roundingSeconds = 0.0022

/** The total time of a GIF can differ from its source by this, half of a GIF's time unit. */
const sumSeconds = 0.005

/** Browsers show a GIF frame with less time than this for 100 ms. */
const shortestSeconds = 0.02

/** Uneven frames that come nearly as fast as the GIF's rate, or faster, are sampled. */
const sampledShare = 0.9

/** Layers move, and loops are searched, in steps of at most a second, so a slower source is sampled more often. */
const leastEvenRate = 1

/** The maximum frames per second that a GIF shows. */
const animationRate: Ratio = { over: 50, under: 1 }

/**
 * Returns the possible rates of a GIF. An animated picture keeps its times: the default and the limit apply only to
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

/** Returns true if all frames must be equally long. Text that is always visible can be drawn on any frames. */
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

/** Returns the maximum frames per second of a GIF. */
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

/** The rate at which a clip is sampled; null where its frames keep their own times. */
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
  // The last frame can be longer than the others; a start within a frame adds one.
  const isEven = Math.abs(count - framesIn(clip)) <= 1
  return isEven && Math.abs(count / valueOf(played) - playSeconds) <= sumSeconds ? played : null
}

function slowerOf(limit: Ratio, other: Ratio | null): Ratio {
  return other !== null && valueOf(other) < valueOf(limit) ? other : limit
}

/** The rate of the frames with the smallest distance; null with fewer than two frames. */
function fastestRate(stamps: readonly number[], speed: number): Ratio | null {
  const gaps = stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? 0))
  const shortest = gaps.reduce(
    (least, gap) => (gap > roundingSeconds ? Math.min(least, gap) : least),
    Infinity,
  )
  return Number.isFinite(shortest) ? inThousandths(speed / shortest) : null
}

/** Counts the frames shown in a clip, including the one visible at its start. */
function framesIn({ stamps, startSeconds, endSeconds }: SourceTimes): number {
  const later = stamps.filter(
    (stamp) => stamp > startSeconds + startToleranceSeconds && stamp < endSeconds - startToleranceSeconds,
  )
  return later.length + 1
}

/**
 * The frames of a clip with their own times. Each takes a step of the rate, and one step can be saved up: a short frame
 * keeps its time after a long one, and only as many frames of a burst are shown as the rate allows.
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
  // A last frame with hardly any time is dropped if there are more frames than can be shown, or if the clip cuts it.
  if (shown.length > 2 && lastSeconds < leastSeconds - roundingSeconds && (isDelayed || !isWhole)) {
    shown.pop()
    moments.pop()
  }
  const end = Math.max(playSeconds, (moments.at(-1) ?? 0) + (shown.length === 2 && isDelayed ? step : 0))
  const framesMs = wholeMilliseconds([...moments, end])
  const sum = framesMs.reduce((all, ms) => all + ms, 0)
  return { rate: { over: framesMs.length * 1000, under: sum }, shown, framesMs }
}

/** The milliseconds between moments given in seconds, rounded so that they add up. */
function wholeMilliseconds(moments: readonly number[]): number[] {
  const rounded = moments.map((seconds) => Math.round(seconds * 1000))
  return rounded.slice(1).map((moment, index) => {
    const ms = moment - (rounded[index] ?? 0)
    return Math.max(index === rounded.length - 2 ? shortestSeconds * 1000 : 1, ms)
  })
}

/** The intended rate of evenly spaced frames; null if they are uneven or fewer than two. */
export function evenRate(stamps: readonly number[]): Ratio | null {
  const [first, last] = [stamps[0], stamps.at(-1)]
  if (first === undefined || last === undefined || last <= first) return null
  const average = (stamps.length - 1) / (last - first)
  const isEven = stamps.every((stamp, index) => Math.abs(stamp - first - index / average) <= roundingSeconds)
  return isEven ? likelyRate(average, stamps.length) : null
}

/** The likely intended rate: a whole number, possibly divided by 1.001. */
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
