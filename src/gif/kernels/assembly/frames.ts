/**
 * Passes over whole frames: pixels of red, green, blue, alpha, 8 bits each; alpha is 0 or 255 after `thresholdAlpha`.
 */
import { mixtureOf } from './mixtures'
import { nearestIndex } from './nearest'

/**
 * Makes each pixel either opaque, if its alpha is at least 128, or transparent and zero. `count` is a multiple of 4.
 * Returns true if any pixel is transparent.
 */
export function thresholdAlpha(frame: usize, count: i32): bool {
  let all = i32x4.splat(-1)
  for (const end = frame + (count << 2); frame < end; frame += 16) {
    if (frame + 64 <= end && areOpaque(frame)) {
      frame += 48
      continue
    }
    const pixels = v128.load(frame)
    const opaque = i32x4.shr_s(pixels, 31)
    all = v128.and(all, opaque)
    v128.store(frame, v128.and(opaque, v128.or(pixels, i32x4.splat(0xff000000))))
  }
  return !i32x4.all_true(all)
}

/** Returns true if sixteen pixels are already opaque, as in most sources. */
@inline
function areOpaque(pixels: usize): bool {
  const one = v128.and(v128.load(pixels), v128.load(pixels, 16))
  const other = v128.and(v128.load(pixels, 32), v128.load(pixels, 48))
  const alpha = i32x4.splat(0xff000000)
  return i32x4.all_true(i32x4.eq(v128.and(v128.and(one, other), alpha), alpha))
}

/** Stores the sides of a box at an address, i32 each. Right and bottom are exclusive, and 0 if the box is empty. */
@inline
function storeBox(at: usize, left: i32, top: i32, right: i32, bottom: i32): void {
  store<i32>(at, left)
  store<i32>(at, top, 4)
  store<i32>(at, right, 8)
  store<i32>(at, bottom, 12)
}

/** Stores at `box` the box of the pixels that are transparent in `next` and not in `frame`; returns true if any are. */
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
  storeBox(box, left, top, right, bottom)
  return bottom > 0
}

/** Marks rows whose still blocks have not been found yet. */
const unknown: i32 = -1

/** The 8 x 8 ordered pattern (Bayer 1973), values 0 to 63. */
const pattern: usize = memory.data<u8>([
  0, 32, 8, 40, 2, 34, 10, 42, 48, 16, 56, 24, 50, 18, 58, 26, 12, 44, 4, 36, 14, 46, 6, 38, 60, 28, 52, 20, 62, 30, 54,
  22, 3, 35, 11, 43, 1, 33, 9, 41, 51, 19, 59, 27, 49, 17, 57, 25, 15, 47, 7, 39, 13, 45, 5, 37, 63, 31, 55, 23, 61, 29,
  53, 21,
])

/** Scratch space for the indices of a run of sixteen pixels. */
const run: usize = memory.data(16)

/**
 * Chooses what to paint each pixel with. A pixel stays if no channel differs by more than `hold` from its value when it
 * was last painted (`anchors`). It also stays, up to `stillHold`, if the mean of its block of 4 x 4 pixels differs by
 * at most `stillMean` 16ths, because that is noise (`stills` has room for one word per 16 columns). For a pixel that
 * stays, `first` is the clear index, and `second` the index it shows, if the palette has it. For any other pixel,
 * `anchors` gets the pixel, `first` is the new index, and `second` is the same index in smooth areas and clear in busy
 * ones, where a neighbor differs by more than `busy`; if the pixel already shows that index, it may stay: `first` is
 * clear and `second` the index. Busy areas use the nearest entry alone, others a mixture. If `busy` is below 0, another
 * kernel chooses the paint: `first` is 0 wherever a pixel changes. Columns to the right of the last whole run of 16 are
 * treated as neither noisy nor busy. Stores the box to paint at `box`.
 */
export function chooseColors(
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
    const row = pattern + ((y & 7) << 3)
    let rowLeft = width
    let rowRight: i32 = 0
    if ((y & 3) == 0) memory.fill(stills, 255, (width >> 4) << 2)
    let x = 0
    for (; x + 16 <= width; x += 16, at += 16) {
      const pixels = frame + (at << 2)
      const old = anchors + (at << 2)
      const showing = v128.load(shown + at)
      let changed = changedOf(pixels, old, limit)
      if (changed != 0 && stillHold > hold) {
        // Computed at the first of four rows that differs; nothing was painted above it.
        const above = y & 3
        let still = load<i32>(stills + ((x >> 4) << 2))
        if (still == unknown) {
          still = stillOf(pixels - above * below, old - above * below, below, min(4, height - y + above), meanLimit)
          store<i32>(stills + ((x >> 4) << 2), still)
        }
        if (still != 0) changed &= changedOf(pixels, old, stillLimit) | ~still
      }
      v128.store(second + at, showing)
      if (changed == 0) {
        v128.store(first + at, clears)
        continue
      }
      if (busy < 0) {
        keepAnchors(pixels, old, changed)
        v128.store(first + at, v128.andnot(clears, lanesOf(changed)))
        rowLeft = min(rowLeft, x + ctz(changed))
        rowRight = x + 32 - clz(changed)
        continue
      }
      const under = y + 1 < height ? below : 0
      let rough = bitsOf(
        roughnessOf(pixels, under, busyLimit),
        roughnessOf(pixels + 16, under, busyLimit),
        roughnessOf(pixels + 32, under, busyLimit),
        roughnessOf(pixels + 48, under, busyLimit),
      )
      rough |= (rough << 1) | (rough >> 1)
      v128.store(run, showing)
      for (let bits = changed & rough; bits != 0; bits &= bits - 1) {
        const i = ctz(bits)
        store<u8>(run + i, <u8>nearestIndex(load<u32>(pixels + (i << 2)) & 0xffffff))
      }
      for (let bits = changed & ~rough; bits != 0; bits &= bits - 1) {
        const i = ctz(bits)
        store<u8>(run + i, <u8>indexOf(mixtureOf(load<u32>(pixels + (i << 2)) & 0xffffff), row + (i & 7)))
      }
      keepAnchors(pixels, old, changed)
      const chosen = v128.load(run)
      const stays = i8x16.eq(chosen, showing)
      v128.store(first + at, v128.bitselect(clears, chosen, stays))
      v128.store(second + at, v128.bitselect(clears, chosen, v128.andnot(lanesOf(rough), stays)))
      const painted = ~i8x16.bitmask(stays) & 0xffff
      if (painted == 0) continue
      rowLeft = min(rowLeft, x + ctz(painted))
      rowRight = x + 32 - clz(painted)
    }
    for (; x < width; x++, at++) {
      const pixel = load<u32>(frame + (at << 2))
      const showing = load<u8>(shown + at)
      store<u8>(first + at, <u8>clearIndex)
      store<u8>(second + at, showing)
      if ((exceeding(i32x4.splat(pixel), i32x4.splat(load<u32>(anchors + (at << 2))), limit)) == 0) continue
      store<u32>(anchors + (at << 2), pixel)
      if (busy < 0) store<u8>(first + at, 0)
      else {
        const index = <u8>indexOf(mixtureOf(pixel & 0xffffff), row + (x & 7))
        if (index == showing) continue
        store<u8>(first + at, index)
        store<u8>(second + at, index)
      }
      rowLeft = min(rowLeft, x)
      rowRight = x + 1
    }
    if (rowRight == 0) continue
    left = min(left, rowLeft)
    right = max(right, rowRight)
    top = min(top, y)
    bottom = y + 1
  }
  storeBox(box, left, top, right, bottom)
}

/** Returns the entry of a mixture for a place in the pattern. */
@inline
function indexOf(mixture: u32, place: usize): u32 {
  return <u32>load<u8>(place) < ((mixture >> 16) & 0x7f) ? (mixture >> 8) & 255 : mixture & 255
}

/** Expands sixteen bits to bytes: all ones where the bit is set. */
@inline
function lanesOf(bits: i32): v128 {
  const spread = i8x16.swizzle(i32x4.splat(bits), i8x16(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1))
  const places = i8x16(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128)
  return i8x16.eq(v128.and(spread, places), places)
}

/** Stores the changed pixels as anchors, which the next pixels are compared with. */
@inline
function keepAnchors(pixels: usize, anchors: usize, changed: i32): void {
  const bits = i32x4.splat(changed)
  for (let i: i32 = 0; i < 16; i += 4) {
    const places = i32x4.shl(i32x4(1, 2, 4, 8), i)
    const isChanged = i32x4.ne(v128.and(bits, places), i32x4.splat(0))
    const at = <usize>i << 2
    v128.store(anchors + at, v128.bitselect(v128.load(pixels + at), v128.load(anchors + at), isChanged))
  }
}

/** Returns the excess over the limit of the differences between the channels of four pixels. */
@inline
export function excessOf(pixels: v128, old: v128, limit: v128): v128 {
  return i8x16.sub_sat_u(v128.or(i8x16.sub_sat_u(pixels, old), i8x16.sub_sat_u(old, pixels)), limit)
}

/** Returns a bit for each of four pixels: set if a channel differs by more than the limit. */
@inline
export function exceeding(pixels: v128, old: v128, limit: v128): i32 {
  return i32x4.bitmask(i32x4.ne(excessOf(pixels, old, limit), i32x4.splat(0)))
}

/** Returns the excess over the limit of the differences of four pixels from the next ones and the ones below. */
@inline
function roughnessOf(pixels: usize, below: i32, limit: v128): v128 {
  const here = v128.load(pixels)
  return v128.or(
    excessOf(here, v128.load(pixels + 4), limit),
    excessOf(here, v128.load(pixels + below), limit),
  )
}

/** Returns a bit for each of four pixels: set if it differs by more than the limit from the next or the one below. */
@inline
export function roughness(pixels: usize, below: i32, limit: v128): u32 {
  return i32x4.bitmask(i32x4.ne(roughnessOf(pixels, below, limit), i32x4.splat(0)))
}

/** Returns a bit for each of sixteen pixels: set if a channel differs by more than the limit. */
@inline
export function changedOf(pixels: usize, old: usize, limit: v128): i32 {
  return bitsOf(
    excessOf(v128.load(pixels), v128.load(old), limit),
    excessOf(v128.load(pixels, 16), v128.load(old, 16), limit),
    excessOf(v128.load(pixels, 32), v128.load(old, 32), limit),
    excessOf(v128.load(pixels, 48), v128.load(old, 48), limit),
  )
}

/** Returns a bit for each of sixteen pixels: set if it is not 0. */
@inline
function bitsOf(first: v128, second: v128, third: v128, fourth: v128): i32 {
  const zero = i32x4.splat(0)
  const low = i16x8.narrow_i32x4_s(i32x4.eq(first, zero), i32x4.eq(second, zero))
  const high = i16x8.narrow_i32x4_s(i32x4.eq(third, zero), i32x4.eq(fourth, zero))
  return ~i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)) & 0xffff
}

/**
 * Returns four bits for each of four blocks of 4 x `rows` pixels: set if the sums of 16 differ by at most the limit.
 */
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

/** Replaces `count` indices using a table of 256 bytes. */
export function translate(plane: usize, count: i32, table: usize): void {
  for (const end = plane + count; plane < end; plane++) store<u8>(plane, load<u8>(table + load<u8>(plane)))
}
