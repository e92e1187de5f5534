/**
 * Pixels that stay but show what is off are painted again, when a palette has better colours for them. This is about
 * busy places: elsewhere dots make up for what each pixel is off.
 */
import { exceeding, roughness } from './frames'
import { nearestIndex } from './nearest'

const opaque: u32 = 0xff000000
/** The alpha of an anchor that is marked: far from 255, and not that of what was never painted, 0. */
export const marked: u32 = 1

/** Brings a plane of shown colours up to date: `colours` has that of each index; what shows `clear` keeps its own. */
export function updateCanvas(canvas: usize, shown: usize, count: i32, colours: usize, clear: i32): void {
  for (const end = shown + count; shown < end; shown++, canvas += 4) {
    const index = <i32>load<u8>(shown)
    if (index != clear) store<u32>(canvas, load<u32>(colours + (index << 2)) | opaque)
  }
}

/**
 * Marks the pixels of a frame, in busy places, that stay (within `hold` of their anchors) and are off by more than
 * `limit`, squared, on the canvas: their `anchors` get another alpha, so that they count as changed. Returns how many.
 */
export function markRepaints(
  frame: usize, anchors: usize, canvas: usize, width: i32, height: i32, hold: i32, busy: i32, limit: i32,
): i32 {
  const busyLimit = i8x16.splat(<i8>busy)
  const holdLimit = i8x16.splat(<i8>hold)
  const most = i32x4.splat(limit)
  let count = 0
  let at = 0
  for (let y = 0; y < height; y++) {
    const below = y + 1 < height ? width << 2 : 0
    for (let x = 0; x + 4 <= width; x += 4, at += 16) {
      const pixels = v128.load(frame + at)
      const off =
        i32x4.bitmask(i32x4.gt_s(offBy(pixels, v128.load(canvas + at)), most)) &
        ~exceeding(pixels, v128.load(anchors + at), holdLimit)
      if (off == 0) continue
      const rough = roughness(frame + at, below, busyLimit)
      for (let bits = off & (rough | (rough << 1) | (rough >> 1)); bits != 0; bits &= bits - 1) {
        const anchor = anchors + at + (ctz(bits) << 2)
        if (load<u8>(anchor, 3) == 0) continue
        store<u8>(anchor, <u8>marked, 3)
        count++
      }
    }
    at += (width & 3) << 2
  }
  return count
}

/**
 * Takes the marks off the pixels that the palette in use would not paint better: that leaves more than `part` 16ths of
 * their error. `colours` has the colour of each index.
 */
export function removeMarks(
  frame: usize, anchors: usize, canvas: usize, width: i32, height: i32, colours: usize, part: i32,
): void {
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      if (x + 4 <= width && !areSomeMarked(v128.load(anchors + at))) {
        x += 3
        at += 12
        continue
      }
      if (<u32>load<u8>(anchors + at, 3) != marked) continue
      const pixel = load<u32>(frame + at)
      const colour = load<u32>(colours + (nearestIndex(pixel & ~opaque) << 2))
      const before = i32x4.extract_lane(offBy(i32x4.splat(pixel), i32x4.splat(load<u32>(canvas + at))), 0)
      const after = i32x4.extract_lane(offBy(i32x4.splat(pixel), i32x4.splat(colour)), 0)
      if (after * 16 > before * part) store<u8>(anchors + at, 255, 3)
    }
  }
}

@inline
function areSomeMarked(anchors: v128): bool {
  return v128.any_true(i32x4.eq(i32x4.shr_u(anchors, 24), i32x4.splat(marked)))
}

/** The squared distances of four pixels' colours. */
@inline
function offBy(pixels: v128, seen: v128): v128 {
  const one = v128.and(pixels, i32x4.splat(~opaque))
  const other = v128.and(seen, i32x4.splat(~opaque))
  const low = i16x8.sub(i16x8.extend_low_i8x16_u(one), i16x8.extend_low_i8x16_u(other))
  const high = i16x8.sub(i16x8.extend_high_i8x16_u(one), i16x8.extend_high_i8x16_u(other))
  const lows = i32x4.dot_i16x8_s(low, low)
  const highs = i32x4.dot_i16x8_s(high, high)
  return i32x4.add(v128.shuffle<i32>(lows, highs, 0, 2, 4, 6), v128.shuffle<i32>(lows, highs, 1, 3, 5, 7))
}
