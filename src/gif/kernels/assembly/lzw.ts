/**
 * The variable-length LZW of GIF (GIF89a, appendix F), with loss: a pixel may be painted with a different entry than it
 * was given if its string continues with that one. The error is carried to the right and down, so that means stay
 * right.
 */
import {
  beginStream, endStream, mostWaiting, putCode, putWaiting, streamAt, streamEnd, wait,
} from './code-stream'
import {
  beginRuns, codeOf, forgetStrings, isKnown, know, knowRun, maxBits, maxCodes, runOf, runs,
} from './code-table'
import { entryAt, entryOf, keyOfMore, leastChild } from './near-entries'

/** A full table is kept while its codes cost at most this share of the bits per pixel spent while it grew. */
const maxCostRatio: f32 = 0.95

/**
 * For each of up to 65,536 columns, how much too dark its last pixel was painted, 0 where it stays: red, green, blue
 * and an unused lane, 16 bits each.
 */
const errorsAt: usize = streamEnd
/** The end of the region, with room for the widest frame that a GIF can have. */
export const lzwEnd: usize = errorsAt + 8 * 65_536

/** The start of the table, in bytes written and pixels encoded, and the cost of a pixel until the table was full. */
let beganAt: usize = 0
let beganPixels: i32 = 0
let fillCost: f32 = 0
/** The pixels encoded when the full table was last checked, or -1. */
let checkedPixels: i32 = 0

/** Returns a pixel, and the next, as lanes of 16 bits. */
@inline
function pixelAt(source: usize): v128 {
  return v128.load8x8_u(source)
}

/** Returns a pixel's correction: a quarter of the error to its left and half of the one above, rounded toward 0. */
@inline
function carriedOf(left: v128, above: v128): v128 {
  const error = i16x8.add(left, i16x8.add(above, above))
  return i16x8.shr_s(i16x8.add(error, i16x8.shr_u(error, 14)), 2)
}

/** Counts indices from `at` on that equal `index`, up to `most`. Not inlined, which slows boxes with little to skip. */
function countSame(at: usize, index: u32, most: i32): i32 {
  const same = i8x16.splat(<i8>index)
  for (let count = 0; count < most; count += 16) {
    const others = ~i8x16.bitmask(i8x16.eq(v128.load(at + count), same))
    if (others != ~0xffff) return min(count + ctz(others), most)
  }
  return most
}

/** Begins a table after `pixels` pixels. */
function beginTable(pixels: i32): void {
  beganAt = streamAt()
  beganPixels = pixels
  checkedPixels = -1
}

/** Returns true if a full table has become worse than a new one would be. `pixels` is the number encoded so far. */
function isWorn(pixels: i32): bool {
  let isWorn = false
  if (checkedPixels < 0) fillCost = <f32>((streamAt() - beganAt) << 3) / <f32>(pixels - beganPixels)
  else {
    const cost = <f32>(mostWaiting * maxBits) / <f32>(pixels - checkedPixels)
    isWorn = cost > fillCost * maxCostRatio
  }
  checkedPixels = pixels
  return isWorn
}

/** Copies the choices of a row to `shown`, except for `clear`. */
function showRow(choices: usize, shown: usize, count: i32, clear: i32): void {
  let at = 0
  const clears = i8x16.splat(<i8>clear)
  for (; at <= count - 16; at += 16) {
    const chosen = v128.load(choices + at)
    v128.store(shown + at, v128.bitselect(v128.load(shown + at), chosen, i8x16.eq(chosen, clears)))
  }
  for (; at < count; at++) {
    const choice = load<u8>(choices + at)
    if (choice != <u8>clear) store<u8>(shown + at, choice)
  }
}

/**
 * Encodes a box of the planes of choices. If the string cannot continue with a pixel's first choice, tries the second
 * if the first is `clear`; otherwise tries the entries near it whose squared distance from the pixel of `sources` is
 * greater by at most `loss`, or by `busyLoss` if the second is `clear`. `shown` gets each painted index except `clear`.
 * Writes the least code size, the sub-blocks and their end to `target`, and returns their length in bytes: at most 1.6
 * per pixel plus 16.
 */
export function encodeBox(
  first: usize, second: usize, shown: usize, sources: usize, width: i32,
  left: i32, top: i32, right: i32, bottom: i32, codeBits: i32, clear: i32, loss: u32, busyLoss: u32,
  target: usize,
): i32 {
  const clearCode = 1 << codeBits
  const mostKey = keyOfMore(loss)
  const mostBusyKey = keyOfMore(busyLoss)
  const toSecond = second - first
  const toShown = shown - first
  const toSource = sources - (first << 2)
  let bits = codeBits + 1
  store<u8>(target, <u8>codeBits)
  beginStream(target + 1)
  putCode(clearCode, bits)
  beginTable(0)
  // The next new code; behind a full table, the place of the next waiting code. Codes from `waiting` to `end` wait.
  let next = clearCode + 2
  let waiting = next
  let end = (1 << bits) + 1
  let prefix = <u32>load<u8>(first + top * width + left)
  beginRuns(clear)
  let start = left + 1
  memory.fill(errorsAt + (left << 3), 0, (right - left) << 3)
  for (let y = top; y < bottom; y++) {
    const row = first + y * width
    const rowEnd = row + right
    showRow(row + left, row + left + toShown, right - left, clear)
    const toErrors = errorsAt - (row << 3)
    // The darkness error of the pixel before.
    let before = i64x2.splat(0)
    for (let at = row + start; at < rowEnd; at++) {
      const index = <u32>load<u8>(at)
      const string = (prefix << 8) | index
      if (index == <u32>clear) {
        before = i64x2.splat(0)
        // Runs of unchanged pixels make up most of a still picture.
        if (prefix == index) {
          const count = countSame(at, index, min(runs, <i32>(rowEnd - at)))
          if (count > 0) {
            prefix = runOf(count)
            memory.fill((at << 3) + toErrors, 0, count << 3)
            at += count - 1
            continue
          }
        }
        store<u64>((at << 3) + toErrors, 0)
        if (isKnown(string, index)) {
          prefix = codeOf(string)
          continue
        }
        const other = <u32>load<u8>(at + toSecond)
        const otherString = string - index + other
        if (isKnown(otherString, other)) {
          prefix = codeOf(otherString)
          store<u8>(at + toShown, <u8>other)
          continue
        }
        knowRun(string, index, next)
      } else {
        const errors = (at << 3) + toErrors
        const wanted = i16x8.add(pixelAt((at << 2) + toSource), carriedOf(before, v128.load64_zero(errors)))
        const error = i16x8.sub(wanted, entryAt(index))
        before = error
        if (isKnown(string, index)) {
          v128.store64_lane(errors, error, 0)
          prefix = codeOf(string)
          continue
        }
        // It is hard to predict whether any entry follows: finding the least key costs less than a wrong guess.
        const key = leastChild(string, index, error)
        if (key <= (<u32>load<u8>(at + toSecond) == <u32>clear ? mostBusyKey : mostKey)) {
          const chosen = entryOf(key, index)
          before = i16x8.sub(wanted, entryAt(chosen))
          v128.store64_lane(errors, before, 0)
          prefix = codeOf(string - index + chosen)
          store<u8>(at + toShown, <u8>chosen)
          continue
        }
        v128.store64_lane(errors, error, 0)
      }
      wait(next, string >> 8)
      if (next < maxCodes) know(string, index, next)
      prefix = index
      if (++next != end) continue
      putWaiting(waiting, next, bits)
      waiting = next
      if (bits < maxBits) bits++
      else {
        const pixels = (y - top) * (right - left) + <i32>(at - rowEnd) + right - left
        waiting = maxCodes
        end = maxCodes + mostWaiting
        if (isWorn(pixels)) {
          putCode(clearCode, bits)
          forgetStrings(maxCodes)
          beginTable(pixels)
          waiting = clearCode + 2
          bits = codeBits + 1
          beginRuns(clear)
        }
        next = waiting
        if (waiting == maxCodes) continue
      }
      end = (1 << bits) + 1
    }
    start = left
  }
  forgetStrings(min(next, maxCodes))
  wait(next, prefix)
  putWaiting(waiting, next + 1, bits)
  // The decoder learns of a code one later than it is made.
  if (next == 1 << bits && next < maxCodes) bits++
  putCode(clearCode + 1, bits)
  return <i32>(endStream(target + 1) - target)
}
