import type { Picture } from '../../../../../gif/scale/picture.ts'
import type { Ratio } from '../../../../../options/rules/gif-frames.ts'
import type { StoredSize } from '../../../../../options/rules/shown-size.ts'

/** Pictures that each have a time: a video or an animation. */
export type StampedPictures = {
  size: StoredSize
  /** Whether pictures are mirrored after they were turned upright. */
  isFlipped: boolean
  durationSeconds: number
  /** The times of the pictures that are shown between two moments, in seconds from the beginning, in order. */
  stamps: (fromSeconds: number, toSeconds: number) => Promise<number[]>
  /** The pictures with these times, which ascend. Throws an Error where one cannot be decoded. */
  pictures: (stamps: readonly number[]) => AsyncIterable<{ stamp: number; picture: Picture }>
  close: () => void
}

/** Time stamps are off by up to this, in seconds: containers round to milliseconds. */
const tickSeconds = 0.0011
/** What is likely to be meant by a rate close to it. */
const thousandAndOne = { over: 1000, under: 1001 }

/** The rates of a video whose frames have these times: on average, and at its fastest where that varies. */
export function ratesOf(stamps: readonly number[]): Ratio[] {
  const [first, last] = [stamps[0], stamps.at(-1)]
  if (first === undefined || last === undefined || last <= first) return []
  const average = (stamps.length - 1) / (last - first)
  const isEven = stamps.every((stamp, index) => Math.abs(stamp - first - index / average) <= 2 * tickSeconds)
  if (isEven) return [likelyRate(average, stamps.length)]
  const gaps = stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? 0))
  const shortest = gaps.reduce((least, gap) => (gap > tickSeconds ? Math.min(least, gap) : least), Infinity)
  return [average, ...(Number.isFinite(shortest) ? [1 / shortest] : [])].map(inThousandths)
}

/** A rate as it was meant: a whole number, or that by 1.001. */
function likelyRate(rate: number, frames: number): Ratio {
  const whole = Math.max(1, Math.round(rate))
  const slower = { over: whole * thousandAndOne.over, under: thousandAndOne.under }
  const off = (other: number) => Math.abs(other - rate) / rate
  const tolerance = (2 * tickSeconds * rate) / Math.max(1, frames - 1)
  const [isWhole, isSlower] = [off(whole), off(slower.over / slower.under)]
  if (Math.min(isWhole, isSlower) > tolerance) return inThousandths(rate)
  return isWhole <= isSlower ? { over: whole, under: 1 } : slower
}

function inThousandths(rate: number): Ratio {
  return { over: Math.round(rate * 1000), under: 1000 }
}
