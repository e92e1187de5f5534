/**
 * The paint for a color: one entry of the palette, or two, chosen between by a fixed 8 x 8 pattern, so that still areas
 * keep their dots. The pair minimizes |c - mix|^2 + lambda f (1 - f) |p1 - p2|^2: the error of the mean plus the
 * visible dots.
 */
import { nearestByCell } from './cells'
import { forgetNearest } from './nearest'
import {
  blueAlone, blueOf, greenOf, groupBytes, keysIn, leastKey, paletteBase, paletteCount, paletteGroups, redGreen, redOf,
} from './palette'

/** 2^17 words: valid bit, 7 bits of the color's hash, 7 bits of share, 8 of the brighter entry, 8 of the darker. */
let cacheBase: usize = 0
/** The nearest others of each entry: in groups of four, x, y, z and 1 / |d|^2 as f32, 64 bytes; then their indices. */
let neighborsBase: usize = 0
let neighborCount: i32 = 0
let dither: f32 = 0
let flat: u32 = 0
const cacheBytes: i32 = 4 << 17
/** Fewer than 16, because a place of 4 bits has one more meaning. */
const maxNeighbors: i32 = 12
const costScale: f32 = 64
const fourKeys: usize = memory.data(16)
/** The largest possible distance between two colors, squared. */
const farthest: u32 = 3 * 255 * 255
/** The number of nearest entries considered as neighbors. */
const maxCandidates: i32 = 16
const neighborBytes: i32 = maxNeighbors * 16 + maxNeighbors
/** The number of nearest entries kept, whether they are mixed or not. */
export const nearestKept: i32 = 8

/** Sets the addresses of the known mixtures (512 KB) and the neighbors (70 KB). */
export function setMixturesAt(cache: usize, neighbors: usize): void {
  cacheBase = cache
  neighborsBase = neighbors
}

/**
 * Prepares a new palette, or new strengths: `lambda` from 0 (as many dots as the mean needs) to 1 (no dots); a color
 * whose nearest entry is within `flatError` (squared) gets no dots.
 */
export function setMixtures(lambda: f32, flatError: u32, neighbors: i32): void {
  dither = lambda
  flat = flatError
  neighborCount = min((neighbors + 3) & ~3, maxNeighbors)
  memory.fill(cacheBase, 0, cacheBytes)
  forgetNearest()
  for (let index = 0; index < paletteCount; index++) findNeighbors(index)
}

/**
 * Stores the keys (distance squared << 8 | index) of an entry's nearest others at `keys`, least first; returns their
 * number.
 */
function findNearest(index: i32, keys: usize, most: i32): i32 {
  const color = <u32>(redOf(index) | (greenOf(index) << 8) | (blueOf(index) << 16))
  const redGreens = redGreen(color)
  const blues = blueAlone(color)
  let found = 0
  let worst: u32 = -1
  // Searches outward from the entry's own group: entries are sorted by light, so the nearest come early and few are
  // inserted and removed again.
  const groups = paletteGroups()
  for (let turn = 0; turn < groups << 1; turn++) {
    const number = (index >> 2) + (turn & 1 ? -((turn + 1) >> 1) : turn >> 1)
    if (number < 0 || number >= groups) continue
    const group = paletteBase + number * groupBytes
    const near = keysIn(group, redGreens, blues)
    v128.store(fourKeys, near)
    for (let bits = i32x4.bitmask(i32x4.lt_u(near, i32x4.splat(worst))); bits != 0; bits &= bits - 1) {
      const key = load<u32>(fourKeys + (ctz(bits) << 2))
      const other = <i32>(key & 255)
      // The padding of the last group is not part of the palette.
      if (other == index || key >= worst || key >> 8 > farthest) continue
      let place = found < most ? found++ : found - 1
      for (; place > 0 && load<u32>(keys + ((place - 1) << 2)) > key; place--) {
        store<u32>(keys + (place << 2), load<u32>(keys + ((place - 1) << 2)))
      }
      store<u32>(keys + (place << 2), key)
      if (found == most) worst = load<u32>(keys + ((most - 1) << 2))
    }
  }
  return found
}

/** Returns the address behind the neighbors: room for keys, then `nearestKept` indices for each entry. */
@inline
function nearBase(): usize {
  return neighborsBase + 256 * neighborBytes + maxCandidates * 4
}

/** Returns one of the `nearestKept` nearest others of an entry, or the entry itself if the palette has no more. */
@inline
export function nearOf(index: i32, place: i32): i32 {
  return <i32>load<u8>(nearBase() + index * nearestKept + place)
}

/**
 * Finds the neighbors to mix an entry with: the nearest, except those behind another, which suits the colors between
 * better.
 */
function findNeighbors(index: i32): void {
  const base = neighborsBase + index * neighborBytes
  const keys = neighborsBase + 256 * neighborBytes
  const found = findNearest(index, keys, maxCandidates)
  for (let near = 0; near < nearestKept; near++) {
    store<u8>(nearBase() + index * nearestKept + near, near < found ? load<u8>(keys + (near << 2)) : <u8>index)
  }
  const indices = base + maxNeighbors * 16
  memory.fill(base, 0, neighborBytes)
  let taken = 0
  for (let near = 0; near < found && taken < neighborCount; near++) {
    const other = <i32>load<u8>(keys + (near << 2))
    const x = <f32>(redOf(other) - redOf(index))
    const y = <f32>(greenOf(other) - greenOf(index))
    const z = <f32>(blueOf(other) - blueOf(index))
    const square = x * x + y * y + z * z
    if (square == 0 || isBehind(base, taken, x, y, z)) continue
    const lane = base + ((taken >> 2) << 6) + ((taken & 3) << 2)
    store<f32>(lane, x)
    store<f32>(lane, y, 16)
    store<f32>(lane, z, 32)
    store<f32>(lane, <f32>1 / square, 48)
    store<u8>(indices + taken, <u8>other)
    taken++
  }
}

/** Returns true if one of the vectors taken so far ends within the ball whose diameter is this vector. */
function isBehind(base: usize, taken: i32, x: f32, y: f32, z: f32): bool {
  for (let place = 0; place < taken; place++) {
    const lane = base + ((place >> 2) << 6) + ((place & 3) << 2)
    const dot = x * load<f32>(lane) + y * load<f32>(lane, 16) + z * load<f32>(lane, 32)
    if (dot * load<f32>(lane, 48) > 1) return true
  }
  return false
}

/** Returns the paint for a color (24 bits): share of the brighter in 64ths << 16 | brighter << 8 | darker. */
@inline
export function mixtureOf(color: u32): u32 {
  const hash = (color * 0x9e3779b1) & 0xffffff
  const slot = cacheBase + ((hash >> 7) << 2)
  const known = load<u32>(slot)
  if (known >> 24 == (0x80 | (hash & 0x7f))) return known
  const found = findMixture(color) | ((0x80 | (hash & 0x7f)) << 24)
  store<u32>(slot, found)
  return found
}

/** Finds the cheapest mixture for a color (24 bits), in the format of `mixtureOf`. */
function findMixture(color: u32): u32 {
  const key = nearestByCell(color)
  const first = key & 255
  const distance = key >> 8
  if (distance <= flat || dither >= 1) return (first << 8) | first
  const x = f32x4.splat(<f32>(<i32>(color & 255) - redOf(first)))
  const y = f32x4.splat(<f32>(<i32>((color >> 8) & 255) - greenOf(first)))
  const z = f32x4.splat(<f32>(<i32>((color >> 16) & 255) - blueOf(first)))
  const half = f32x4.splat(0.5)
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const scale = f32x4.splat(costScale)
  const base = neighborsBase + first * neighborBytes
  // Costs in 64ths with the place in the low 4 bits; place 15 is the nearest entry alone.
  let best = i32x4.splat((distance << 10) | 15)
  let places = i32x4(0, 1, 2, 3)
  for (let at = base, end = base + (neighborCount << 4); at < end; at += 64) {
    const dx = v128.load(at)
    const dy = v128.load(at, 16)
    const dz = v128.load(at, 32)
    const dot = f32x4.add(f32x4.add(f32x4.mul(x, dx), f32x4.mul(y, dy)), f32x4.mul(z, dz))
    const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz))
    const share = f32x4.min(half, f32x4.max(zero, f32x4.mul(dot, v128.load(at, 48))))
    const ex = f32x4.sub(x, f32x4.mul(share, dx))
    const ey = f32x4.sub(y, f32x4.mul(share, dy))
    const ez = f32x4.sub(z, f32x4.mul(share, dz))
    const noise = f32x4.mul(f32x4.mul(f32x4.mul(share, f32x4.sub(one, share)), square), f32x4.splat(dither))
    const error = f32x4.add(f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey)), f32x4.mul(ez, ez))
    const cost = i32x4.trunc_sat_f32x4_u(f32x4.mul(f32x4.add(error, noise), scale))
    best = i32x4.min_u(best, v128.or(i32x4.shl(cost, 4), places))
    places = i32x4.add(places, i32x4.splat(4))
  }
  const place = leastKey(best) & 15
  if (place == 15) return (first << 8) | first
  const at = base + ((place >> 2) << 6) + ((place & 3) << 2)
  const dot =
    f32x4.extract_lane(x, 0) * load<f32>(at) +
    f32x4.extract_lane(y, 0) * load<f32>(at, 16) +
    f32x4.extract_lane(z, 0) * load<f32>(at, 32)
  const share = min<f32>(0.5, max<f32>(0, dot * load<f32>(at, 48)))
  const second = <u32>load<u8>(base + maxNeighbors * 16 + place)
  const steps = <u32>(share * 64 + 0.5)
  if (steps == 0) return (first << 8) | first
  // Entries are sorted from dark to bright.
  return second > first ? (steps << 16) | (second << 8) | first : ((64 - steps) << 16) | (first << 8) | second
}
