/**
 * LZW (GIF89a, appendix F) by a search: of the strings of the table that a row may go on with, the one is taken that costs
 * least, its bits and its errors together. What a pixel errs by is carried to the right and down, so that means, which the
 * eye sees, stay right.
 */
import { beginStream, endStream, putCode } from './code-stream'
import { codeOf, forgetStrings, isKnown, know, unknow, maxBits, maxCodes } from './code-table'
import { entryAt } from './near-entries'
import { lzwEnd } from './lzw'
import { nearestIndex } from './nearest'

/** For each code: its first child that is not `clear`, and the next child of its parent. */
const childOf: usize = lzwEnd
const siblingOf: usize = childOf + 2 * 4096
/** For each code: its child `clear`; its parent; its last index; its first one. */
const clearChildOf: usize = siblingOf + 2 * 4096
const parentOf: usize = clearChildOf + 2 * 4096
const lastOf: usize = parentOf + 2 * 4096
const firstOf: usize = lastOf + 4096
/** The indices of the string that was chosen. */
const pathAt: usize = firstOf + 4096
/** What was carried on from each column: as in lzw.ts, which uses it by turns. */
const errorsAt: usize = pathAt + 65_536
/** What a pixel has cost of late, by places of 8 x 8 pixels, f32. */
const worthsAt: usize = errorsAt + 8 * 65_536 + 16
const worthPlaces: i32 = 64
export const matchEnd: usize = worthsAt + 4 * worthPlaces * worthPlaces

const worthRate: f32 = 0.08
const noState: u32 = 0xffff
const checkedCodes: i32 = 256
const maxCostRatio: f32 = 0.95

@inline
function carriedOf(left: v128, above: v128): v128 {
  const error = i16x8.add(left, above)
  return i16x8.shr_s(i16x8.add(i16x8.sub(i16x8.shl(error, 3), error), i16x8.splat(8)), 4)
}

@inline
function clamped(error: v128): v128 {
  return i16x8.max_s(i16x8.min_s(error, i16x8.splat(400)), i16x8.splat(-400))
}

@inline
function squareOf(error: v128): i32 {
  const squares = i32x4.dot_i16x8_s(error, error)
  return i32x4.extract_lane(squares, 0) + i32x4.extract_lane(squares, 1)
}

@inline
function colourAt(pixel: usize): v128 {
  return i16x8.extend_low_i8x16_u(v128.and(v128.load32_zero(pixel), i32x4(0xffffff, 0, 0, 0)))
}

@inline
function worthAt(x: i32, y: i32): usize {
  return worthsAt + ((((y >> 3) & 63) << 6 | ((x >> 3) & 63)) << 2)
}

export function beginMatches(lambda: f32): void {
  for (let i = 0; i < worthPlaces * worthPlaces; i++) store<f32>(worthsAt + (i << 2), lambda * 0.2)
}

@inline
function addString(prefix: u32, index: u32, code: u32, clear: u32): void {
  store<u8>(lastOf + code, <u8>index)
  store<u8>(firstOf + code, load<u8>(firstOf + prefix))
  store<u16>(parentOf + (code << 1), <u16>prefix)
  if (index == clear) {
    store<u16>(clearChildOf + (prefix << 1), <u16>code)
  } else {
    store<u16>(siblingOf + (code << 1), load<u16>(childOf + (prefix << 1)))
    store<u16>(childOf + (prefix << 1), <u16>code)
    if (prefix < 256) know((prefix << 8) | index, index, code)
  }
}

@inline
function removeString(prefix: u32, index: u32, code: u32, clear: u32): void {
  if (index == clear) store<u16>(clearChildOf + (prefix << 1), 0)
  else {
    store<u16>(childOf + (prefix << 1), load<u16>(siblingOf + (code << 1)))
    if (prefix < 256) unknow((prefix << 8) | index, index)
  }
}

@inline
function childWith(prefix: u32, index: u32): u32 {
  let child = <u32>load<u16>(childOf + (prefix << 1))
  while (child != 0 && <u32>load<u8>(lastOf + child) != index) child = <u32>load<u16>(siblingOf + (child << 1))
  return child
}

function beginStrings(entries: i32): void {
  forgetStrings(256)
  memory.fill(childOf, 0, 2 * 4096)
  memory.fill(clearChildOf, 0, 2 * 4096)
  for (let i = 0; i < entries; i++) {
    store<u8>(lastOf + i, <u8>i)
    store<u8>(firstOf + i, <u8>i)
  }
}

export function matchBox(
  first: usize, shown: usize, sources: usize, canvas: usize, width: i32,
  left: i32, top: i32, right: i32, bottom: i32, codeBits: i32, clear: u32, lambda: f32, slack: f32, target: usize,
): i32 {
  const clearCode = 1 << codeBits
  const boxWidth = right - left
  const total = boxWidth * (bottom - top)
  let bits = codeBits + 1
  store<u8>(target, <u8>codeBits)
  beginStream(target + 1)
  putCode(clearCode, bits)
  beginStrings(clearCode)
  memory.fill(errorsAt, 0, (boxWidth + 1) << 3)
  let next: u32 = clearCode + 2
  let previous: u32 = noState
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
    const bitsCost = lambda * <f32>bits
    // The string that this one makes known may be taken at once, where it begins with the index that the one before does.
    let early: u32 = 0
    if (previous != noState && next < <u32>maxCodes) {
      const index = <u32>load<u8>(firstOf + previous)
      const known = index == clear ? <u32>load<u16>(clearChildOf + (previous << 1)) : childWith(previous, index)
      if (known == 0) {
        addString(previous, index, next, clear)
        early = next
      }
    }
    // Two ways go on at once: `node`, the entries nearest to what is wanted; and `run`, nothing but what stays.
    let node: u32 = noState
    let nodeCost: i32 = 0
    let nodeError = i64x2.splat(0)
    let run: u32 = noState
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
        const child = <u32>load<u16>(clearChildOf + (run << 1))
        if (child == 0) break
        run = child
      }
    } else {
      worth = load<f32>(worthAt(x, y))
      const wanted = i16x8.add(colourAt(sources + (at << 2)), carriedOf(before, v128.load64_zero(errorsAt + ((x - left) << 3))))
      node = nearestIndex(i32x4.extract_lane(i8x16.narrow_i16x8_u(wanted, wanted), 0) & 0xffffff)
      const error = i16x8.sub(wanted, entryAt(node))
      nodeCost = squareOf(error)
      nodeError = clamped(error)
      if (load<u8>(canvas + (at << 2), 3) != 0) {
        run = clear
        const error = i16x8.sub(wanted, colourAt(canvas + (at << 2)))
        runCost = squareOf(error)
        runError = clamped(error)
      }
    }
    const startsRun = node == noState || (run != noState && runCost <= nodeCost)
    let best = startsRun ? run : node
    let bestCost = startsRun ? runCost : nodeCost
    let bestScore = <f32>bestCost + bitsCost - worth
    let bestLength = length
    while (length < most) {
      if (qx == right) { qx = left; qy++ }
      const place = qy * width + qx
      if (<u32>load<u8>(first + place) == clear) {
        const showing = <u32>load<u8>(shown + place)
        const after = node
        if (node != noState) {
          node = <u32>load<u16>(clearChildOf + (after << 1))
          if (node == 0) node = showing == clear ? 0 : childWith(after, showing)
          if (node == 0) node = noState
          nodeError = i64x2.splat(0)
        }
        if (run != noState) {
          const child = <u32>load<u16>(clearChildOf + (run << 1))
          if (child == 0 && node == noState && showing != clear) {
            const same = childWith(run, showing)
            if (same != 0) {
              node = same
              nodeCost = runCost
              nodeError = i64x2.splat(0)
            }
          }
          run = child == 0 ? noState : child
          runError = i64x2.splat(0)
        }
      } else {
        const source = colourAt(sources + (place << 2))
        const above = v128.load64_zero(errorsAt + ((qx - left) << 3))
        const hasCanvas = load<u8>(canvas + (place << 2), 3) != 0
        const showing = colourAt(canvas + (place << 2))
        worth += load<f32>(worthAt(qx, qy))
        let least = i32.MAX_VALUE
        let leastNode: u32 = noState
        let leastError = i64x2.splat(0)
        if (node != noState) {
          const wanted = i16x8.add(source, carriedOf(qx == left ? i64x2.splat(0) : nodeError, above))
          let isFound = false
          if (length == 1) {
            // Roots have many children: mostly the nearest entry of all is one of them.
            const index = nearestIndex(i32x4.extract_lane(i8x16.narrow_i16x8_u(wanted, wanted), 0) & 0xffffff)
            const string = (node << 8) | index
            if (isKnown(string, index)) {
              leastNode = codeOf(string)
              leastError = i16x8.sub(wanted, entryAt(index))
              least = nodeCost + squareOf(leastError)
              isFound = true
            }
          }
          if (!isFound) for (let child = <u32>load<u16>(childOf + (node << 1)); child != 0; child = <u32>load<u16>(siblingOf + (child << 1))) {
            const error = i16x8.sub(wanted, entryAt(<u32>load<u8>(lastOf + child)))
            const cost = nodeCost + squareOf(error)
            if (cost < least) {
              least = cost
              leastNode = child
              leastError = error
            }
          }
          const child = <u32>load<u16>(clearChildOf + (node << 1))
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
        if (run != noState) {
          const wanted = i16x8.add(source, carriedOf(qx == left ? i64x2.splat(0) : runError, above))
          for (let child = <u32>load<u16>(childOf + (run << 1)); child != 0; child = <u32>load<u16>(siblingOf + (child << 1))) {
            const error = i16x8.sub(wanted, entryAt(<u32>load<u8>(lastOf + child)))
            const cost = runCost + squareOf(error)
            if (cost < least) {
              least = cost
              leastNode = child
              leastError = error
            }
          }
          const child = <u32>load<u16>(clearChildOf + (run << 1))
          run = noState
          if (child != 0 && hasCanvas) {
            const error = i16x8.sub(wanted, showing)
            run = child
            runCost += squareOf(error)
            runError = clamped(error)
          }
        }
        node = leastNode
        nodeCost = least
        nodeError = clamped(leastError)
      }
      if (node == noState && run == noState) break
      length++
      qx++
      const most = bestScore + bitsCost * slack
      let isOver = true
      if (run != noState) {
        const score = <f32>runCost + bitsCost - worth
        if (score > most) run = noState
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
      if (node != noState) {
        const score = <f32>nodeCost + bitsCost - worth
        if (score > most) node = noState
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
    for (let place = bestLength - 1, node = best; place >= 0; place--) {
      store<u8>(pathAt + place, load<u8>(lastOf + node))
      node = <u32>load<u16>(parentOf + (node << 1))
    }
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
          const m = worthAt(x, y)
          store<f32>(m, load<f32>(m) + (mean - load<f32>(m)) * worthRate)
        }
        const wanted = i16x8.add(colourAt(sources + (at << 2)), carriedOf(before, v128.load64_zero(errors)))
        before = clamped(i16x8.sub(wanted, index == clear ? colourAt(canvas + (at << 2)) : entryAt(index)))
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
    if (previous != noState && next < <u32>maxCodes) {
      const index = <u32>load<u8>(pathAt)
      if (early != 0 && index != <u32>load<u8>(lastOf + early)) {
        removeString(previous, load<u8>(lastOf + early), early, clear)
        early = 0
      }
      if (early == 0) {
        const known = index == clear ? <u32>load<u16>(clearChildOf + (previous << 1)) : childWith(previous, index)
        if (known == 0) addString(previous, index, next, clear)
      }
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
      beginStrings(clearCode)
      next = clearCode + 2
      bits = codeBits + 1
      previous = noState
      fillCost = 0
    }
    costs = 0
    pixels = 0
    codes = 0
  }
  forgetStrings(256)
  if (next == <u32>(1 << bits) && next < <u32>maxCodes) bits++
  putCode(clearCode + 1, bits)
  return <i32>(endStream(target + 1) - target)
}
