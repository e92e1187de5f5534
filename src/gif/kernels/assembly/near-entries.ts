/** The palette entries that may replace another one if the LZW string continues with them. */
import { highChildren, lowChildren, setBits, tableEnd } from './code-table'
import { nearestKept, nearOf } from './mixtures'
import { blueOf, greenOf, paletteCount, redOf } from './palette'

const nearBytes: i32 = 96
/** No entry replaces one that is farther away than this, squared. */
const maxDistance: i32 = 30_000
/**
 * Errors reduced by more than `bias` count as reduced by `bias`. Keys are the clamped difference plus `bias`, times 8,
 * plus the place.
 */
const bias: u32 = 2048
const maxExtra: u32 = 6000

/**
 * Eight other entries for each entry of the palette: their bytes in the lower half of a set and in the upper half;
 * their bits in these; their indices. Then, for two groups of four, the steps to them, 16 bits each: red and green
 * alternating; blue and the square of the step alternating.
 */
const nearAt: usize = tableEnd
/** Red, green, blue and an unused lane of each entry, 16 bits each. */
const colorsAt: usize = nearAt + 256 * nearBytes
/** The numbers 0 to 7, 16 bits each. */
const placesAt: usize = colorsAt + 256 * 8
export const nearEnd: usize = placesAt + 16

/** Prepares a new palette, whose mixtures are set: an entry's nearest others may replace it. */
export function findNearEntries(): void {
  setBits()
  for (let place = 0; place < nearestKept; place++) store<u16>(place << 1, <u16>place, placesAt)
  for (let index = 0; index < paletteCount; index++) {
    store<u64>(index << 3, colorOf(index), colorsAt)
    for (let place = 0; place < nearestKept; place++) setNear(index, place, nearOf(index, place))
  }
}

@inline
function colorOf(index: i32): u64 {
  return <u64>redOf(index) | (<u64>greenOf(index) << 16) | (<u64>blueOf(index) << 32)
}

function setNear(index: i32, place: i32, other: i32): void {
  const red = redOf(index) - redOf(other)
  const green = greenOf(index) - greenOf(other)
  const blue = blueOf(index) - blueOf(other)
  const distance = red * red + green * green + blue * blue
  const isNear = other != index && distance <= maxDistance
  const near = nearAt + index * nearBytes
  store<u8>(near + place, <u8>(other >> 3))
  store<u8>(near + place, <u8>((other >> 3) - 16), 8)
  store<u8>(near + place, isNear ? <u8>(1 << <u8>(other & 7)) : 0, 16)
  store<u8>(near + place, <u8>other, 24)
  const step = near + 32 + ((place >> 2) << 5) + ((place & 3) << 2)
  store<i16>(step, <i16>red)
  store<i16>(step, <i16>green, 2)
  store<i16>(step, <i16>blue, 16)
  store<i16>(step, <i16>(min(distance, maxDistance) + bias), 18)
}

/** Returns an entry as lanes of 16 bits, of which three are used. */
@inline
export function entryAt(index: u32): v128 {
  return v128.load(index << 3, colorsAt)
}

/** Returns the greatest key of an entry whose squared error is at most `more` greater. */
@inline
export function keyOfMore(more: u32): u32 {
  return ((bias + min(more, maxExtra)) << 3) | 7
}

/** Returns the entry of a key. */
@inline
export function entryOf(key: u32, index: u32): u32 {
  return <u32>load<u8>(index * nearBytes + (key & 7), nearAt + 24)
}

/**
 * Returns, of the entries that follow the code and are near `index`, the key of the one with the least error, where the
 * error of `index` is `error`; the first one if several are equal. Returns 65,535 if there are no such entries.
 */
@inline
export function leastChild(string: u32, index: u32, error: v128): u32 {
  const near = index * nearBytes
  const low = i8x16.swizzle(lowChildren(string), v128.load(near, nearAt))
  const high = i8x16.swizzle(highChildren(string), v128.load(near, nearAt + 8))
  const found = v128.and(v128.or(low, high), v128.load(near, nearAt + 16))
  const isNone = i16x8.extend_low_i8x16_s(i8x16.eq(found, i8x16.splat(0)))
  // |step|^2 + 2 step error, the increase of the error with an entry; times 8.
  const scaled = i16x8.replace_lane(i16x8.shl(error, 4), 3, 8)
  const redGreen = v128.shuffle<i32>(scaled, scaled, 0, 0, 0, 0)
  const blue = v128.shuffle<i32>(scaled, scaled, 1, 1, 1, 1)
  const first = dots(v128.load(near, nearAt + 32), redGreen, v128.load(near, nearAt + 48), blue)
  const second = dots(v128.load(near, nearAt + 64), redGreen, v128.load(near, nearAt + 80), blue)
  const keys = v128.or(v128.or(i16x8.narrow_i32x4_u(first, second), v128.load(0, placesAt)), isNone)
  const four = i16x8.min_u(keys, v128.shuffle<i32>(keys, keys, 2, 3, 0, 1))
  const two = i16x8.min_u(four, v128.shuffle<i32>(four, four, 1, 0, 3, 2))
  const one = i16x8.min_u(two, v128.shuffle<i16>(two, two, 1, 0, 3, 2, 4, 5, 6, 7))
  return <u32>i16x8.extract_lane_u(one, 0)
}

@inline
function dots(one: v128, other: v128, third: v128, fourth: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(one, other), i32x4.dot_i16x8_s(third, fourth))
}
