/** Counts colors in 64 x 64 x 64 bins with exact sums, so that a bin's mean is exact. */
import { changedOf } from './frames'

let binsBase: usize = 0
let listBase: usize = 0
let listed: i32 = 0

/** Sets the addresses of the bins (16 bytes each, empty at first) and of the list of bins in use (4 bytes each). */
export function setHistogramAt(bins: usize, list: usize): void {
  binsBase = bins
  listBase = list
  listed = 0
}

/** Empties the bins that are in use. */
export function clearHistogram(): void {
  const zero = i32x4.splat(0)
  for (let place = 0; place < listed; place++)
    v128.store(binsBase + (load<u32>(listBase + (place << 2)) << 4), zero)
  listed = 0
}

/**
 * Counts the opaque pixels of a frame at every `step`th column and row (a power of two) from (left, top) on, each
 * `weight` times. Of the pixels whose channels differ by at most `hold` from `anchors`, one in four counts, 4 x
 * `heldWeight` times. Returns the number of bins in use.
 */
export function countColors(
  frame: usize,
  width: i32,
  height: i32,
  left: i32,
  top: i32,
  step: i32,
  weight: u32,
  anchors: usize,
  hold: i32,
  heldWeight: u32,
): i32 {
  const limit = i8x16.splat(<i8>hold)
  const start = left & ~15
  const stride = max(step, 16)
  const all = columnsOf(left, step)
  for (let y = top; y < height; y += step) {
    const row = y * width
    for (let x = start; x < width; x += stride) {
      const at = (row + x) << 2
      const changed = changedOf(frame + at, anchors + at, limit)
      let some = changed
      // Uses every second column of every second row of the pixels that stay.
      if (((y - top) & step) == 0) some |= step < 16 ? columnsOf(left, step << 1) : (x - start) & step ? 0 : all
      if (x + 16 > width) some &= (1 << (width - x)) - 1
      for (let bits = some & all; bits != 0; bits &= bits - 1) {
        const lane = ctz(bits)
        const pixel = load<u32>(frame + at + (lane << 2))
        if (pixel >> 24 == 0) continue
        const times = (changed >> lane) & 1 ? weight : heldWeight << 2
        if (times != 0) count(pixel, times)
      }
    }
  }
  return listed
}

/** Returns a bit for each of sixteen columns: set if it is a multiple of `step` away from `left`. */
@inline
function columnsOf(left: i32, step: i32): i32 {
  const lanes = step == 1 ? 0xffff : step == 2 ? 0x5555 : step == 4 ? 0x1111 : step == 8 ? 0x101 : 1
  return lanes << (left & 15)
}

/** Counts a pixel `times` times. */
@inline
function count(pixel: u32, times: u32): void {
  const number = ((pixel & 0xfc) << 10) | ((pixel & 0xfc00) >> 4) | ((pixel & 0xfc0000) >> 18)
  const bin = binsBase + (number << 4)
  const sums = v128.load(bin)
  if (i32x4.extract_lane(sums, 0) == 0) {
    store<u32>(listBase + (listed << 2), number)
    listed++
  }
  // The weight, red, green and blue, each in its own lane.
  const places = i8x16(16, 16, 16, 16, 0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16)
  const channels = v128.or(i8x16.swizzle(i32x4.splat(pixel), places), i32x4(1, 0, 0, 0))
  v128.store(bin, i32x4.add(sums, i32x4.mul(channels, i32x4.splat(times))))
}

/**
 * Writes the bins in use: mean colors of 24 bits; weight and sums of channels as four f32. If there are more than
 * `most`, neighbors are joined into bins of 32 x 32 x 32, for which `places` has 4 bytes each. Returns the number
 * written.
 */
export function packBins(colors: usize, masses: usize, most: i32, places: usize): i32 {
  const count = listed > most ? joinBins(masses, places) : copyBins(masses)
  for (let place = 0; place < count; place++) {
    const mass = v128.load(masses + (place << 4))
    const weight = f32x4.splat(f32x4.extract_lane(mass, 0))
    const mean = i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.div(mass, weight), f32x4.splat(0.5)))
    const bytes = v128.swizzle(mean, i8x16(4, 8, 12, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16))
    v128.store32_lane(colors + (place << 2), bytes, 0)
  }
  return count
}

/** Writes the masses of the bins as they are; returns their number. */
function copyBins(masses: usize): i32 {
  for (let place = 0; place < listed; place++) v128.store(masses + (place << 4), massOf(place))
  return listed
}

/** Writes the masses of bins of 32 x 32 x 32, in order of first use; returns their number. */
function joinBins(masses: usize, places: usize): i32 {
  memory.fill(places, 0, 4 << 15)
  let count = 0
  for (let place = 0; place < listed; place++) {
    const number = load<u32>(listBase + (place << 2))
    const joined = places + (((number >> 3) & 0x7c00 | (number >> 2) & 0x3e0 | (number >> 1) & 0x1f) << 2)
    const known = load<i32>(joined)
    if (known == 0) {
      v128.store(masses + (count << 4), massOf(place))
      store<i32>(joined, ++count)
    } else {
      const mass = masses + ((known - 1) << 4)
      v128.store(mass, f32x4.add(v128.load(mass), massOf(place)))
    }
  }
  return count
}

/** Returns the mass of a bin in use: weight, red, green and blue, each rounded to f32. */
@inline
function massOf(place: i32): v128 {
  return f32x4.convert_i32x4_u(v128.load(binsBase + (load<u32>(listBase + (place << 2)) << 4)))
}
