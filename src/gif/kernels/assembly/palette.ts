/** The palette as the kernels see it, and exact searches in it. */

/**
 * Entries lie in groups of four, 48 bytes each: red and green by turns, blue and nothing by turns, 16 bits each; then
 * the four indices, 32 bits each.
 */
export const groupBytes: i32 = 48

/** Fills up a group: so far from every color that it is never nearest, and its square still fits. */
const farChannel: i32 = 1500

export let paletteBase: usize = 0
export let paletteCount: i32 = 0

/** Says where the groups lie and how many entries they have; pads the last one. */
export function setPaletteAt(base: usize, count: i32): void {
  paletteBase = base
  paletteCount = count
  padGroup(base, count)
}

/** How many groups the palette has. */
@inline
export function paletteGroups(): i32 {
  return (paletteCount + 3) >> 2
}

/** Where entry `index` of groups lies: red and green there, blue 16 bytes on, its index 32. */
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

/** Fills the last group of `count` entries up. */
export function padGroup(groups: usize, count: i32): void {
  for (; count & 3; count++) {
    const entry = entryIn(groups, count)
    store<u32>(entry, (farChannel << 16) | farChannel)
    store<u32>(entry, farChannel, 16)
    store<u32>(entry, 0, 32)
  }
}

/** A color's red and green, and its blue, as the groups have them. */
@inline
export function redGreen(color: u32): v128 {
  return i32x4.splat((color & 255) | ((color & 0xff00) << 8))
}

@inline
export function blueAlone(color: u32): v128 {
  return i32x4.splat((color >> 16) & 255)
}

/** The squares of the channels of four entries' differences, summed. */
@inline
export function squares(redGreens: v128, blues: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(redGreens, redGreens), i32x4.dot_i16x8_s(blues, blues))
}

/** The least of four keys. */
@inline
export function leastKey(keys: v128): u32 {
  const half = i32x4.min_u(keys, v128.shuffle<i32>(keys, keys, 2, 3, 0, 1))
  return min(<u32>i32x4.extract_lane(half, 0), <u32>i32x4.extract_lane(half, 1))
}

/** For each of the four entries of a group: its distance from a color, squared, << 8 | its index. */
@inline
export function keysIn(group: usize, redGreens: v128, blues: v128): v128 {
  const distances = squares(i16x8.sub(v128.load(group), redGreens), i16x8.sub(v128.load(group, 16), blues))
  return v128.or(i32x4.shl(distances, 8), v128.load(group, 32))
}

/** The nearest of `count` groups: distance squared << 8 | index. */
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
