/** The palette in the format of the kernels, and exact searches in it. */

/**
 * Entries are in groups of four, 48 bytes each: red and green alternating, blue and zero alternating, 16 bits each;
 * then the four indices, 32 bits each.
 */
export const groupBytes: i32 = 48

/** Pads a group: so far from every color that it is never nearest, yet its square still fits. */
const farChannel: i32 = 1500

export let paletteBase: usize = 0
export let paletteCount: i32 = 0

/** Sets the address of the groups and the number of their entries; pads the last group. */
export function setPaletteAt(base: usize, count: i32): void {
  paletteBase = base
  paletteCount = count
  padGroup(base, count)
}

/** Returns the number of groups of the palette. */
@inline
export function paletteGroups(): i32 {
  return (paletteCount + 3) >> 2
}

/** Returns the address of entry `index` of groups: red and green are at it, blue 16 bytes on, its index 32 bytes on. */
@inline
export function entryIn(groups: usize, index: i32): usize {
  return groups + (index >> 2) * groupBytes + ((index & 3) << 2)
}

@inline
export function redOf(index: i32): i32 {
  return load<i16>(entryIn(paletteBase, index))
}

@inline
export function greenOf(index: i32): i32 {
  return load<i16>(entryIn(paletteBase, index), 2)
}

@inline
export function blueOf(index: i32): i32 {
  return load<i16>(entryIn(paletteBase, index), 16)
}

/** Pads the last group of `count` entries. */
export function padGroup(groups: usize, count: i32): void {
  for (; count & 3; count++) {
    const entry = entryIn(groups, count)
    store<u32>(entry, (farChannel << 16) | farChannel)
    store<u32>(entry, farChannel, 16)
    store<u32>(entry, 0, 32)
  }
}

/** Returns a color's red and green, or its blue, in the format of the groups. */
@inline
export function redGreen(color: u32): v128 {
  return i32x4.splat((color & 255) | ((color & 0xff00) << 8))
}

@inline
export function blueAlone(color: u32): v128 {
  return i32x4.splat((color >> 16) & 255)
}

/** Returns the sums of the squares of the channels of four entries' differences. */
@inline
export function squares(redGreens: v128, blues: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(redGreens, redGreens), i32x4.dot_i16x8_s(blues, blues))
}

/** Returns the least of four keys. */
@inline
export function leastKey(keys: v128): u32 {
  const half = i32x4.min_u(keys, v128.shuffle<i32>(keys, keys, 2, 3, 0, 1))
  return min(<u32>i32x4.extract_lane(half, 0), <u32>i32x4.extract_lane(half, 1))
}

/** Returns the key of each of the four entries of a group: its squared distance from a color << 8 | its index. */
@inline
export function keysIn(group: usize, redGreens: v128, blues: v128): v128 {
  const distances = squares(i16x8.sub(v128.load(group), redGreens), i16x8.sub(v128.load(group, 16), blues))
  return v128.or(i32x4.shl(distances, 8), v128.load(group, 32))
}

/** Returns the nearest entry of `count` groups: distance squared << 8 | index. */
@inline
export function nearestIn(groups: usize, count: i32, color: u32): u32 {
  const redGreens = redGreen(color)
  const blues = blueAlone(color)
  let best = i32x4.splat(-1)
  for (const end = groups + count * groupBytes; groups < end; groups += groupBytes) {
    best = i32x4.min_u(best, keysIn(groups, redGreens, blues))
  }
  return leastKey(best)
}
