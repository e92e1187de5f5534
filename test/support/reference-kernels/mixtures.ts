import { type Channels, channelsOf, difference, dotProduct, squaredDistance } from './colors.ts'
import type { ReferencePalette } from './palette.ts'

/** The paint of a color: two entries, and the number of 64 pixels that get the brighter one. */
export type Mixture = { darker: number; brighter: number; share: number }

/** An entry that is mixed with another: the vector to it, and 1 / its length squared, 32 bits. */
type Neighbor = { index: number; way: Channels; perSquare: number }

const maxNeighbors = 12
/** The number of nearest entries searched for neighbors. */
const maxCandidates = 16
/** The number of nearest entries that are kept, mixed or not. */
const nearestKept = 8
/** Costs are compared in 64ths. */
const costScale = 64
/** The number of cached mixtures. */
const maxRemembered = 1 << 17

const f32 = Math.fround

/**
 * Finds the paint of a color: one entry of the palette, or two between which a fixed pattern chooses. The pair
 * minimizes |c - mix|^2 + lambda f (1 - f) |p1 - p2|^2, in 32 bits: the error of the mean, and the visible dots.
 */
export class Mixtures {
  readonly #palette: ReferencePalette
  readonly #known = new Map<number, Mixture>()
  #dither = 0
  #flat = 0
  #neighbors: readonly (readonly Neighbor[])[] = []
  #near: readonly (readonly number[])[] = []

  constructor(palette: ReferencePalette) {
    this.#palette = palette
  }

  /**
   * For another palette, or other strengths: `dither` 0 (as many dots as the mean requires) to 1 (none); a color whose
   * nearest entry is within `flat` (squared) gets no dots. `neighbors` (up to 12, by fours) of an entry are tried as
   * the other half of a mixture.
   */
  set(dither: number, flat: number, neighbors: number): void {
    this.#dither = f32(dither)
    this.#flat = flat
    this.#known.clear()
    /** The 16 entries nearest to one, by distance and then by index. */
    const others = this.#palette.colors.map((_, index) => this.#nearestOthers(index))
    const most = Math.min((neighbors + 3) & ~3, maxNeighbors)
    this.#neighbors = others.map((near, index) => this.#neighborsOf(index, near, most))
    this.#near = others.map((near) => near.slice(0, nearestKept))
  }

  /** Up to eight nearest others of an entry, the nearest first. */
  nearOf(index: number): readonly number[] {
    return this.#near[index] ?? []
  }

  /** The paint of a pixel; its alpha does not count. */
  mixtureOf(pixel: number): Mixture {
    const color = pixel & 0xff_ff_ff
    let mixture = this.#known.get(color)
    if (mixture === undefined) {
      /** The cheapest mixture for a color of 24 bits. */
      mixture = this.#findMixture(color)
      if (this.#known.size === maxRemembered) this.#known.clear()
      this.#known.set(color, mixture)
    }
    return mixture
  }

  #nearestOthers(index: number): number[] {
    const { colors } = this.#palette
    const own = colors[index] ?? [0, 0, 0]
    return colors
      .map((channels, other) => ({ other, distance: squaredDistance(channels, own) }))
      .filter(({ other }) => other !== index)
      .toSorted((one, other) => one.distance - other.distance || one.other - other.other)
      .slice(0, maxCandidates)
      .map(({ other }) => other)
  }

  /** The nearest, except those behind another one, which would do better for the colors in between. */
  #neighborsOf(index: number, near: readonly number[], most: number): Neighbor[] {
    const { colors } = this.#palette
    const taken: Neighbor[] = []
    for (const other of near) {
      if (taken.length === most) break
      const way = difference(colors[other] ?? [0, 0, 0], colors[index] ?? [0, 0, 0])
      const square = dotProduct(way, way)
      // Behind: an earlier vector ends within the ball whose diameter is this one.
      if (square === 0 || taken.some((before) => f32(dotProduct(way, before.way) * before.perSquare) > 1))
        continue
      taken.push({ index: other, way, perSquare: f32(1 / square) })
    }
    return taken
  }

  #findMixture(color: number): Mixture {
    const { index, distance } = this.#palette.nearest(color)
    const alone = { darker: index, brighter: index, share: 0 }
    if (distance <= this.#flat || this.#dither >= 1) return alone
    const rest = difference(channelsOf(color), this.#palette.colors[index] ?? [0, 0, 0])
    let best: Neighbor | undefined
    let least = distance * costScale
    for (const neighbor of this.#neighbors[index] ?? []) {
      const cost = costOf(rest, neighbor, this.#dither)
      // A mixture that costs as much as the entry alone is used.
      if (best === undefined ? cost > least : cost >= least) continue
      best = neighbor
      least = cost
    }
    if (best === undefined) return alone
    const share = Math.trunc(f32(shareOf(rest, best) * 64 + 0.5))
    if (share === 0) return alone
    // Entries are sorted from dark to bright.
    return best.index > index
      ? { darker: index, brighter: best.index, share }
      : { darker: best.index, brighter: index, share: 64 - share }
  }
}

/** The fraction of the neighbor that best compensates for the rest: 0 to 0.5. */
function shareOf(rest: Channels, { way, perSquare }: Neighbor): number {
  return Math.min(0.5, Math.max(0, f32(dotProduct(rest, way) * perSquare)))
}

/** The cost of a mixture, in whole 64ths of a squared distance. Each step is rounded to 32 bits. */
function costOf(rest: Channels, neighbor: Neighbor, lambda: number): number {
  const { way } = neighbor
  const share = shareOf(rest, neighbor)
  const offBy = (channel: 0 | 1 | 2) => {
    const off = f32(rest[channel] - f32(share * way[channel]))
    return f32(off * off)
  }
  const error = f32(f32(offBy(0) + offBy(1)) + offBy(2))
  const noise = f32(f32(f32(share * f32(1 - share)) * dotProduct(way, way)) * lambda)
  return Math.trunc(f32(f32(error + noise) * costScale))
}
