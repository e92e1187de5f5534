/** Colours counted in 64 x 64 x 64 bins, with exact sums, so that a bin's mean is exact. */
import { marked } from './repaint'

let binsBase: usize = 0
let listBase: usize = 0
let listed: i32 = 0

/** Says where the bins (16 bytes each, empty at first) and the list of those in use (4 bytes each) lie. */
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
 * Counts the opaque pixels of a frame at every `step`th column and row from (left, top), each `weight` times, or
 * `heldWeight` times where no channel differs by more than `hold` from `anchors`; `offWeight` times as much where those
 * are marked. Gives how many bins are in use.
 */
export function countColours(
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
  offWeight: u32,
): i32 {
  const limit = i8x16.splat(<i8>hold)
  const one = i32x4(1, 0, 0, 0)
  for (let y = top; y < height; y += step) {
    const row = frame + ((y * width) << 2)
    const old = anchors + ((y * width) << 2)
    for (let x = left; x < width; x += step) {
      const pixel = load<u32>(row + (x << 2))
      if (pixel >> 24 == 0) continue
      const anchor = load<u32>(old + (x << 2))
      const isHeld = !differs(pixel, anchor, limit)
      const times = isHeld ? heldWeight : anchor >> 24 == marked ? weight * offWeight : weight
      if (times == 0) continue
      const number = ((pixel & 0xfc) << 10) | ((pixel & 0xfc00) >> 4) | ((pixel & 0xfc0000) >> 18)
      const bin = binsBase + (number << 4)
      const sums = v128.load(bin)
      if (i32x4.extract_lane(sums, 0) == 0) {
        store<u32>(listBase + (listed << 2), number)
        listed++
      }
      // One, red, green and blue, each in a lane of its own.
      const channels = v128.swizzle(
        i32x4.splat(pixel),
        i8x16(16, 16, 16, 16, 0, 16, 16, 16, 1, 16, 16, 16, 2, 16, 16, 16),
      )
      v128.store(bin, i32x4.add(sums, i32x4.mul(v128.or(channels, one), i32x4.splat(times))))
    }
  }
  return listed
}

/** Whether a channel of two pixels differs by more than the limit. */
@inline
function differs(one: u32, other: u32, limit: v128): bool {
  const a = i32x4.splat(one)
  const b = i32x4.splat(other)
  return v128.any_true(i8x16.sub_sat_u(v128.or(i8x16.sub_sat_u(a, b), i8x16.sub_sat_u(b, a)), limit))
}

/**
 * Writes the bins in use out: mean colours of 24 bits; weight and sums of channels as four f32. Where there are more
 * than `most`, neighbours are joined to bins of 32 x 32 x 32, for which `places` has 4 bytes each. Gives how many.
 */
export function packBins(colours: usize, masses: usize, most: i32, places: usize): i32 {
  const count = listed > most ? joinBins(masses, places) : copyBins(masses)
  for (let place = 0; place < count; place++) {
    const mass = v128.load(masses + (place << 4))
    const weight = f32x4.splat(f32x4.extract_lane(mass, 0))
    const mean = i32x4.trunc_sat_f32x4_u(f32x4.add(f32x4.div(mass, weight), f32x4.splat(0.5)))
    const bytes = v128.swizzle(mean, i8x16(4, 8, 12, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16))
    v128.store32_lane(colours + (place << 2), bytes, 0)
  }
  return count
}

function copyBins(masses: usize): i32 {
  for (let place = 0; place < listed; place++) v128.store(masses + (place << 4), massOf(place))
  return listed
}

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

@inline
function massOf(place: i32): v128 {
  return f32x4.convert_i32x4_u(v128.load(binsBase + (load<u32>(listBase + (place << 2)) << 4)))
}
