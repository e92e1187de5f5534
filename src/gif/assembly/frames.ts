/** Passes over whole frames: pixels of red, green, blue, alpha, 8 bits each; alpha is 0 or 255 after `settleAlpha`. */
import { mixtureOf } from './mixtures'



/**
 * Makes each pixel opaque, or see-through and then zero: alpha from 128 on is opaque. `count` is a multiple of 4.
 * Gives whether some pixel is see-through.
 */
export function settleAlpha(frame: usize, count: i32): bool {
  let all = i32x4.splat(-1)
  for (const end = frame + (count << 2); frame < end; frame += 16) {
    const pixels = v128.load(frame)
    const opaque = i32x4.shr_s(pixels, 31)
    all = v128.and(all, opaque)
    v128.store(frame, v128.and(opaque, v128.or(pixels, i32x4.splat(0xff000000))))
  }
  return !i32x4.all_true(all)
}

/** The box of the pixels that are see-through in `next` and not in `frame`, in `box`: left, top, right, bottom. */
export function findCleared(frame: usize, next: usize, width: i32, height: i32, box: usize): bool {
  let left = width
  let top = height
  let right: i32 = 0
  let bottom: i32 = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, frame += 4, next += 4) {
      if (load<u32>(frame) == 0 || load<u32>(next) != 0) continue
      left = min(left, x)
      right = max(right, x + 1)
      top = min(top, y)
      bottom = y + 1
    }
  }
  store<i32>(box, left)
  store<i32>(box, top, 4)
  store<i32>(box, right, 8)
  store<i32>(box, bottom, 12)
  return bottom > 0
}

/** Stands where it is not known which blocks are still. */
const unknown: i32 = -1

/** The 8 x 8 ordered pattern (Bayer 1973), values 0 to 63. */
const pattern: usize = memory.data<u8>([
  0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26, 12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30, 54,
  22, 3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25, 15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29,
  53, 21,
])

/** Where the pattern's values for a row of pixels lie. */
@inline
export function patternRow(y: i32): usize {
  return pattern + ((y & 7) << 3)
}

/**
 * Chooses for each pixel what it is painted with. Where no channel differs by more than `hold` from what was there when
 * the pixel was last painted (`anchors`), it stays; so it does, up to `stillHold`, where the mean of its block of 4 x 4
 * pixels differs by at most `stillMean` 16ths, for that is noise (`stills` is room for a word for each 16 columns). Of
 * what stays `first` is the clear index, `second` what it shows, if the palette has that. Elsewhere `first` is the index,
 * and `second` the same in smooth places and clear in busy ones, where a neighbour differs by more than `busy`; where the
 * index is what the pixel shows anyway, it may stay: `first` is clear and `second` the index. The box of what must be
 * painted is left in `box`: left, top, right, bottom.
 */
export function chooseColours(
  frame: usize, anchors: usize, shown: usize, first: usize, second: usize,
  width: i32, height: i32, hold: i32, clearIndex: i32, busy: i32,
  stillHold: i32, stillMean: i32, stills: usize, box: usize,
): void {
  const limit = i8x16.splat(<i8>hold)
  const busyLimit = i8x16.splat(<i8>busy)
  const below = width << 2
  const stillLimit = i8x16.splat(<i8>stillHold)
  const meanLimit = i16x8.splat(<i16>stillMean)
  const clears = i8x16.splat(<i8>clearIndex)
  let left = width
  let top = height
  let right: i32 = 0
  let bottom: i32 = 0
  let at = 0
  for (let y = 0; y < height; y++) {
    const row = patternRow(y)
    let rowLeft = width
    let rowRight: i32 = 0
    if ((y & 3) == 0) memory.fill(stills, 255, (width >> 4) << 2)
    for (let x = 0; x < width;) {
      let changed: i32
      let rough: u32 = 0
      let many = min(16, width - x)
      if (many == 16) {
        const pixels = frame + (at << 2)
        const old = anchors + (at << 2)
        changed = changedOf(pixels, old, limit)
        if (changed != 0 && stillHold > hold) {
          // Found out at the first of four rows that differs: nothing was painted above it.
          const above = y & 3
          let still = load<i32>(stills + ((x >> 4) << 2))
          if (still == unknown) {
            still = stillOf(pixels - above * below, old - above * below, below, min(4, height - y + above), meanLimit)
            store<i32>(stills + ((x >> 4) << 2), still)
          }
          if (still != 0) changed &= changedOf(pixels, old, stillLimit) | ~still
        }
        if (changed != 0) {
          const under = y + 1 < height ? below : 0
          rough =
            roughness(pixels, under, busyLimit) |
            (roughness(pixels + 16, under, busyLimit) << 4) |
            (roughness(pixels + 32, under, busyLimit) << 8) |
            (roughness(pixels + 48, under, busyLimit) << 12)
          rough |= (rough << 1) | (rough >> 1)
        }
        v128.store(first + at, clears)
        v128.store(second + at, v128.load(shown + at))
      } else {
        changed = 0
        for (let i = 0; i < many; i++) {
          const pixel = v128.load32_zero(frame + ((at + i) << 2))
          const old = v128.load32_zero(anchors + ((at + i) << 2))
          changed |= (exceeding(pixel, old, limit) & 1) << i
          store<u8>(first + at + i, <u8>clearIndex)
          store<u8>(second + at + i, load<u8>(shown + at + i))
        }
      }
      for (; changed != 0; changed &= changed - 1) {
        const i = ctz(changed)
        const place = at + i
        const pixel = load<u32>(frame + (place << 2))
        store<u32>(anchors + (place << 2), pixel)
        const mixture = mixtureOf(pixel & 0xffffff, (rough >> i) & 1)
        const share = (mixture >> 16) & 0x7f
        const dark = mixture & 255
        const bright = (mixture >> 8) & 255
        const isBright = <u32>load<u8>(row + ((x + i) & 7)) < share
        const index = isBright ? bright : dark
        if (index == <u32>load<u8>(shown + place)) {
          store<u8>(second + place, <u8>index)
          continue
        }
        store<u8>(first + place, <u8>index)
        store<u8>(second + place, <u8>((rough >> i) & 1 ? clearIndex : index))
        rowLeft = min(rowLeft, x + i)
        rowRight = x + i + 1
      }
      x += many
      at += many
    }
    if (rowRight == 0) continue
    left = min(left, rowLeft)
    right = max(right, rowRight)
    top = min(top, y)
    bottom = y + 1
  }
  store<i32>(box, left)
  store<i32>(box, top, 4)
  store<i32>(box, right, 8)
  store<i32>(box, bottom, 12)
}

/** A bit for each of four pixels of which a channel differs by more than the limit. */
@inline
export function exceeding(pixels: v128, old: v128, limit: v128): i32 {
  const difference = v128.or(i8x16.sub_sat_u(pixels, old), i8x16.sub_sat_u(old, pixels))
  const over = i8x16.sub_sat_u(difference, limit)
  return i32x4.bitmask(i32x4.ne(over, i32x4.splat(0)))
}

/** A bit for each of four pixels that differ by more than the limit from the next or from the one below. */
@inline
export function roughness(pixels: usize, below: i32, limit: v128): u32 {
  const here = v128.load(pixels)
  return exceeding(here, v128.load(pixels + 4), limit) | exceeding(here, v128.load(pixels + below), limit)
}

/** A bit for each of sixteen pixels of which a channel differs by more than the limit. */
@inline
function changedOf(pixels: usize, old: usize, limit: v128): i32 {
  return (
    exceeding(v128.load(pixels), v128.load(old), limit) |
    (exceeding(v128.load(pixels, 16), v128.load(old, 16), limit) << 4) |
    (exceeding(v128.load(pixels, 32), v128.load(old, 32), limit) << 8) |
    (exceeding(v128.load(pixels, 48), v128.load(old, 48), limit) << 12)
  )
}

/** Of four blocks of 4 x `rows` pixels, four bits for each whose mean differs by at most the limit, in sums of 16. */
function stillOf(frame: usize, anchors: usize, stride: i32, rows: i32, limit: v128): i32 {
  let bits: i32 = 0
  for (let block = 0; block < 16; block += 4, frame += 16, anchors += 16) {
    let sum = i16x8.splat(0)
    let old = anchors
    for (let at = frame, end = frame + rows * stride; at < end; at += stride, old += stride) {
      const pixels = v128.load(at)
      const before = v128.load(old)
      sum = i16x8.add(sum, i16x8.sub(i16x8.extend_low_i8x16_u(pixels), i16x8.extend_low_i8x16_u(before)))
      sum = i16x8.add(sum, i16x8.sub(i16x8.extend_high_i8x16_u(pixels), i16x8.extend_high_i8x16_u(before)))
    }
    const all = i16x8.abs(i16x8.add(sum, v128.shuffle<i64>(sum, sum, 1, 0)))
    bits |= (v128.any_true(i16x8.gt_s(all, limit)) ? 0 : 15) << block
  }
  return bits
}

/** Rewrites `count` indices by a table of 256 bytes. */
export function translate(plane: usize, count: i32, table: usize): void {
  for (const end = plane + count; plane < end; plane++) store<u8>(plane, load<u8>(table + load<u8>(plane)))
}
