import type { Kernels } from '#src/gif/kernels/kernels.ts'
import { type Channels, difference, packColor } from './colors.ts'
import type { ReferenceMemory } from './memory.ts'

/** A color of 24 bits, its weight, and its channels by weight: whole numbers, so that sums are exact in any order. */
type Bin = { color: number; weight: number; sums: Channels }

/** Bins that share one color, and the cut that reduces the squared error most. */
type Part = { bins: readonly Bin[]; gain: number; axis: number; bucket: number }

type Mass = { weight: number; sums: Channels }

const nothing: Mass = { weight: 0, sums: [0, 0, 0] }
const buckets = 64

/**
 * Splits `count` colors (24 bits each at `colors`; weight and weighted channels as four f32 at `masses`) into at most
 * `most` groups, each time where the squared error decreases most (Wu 1992). Writes each group's mean color (24 bits,
 * rounded) to `means` and returns their number.
 */
export function splitColors(
  memory: ReferenceMemory,
  ...[colors, masses, count, , most, means]: Parameters<Kernels['splitColors']>
): number {
  const bins = Array.from({ length: count }, (_, place): Bin => {
    const mass = masses + place * 16
    return {
      color: memory.word(colors + place * 4),
      weight: memory.float(mass),
      sums: [memory.float(mass + 4), memory.float(mass + 8), memory.float(mass + 12)],
    }
  })
  const parts = [partOf(bins)]
  while (parts.length < most) {
    const worst = parts.reduce((one, other) => (other.gain > one.gain ? other : one))
    if (worst.gain <= 0) break
    const isLow = (bin: Bin) => bucketOf(bin, worst.axis) <= worst.bucket
    parts[parts.indexOf(worst)] = partOf(worst.bins.filter(isLow))
    parts.push(partOf(worst.bins.filter((bin) => !isLow(bin))))
  }
  for (const [index, part] of parts.entries()) memory.setWord(means + index * 4, meanOf(part.bins))
  return parts.length
}

/** The upper 6 bits of a channel. */
function bucketOf({ color }: Bin, axis: number): number {
  return (color >> (axis * 8 + 2)) & 63
}

/** A part with its best cut: the first of those that gain most, by axis and bucket. */
function partOf(bins: readonly Bin[]): Part {
  let best: Part = { bins, gain: 0, axis: 0, bucket: 0 }
  if (bins.length < 2) return best
  const all = sum(bins)
  for (const axis of [0, 1, 2]) {
    const projection = Array.from({ length: buckets }, () => nothing)
    for (const bin of bins) {
      const bucket = bucketOf(bin, axis)
      projection[bucket] = add(projection[bucket] ?? nothing, bin)
    }
    let low = nothing
    for (const [bucket, mass] of projection.slice(0, -1).entries()) {
      if (mass.weight === 0) continue
      low = add(low, mass)
      const high = { weight: all.weight - low.weight, sums: difference(all.sums, low.sums) }
      if (high.weight <= 0) break
      const gain = momentOf(low) + momentOf(high) - momentOf(all)
      if (gain > best.gain) best = { bins, gain, axis, bucket }
    }
  }
  return best
}

function add(one: Mass, other: Mass): Mass {
  const [red, green, blue] = other.sums
  return {
    weight: one.weight + other.weight,
    sums: [one.sums[0] + red, one.sums[1] + green, one.sums[2] + blue],
  }
}

function sum(masses: readonly Mass[]): Mass {
  return masses.reduce((one, other) => add(one, other), nothing)
}

/** The reduction of the error when one mean represents all: the sums squared, by weight. */
function momentOf({ weight, sums: [red, green, blue] }: Mass): number {
  return (red * red + green * green + blue * blue) / weight
}

/** The mean color of bins, rounded. */
function meanOf(bins: readonly Bin[]): number {
  const { weight, sums } = sum(bins)
  return packColor([sums[0] / weight + 0.5, sums[1] / weight + 0.5, sums[2] / weight + 0.5])
}
