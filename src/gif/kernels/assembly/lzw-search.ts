/**
 * LZW (GIF89a, appendix F) by search: of the known strings, the next one taken costs least, counting its bits and the
 * errors of its pixels (a rate-distortion choice; Sullivan and Wiegand 1998). A pixel's error is carried to the right
 * and down, so that means, which the eye sees, stay right.
 */
import { beginStream, endStream, putCode } from './code-stream'
import { maxBits, maxCodes } from './code-table'
import { entryAt } from './near-entries'
import { nearestIndex } from './nearest'
import {
  addChild, beginTree, childOf, childOfRoot, childWith, clearChildOf, endTree, firstOf, lastOf, parentOf, removeChild,
  siblingOf, treeEnd,
} from './string-tree'

/** The indices of the chosen string, which is at most as long as a row. */
const pathAt: usize = treeEnd
/** For each column, how much too dark its last pixel was painted: red, green, blue and an unused lane, 16 bits each. */
const errorsAt: usize = pathAt + 65_536
export const searchEnd: usize = errorsAt + 8 * 65_536

/** Marks the end of a path. */
const none: u32 = 0xffff
/** The largest error carried in a channel: errors would grow without bound if no entry is near. */
const maxError: i16 = 400
/**
 * The cost of a pixel is learned for areas of 8 x 8 pixels, 64 x 64 of which are told apart. `worthRate` is the share
 * of the known cost replaced each time; no cost falls below `leastWorth` bits.
 */
const worthColumns: i32 = 64
const worthRate: f32 = 0.08
const leastWorth: f32 = 0.2
/** A path ends when it costs more than the best string by this fraction of a code's bits. */
const slack: f32 = 0.3
/**
 * The most pixels that a path goes on after the best string, and the most that it may cost, so that sums fit in 32
 * bits.
 */
const mostAhead: i32 = 256
const mostCost: i32 = 1 << 30
/**
 * A full table is checked every `checkedCodes` codes, and kept while pixels cost at most this share of what they did.
 */
const checkedCodes: i32 = 256
const maxCostRatio: f32 = 0.95

/** Returns a pixel's correction: a quarter of the errors to its left and above. More is nearer the mean, but grainy. */
@inline
function carriedOf(left: v128, above: v128): v128 {
  return i16x8.shr_s(i16x8.add(i16x8.add(left, above), i16x8.splat(2)), 2)
}

@inline
function boundedError(error: v128): v128 {
  return i16x8.max_s(i16x8.min_s(error, i16x8.splat(maxError)), i16x8.splat(-maxError))
}

/** Returns the sum of the squares of red, green and blue. */
@inline
function squareOf(error: v128): i32 {
  const squares = i32x4.dot_i16x8_s(error, error)
  return i32x4.extract_lane(squares, 0) + i32x4.extract_lane(squares, 1)
}

/** Returns the color of a pixel as lanes of 16 bits; three are used, the others are 0. */
@inline
function colorAt(pixel: usize): v128 {
  return i16x8.extend_low_i8x16_u(v128.and(v128.load32_zero(pixel), i32x4(0xffffff, 0, 0, 0)))
}

@inline
function isOpaque(pixel: usize): bool {
  return load<u8>(pixel, 3) != 0
}

/** Returns the entry nearest to a color, which may exceed 0 to 255. */
@inline
function nearestTo(wanted: v128): u32 {
  return nearestIndex(i32x4.extract_lane(i8x16.narrow_i16x8_u(wanted, wanted), 0) & 0xffffff)
}

/** Returns the address of the learned cost at a pixel. */
@inline
function worthAt(worths: usize, x: i32, y: i32): usize {
  return worths + ((((y >> 3) & (worthColumns - 1)) * worthColumns + ((x >> 3) & (worthColumns - 1))) << 2)
}

/** Writes the indices of a string of the given length to `pathAt`. */
function writePath(code: u32, length: i32): void {
  for (let place = length - 1; place >= 0; place--) {
    store<u8>(pathAt + place, <u8>lastOf(code))
    code = parentOf(code)
  }
}

/**
 * Encodes a box. `first` is `clear` where a pixel stays, and anything else where it changes; a changed pixel may be
 * painted with any entry, or keep the color in `canvas`, if that is opaque. Updates `shown` and `canvas` with what is
 * painted. `sources` has the pixels; `worths` has the costs of pixels as f32, 0 at first, which are kept from frame to
 * frame; a bit costs `bitCost`. Writes the least code size, the sub-blocks and their end to `target`, and returns their
 * length in bytes: at most 1.6 per pixel plus 16.
 */
export function encodeBoxBySearch(
  first: usize, shown: usize, sources: usize, canvas: usize, worths: usize, width: i32,
  left: i32, top: i32, right: i32, bottom: i32, codeBits: i32, clear: u32, bitCost: f32, target: usize,
): i32 {
  const clearCode = 1 << codeBits
  const leastCost = bitCost * leastWorth
  const boxWidth = right - left
  const total = boxWidth * (bottom - top)
  let bits = codeBits + 1
  store<u8>(target, <u8>codeBits)
  beginStream(target + 1)
  putCode(clearCode, bits)
  beginTree(clearCode)
  memory.fill(errorsAt, 0, (boxWidth + 1) << 3)
  let next: u32 = clearCode + 2
  let previous: u32 = none
  let before = i64x2.splat(0)
  let costs: f32 = 0
  let pixels: f32 = 0
  let fillCost: f32 = 0
  let codes = 0
  let done = 0
  let x = left
  let y = top
  while (done < total) {
    const at = y * width + x
    const bitsCost = bitCost * <f32>bits
    // The string that this one defines may be taken immediately, if it begins with the same index as the one before.
    let early: u32 = 0
    if (previous != none && next < <u32>maxCodes) {
      const index = firstOf(previous)
      if (childWith(previous, index, clear) == 0) {
        addChild(previous, index, next, clear)
        early = next
      }
    }
    // Follows two paths at once: `node` takes the entries nearest to the wanted colors; `run` leaves everything as it
    // is.
    let node: u32 = none
    let nodeCost: i32 = 0
    let nodeError = i64x2.splat(0)
    let run: u32 = none
    let runCost: i32 = 0
    let runError = i64x2.splat(0)
    let length = 1
    let qx = x + 1
    let qy = y
    let worth: f32 = 0
    const most = min(boxWidth, total - done)
    if (<u32>load<u8>(first + at) == clear) {
      run = clear
      for (; length < most; length++, qx++) {
        if (qx == right) { qx = left; qy++ }
        if (<u32>load<u8>(first + qy * width + qx) != clear) break
        const child = clearChildOf(run)
        if (child == 0) break
        run = child
      }
    } else {
      worth = max(leastCost, load<f32>(worthAt(worths, x, y)))
      const wanted = i16x8.add(colorAt(sources + (at << 2)), carriedOf(before, v128.load64_zero(errorsAt + ((x - left) << 3))))
      node = nearestTo(wanted)
      const error = i16x8.sub(wanted, entryAt(node))
      nodeCost = squareOf(error)
      nodeError = boundedError(error)
      if (isOpaque(canvas + (at << 2))) {
        run = clear
        const error = i16x8.sub(wanted, colorAt(canvas + (at << 2)))
        runCost = squareOf(error)
        runError = boundedError(error)
      }
    }
    const startsRun = node == none || (run != none && runCost <= nodeCost)
    let best = startsRun ? run : node
    let bestCost = startsRun ? runCost : nodeCost
    let bestScore = <f32>bestCost + bitsCost - worth
    let bestLength = length
    while (length < min(most, bestLength + mostAhead)) {
      if (qx == right) { qx = left; qy++ }
      const place = qy * width + qx
      if (<u32>load<u8>(first + place) == clear) {
        const showing = <u32>load<u8>(shown + place)
        const after = node
        if (node != none) {
          node = clearChildOf(after)
          if (node == 0) node = showing == clear ? 0 : childWith(after, showing, clear)
          if (node == 0) node = none
          nodeError = i64x2.splat(0)
        }
        if (run != none) {
          const child = clearChildOf(run)
          if (child == 0 && node == none && showing != clear) {
            const same = childWith(run, showing, clear)
            if (same != 0) {
              node = same
              nodeCost = runCost
              nodeError = i64x2.splat(0)
            }
          }
          run = child == 0 ? none : child
          runError = i64x2.splat(0)
        }
      } else {
        if (run == none && childOf(node) == 0 && clearChildOf(node) == 0) break
        const source = colorAt(sources + (place << 2))
        const above = v128.load64_zero(errorsAt + ((qx - left) << 3))
        const hasCanvas = isOpaque(canvas + (place << 2))
        const showing = colorAt(canvas + (place << 2))
        worth += max(leastCost, load<f32>(worthAt(worths, qx, qy)))
        let least = i32.MAX_VALUE
        let leastNode: u32 = none
        let leastError = i64x2.splat(0)
        if (node != none) {
          const wanted = i16x8.add(source, carriedOf(qx == left ? i64x2.splat(0) : nodeError, above))
          let isFound = false
          if (length == 1) {
            // Roots have many children, usually including the nearest entry of all.
            const index = nearestTo(wanted)
            const child = childOfRoot(node, index)
            if (child != 0) {
              leastNode = child
              leastError = i16x8.sub(wanted, entryAt(index))
              least = nodeCost + squareOf(leastError)
              isFound = true
            }
          }
          if (!isFound) for (let child = childOf(node); child != 0; child = siblingOf(child)) {
            const error = i16x8.sub(wanted, entryAt(lastOf(child)))
            const cost = nodeCost + squareOf(error)
            if (cost < least) {
              least = cost
              leastNode = child
              leastError = error
            }
          }
          const child = clearChildOf(node)
          if (child != 0 && hasCanvas) {
            const error = i16x8.sub(wanted, showing)
            const cost = nodeCost + squareOf(error)
            if (cost < least) {
              least = cost
              leastNode = child
              leastError = error
            }
          }
        }
        if (run != none) {
          const wanted = i16x8.add(source, carriedOf(qx == left ? i64x2.splat(0) : runError, above))
          for (let child = childOf(run); child != 0; child = siblingOf(child)) {
            const error = i16x8.sub(wanted, entryAt(lastOf(child)))
            const cost = runCost + squareOf(error)
            if (cost < least) {
              least = cost
              leastNode = child
              leastError = error
            }
          }
          const child = clearChildOf(run)
          run = none
          if (child != 0 && hasCanvas) {
            const error = i16x8.sub(wanted, showing)
            run = child
            runCost += squareOf(error)
            runError = boundedError(error)
          }
        }
        node = leastNode
        nodeCost = least
        nodeError = boundedError(leastError)
      }
      if (node == none && run == none) break
      length++
      qx++
      const limit = bestScore + bitsCost * slack
      let isOver = true
      if (run != none) {
        const score = <f32>runCost + bitsCost - worth
        if (score > limit || runCost > mostCost) run = none
        else {
          isOver = false
          if (score <= bestScore) {
            bestScore = score
            best = run
            bestCost = runCost
            bestLength = length
          }
        }
      }
      if (node != none) {
        const score = <f32>nodeCost + bitsCost - worth
        if (score > limit || nodeCost > mostCost) node = none
        else {
          isOver = false
          if (score < bestScore || (score == bestScore && length > bestLength)) {
            bestScore = score
            best = node
            bestCost = nodeCost
            bestLength = length
          }
        }
      }
      if (isOver) break
    }
    writePath(best, bestLength)
    const cost = <f32>bestCost + bitsCost
    const mean = cost / <f32>bestLength
    for (let place = 0; place < bestLength; place++) {
      if (x == right) { x = left; y++; before = i64x2.splat(0) }
      const at = y * width + x
      const index = <u32>load<u8>(pathAt + place)
      const errors = errorsAt + ((x - left) << 3)
      if (<u32>load<u8>(first + at) == clear) before = i64x2.splat(0)
      else {
        if (place == 0 || (x & 7) == 0) {
          const kept = worthAt(worths, x, y)
          store<f32>(kept, load<f32>(kept) + (mean - load<f32>(kept)) * worthRate)
        }
        const wanted = i16x8.add(colorAt(sources + (at << 2)), carriedOf(before, v128.load64_zero(errors)))
        before = boundedError(i16x8.sub(wanted, index == clear ? colorAt(canvas + (at << 2)) : entryAt(index)))
      }
      if (index != clear) {
        const entry = entryAt(index)
        store<u8>(shown + at, <u8>index)
        store<u32>(canvas + (at << 2), i32x4.extract_lane(i8x16.narrow_i16x8_u(entry, entry), 0) | 0xff000000)
      }
      v128.store64_lane(errors, before, 0)
      x++
    }
    if (x == right) { x = left; y++; before = i64x2.splat(0) }
    done += bestLength
    if (previous != none && next < <u32>maxCodes) {
      const index = <u32>load<u8>(pathAt)
      if (early != 0 && index != lastOf(early)) {
        removeChild(previous, early, clear)
        early = 0
      }
      if (early == 0 && childWith(previous, index, clear) == 0) addChild(previous, index, next, clear)
      next++
      if (next == <u32>(1 << bits) + 1 && bits < maxBits) bits++
    }
    putCode(best, bits)
    previous = best
    costs += cost
    pixels += <f32>bestLength
    if (next < <u32>maxCodes) continue
    if (fillCost == 0) fillCost = costs / pixels
    else if (++codes < checkedCodes) continue
    else if (costs / pixels > fillCost * maxCostRatio) {
      putCode(clearCode, bits)
      beginTree(clearCode)
      next = clearCode + 2
      bits = codeBits + 1
      previous = none
      fillCost = 0
    }
    costs = 0
    pixels = 0
    codes = 0
  }
  endTree()
  if (next == <u32>(1 << bits) && next < <u32>maxCodes) bits++
  putCode(clearCode + 1, bits)
  return <i32>(endStream(target + 1) - target)
}
