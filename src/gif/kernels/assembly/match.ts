/** Lossy LZW by a search: prototype. */
import { beginStream, endStream, putCode, streamAt } from './code-stream'
import { isKnown, codeOf, know, maxBits, maxCodes, forgetStrings } from './code-table'
import { entryAt } from './near-entries'
import { nearOf } from './mixtures'
import { lzwEnd } from './lzw'
import { nearestIndex } from './nearest'

const errorsAt: usize = lzwEnd
const firstChild: usize = errorsAt + 8 * 65_536
const sibling: usize = firstChild + 2 * 4096
const parentOf: usize = sibling + 2 * 4096
const indexOf: usize = parentOf + 2 * 4096
const depthOf: usize = indexOf + 4096
const pathAt: usize = depthOf + 2 * 4096
/** states: node u32, cost i32, err u64 */
const beamA: usize = pathAt + 65_536
const beamB: usize = beamA + 16 * 16
const rootOf: usize = beamB + 16 * 16
const statsAt: usize = rootOf + 4096
export function stats(i: i32): u32 { return load<u32>(statsAt + (i << 2)) }
export const matchEnd: usize = rootOf + 4096 + 64 + 16384

@inline
function carriedOf(left: v128, above: v128): v128 {
  // above: low lanes the one above, high lanes the one above and right
  const right = v128.shuffle<i64>(above, above, 1, 0)
  const error = i16x8.add(i16x8.mul(left, i16x8.splat(wl)), i16x8.add(i16x8.mul(above, i16x8.splat(wa)), i16x8.mul(right, i16x8.splat(wr))))
  return i16x8.shr_s(i16x8.add(error, i16x8.splat(8)), 4)
}
let wl: i16 = 4, wa: i16 = 8, wr: i16 = 0

let clearCarry: i32 = 0
const muHard = true
let muRate: f32 = 0.01
@inline
function kept(e: v128): v128 {
  return i16x8.shr_s(i16x8.mul(e, i16x8.splat(<i16>clearCarry)), 2)
}

@inline
function squareOf(error: v128): i32 {
  const d = i32x4.dot_i16x8_s(error, error)
  return i32x4.extract_lane(d, 0) + i32x4.extract_lane(d, 1)
}
@inline
function colour(at: usize): v128 { return v128.and(v128.load8x8_u(at), i16x8(-1, -1, -1, 0, 0, 0, 0, 0)) }

let beamCount: i32 = 0
let beamMost: i32 = 4

@inline
function push(beam: usize, node: u32, cost: i32, err: v128): void {
  let place = beamCount
  if (place == beamMost) {
    if (cost >= load<i32>(beam + ((place - 1) << 4), 4)) return
    place--
  } else beamCount++
  for (; place > 0 && load<i32>(beam + ((place - 1) << 4), 4) > cost; place--) {
    v128.store(beam + (place << 4), v128.load(beam + ((place - 1) << 4)))
  }
  const at = beam + (place << 4)
  store<u32>(at, node)
  store<i32>(at, cost, 4)
  v128.store64_lane(at, err, 0, 8)
}

@inline
function addString(prefix: u32, index: u32, code: u32): void {
  know((prefix << 8) | index, index, code)
  store<u16>(sibling + (code << 1), load<u16>(firstChild + (prefix << 1)))
  store<u16>(firstChild + (prefix << 1), <u16>code)
  store<u8>(indexOf + code, <u8>index)
  store<u16>(parentOf + (code << 1), <u16>prefix)
  store<u16>(depthOf + (code << 1), load<u16>(depthOf + (prefix << 1)) + 1)
  store<u8>(rootOf + code, load<u8>(rootOf + prefix))
}

function resetTable(codes: i32, entries: i32): void {
  forgetStrings(codes)
  memory.fill(firstChild, 0, 2 * 4096)
  for (let i = 0; i < entries; i++) {
    store<u8>(indexOf + i, <u8>i)
    store<u16>(depthOf + (i << 1), 1)
    store<u8>(rootOf + i, <u8>i)
  }
}
/** average cost a pixel, kept from frame to frame */
let mu: f32 = 0
const muAt: usize = statsAt + 64
@inline
function muOf(x: i32, y: i32): usize { return muAt + ((((y >> 3) & 63) << 6 | ((x >> 3) & 63)) << 2) }
let lastTarget: usize = 0

export function matchBox(
  first: usize, second: usize, shown: usize, sources: usize, canvas: usize, width: i32,
  left: i32, top: i32, right: i32, bottom: i32, codeBits: i32, clear: i32,
  lambda: f32, cap: i32, beam: i32, clearWeight: f32, carry: i32,
  target: usize,
): i32 {
  beamMost = beam
  wl = <i16>((carry >> 4) & 15); wa = <i16>((carry >> 8) & 15); wr = <i16>((carry >> 12) & 15)
  clearCarry = carry & 15
  const clearCode = 1 << codeBits
  let bits = codeBits + 1
  store<u8>(target, <u8>codeBits)
  beginStream(target + 1)
  putCode(clearCode, bits)
  resetTable(maxCodes, clearCode)
  let next: u32 = clearCode + 2
  const boxWidth = right - left
  const total = boxWidth * (bottom - top)
  memory.fill(errorsAt, 0, boxWidth << 3)
  let p = 0, x = left, y = top
  let prev: i32 = -1
  let before = i64x2.splat(0)
  if (load<f32>(muAt) == 0) for (let i = 0; i < 4096; i++) store<f32>(muAt + (i << 2), lambda)
  // wear
  let sumJ: f32 = 0, sumN: f32 = 0, fill: f32 = 0
  let codesSince = 0
  while (p < total) {
    // begin a string at p
    const at = y * width + x
    const hard = <i32>load<u8>(first + at) == clear
    let provisional: u32 = 0
    if (prev >= 0 && next < <u32>maxCodes) {
      const r = <u32>load<u8>(rootOf + prev)
      if (!isKnown((<u32>prev << 8) | r, r)) { addString(prev, r, next); provisional = next }
    }
    beamCount = 0
    let cur = beamA, nxt = beamB
    let runNode: u32 = 0xffff
    let runCost: i32 = 0
    let runErr = i64x2.splat(0)
    if (hard) {
      runNode = clear
      const o = <i32>load<u8>(shown + at)
      if (o != clear) push(cur, o, 0, i64x2.splat(0))
    } else {
      const w = i16x8.add(colour(sources + (at << 2)), carriedOf(before, v128.load(errorsAt + ((x - left) << 3))))
      const clamped = i8x16.narrow_i16x8_u(w, w)
      const idx = nearestIndex(i32x4.extract_lane(clamped, 0) & 0xffffff)
      const e = i16x8.sub(w, entryAt(idx))
      push(cur, idx, squareOf(e), e)
      const c = canvas + (at << 2)
      if (load<u8>(c, 3) != 0) {
        const ec = i16x8.sub(w, colour(c))
        const dc = squareOf(ec)
        if (dc <= cap) {
          runNode = clear
          runCost = <i32>(clearWeight * <f32>dc)
          runErr = kept(ec)
        }
      }
      for (let k = 0; k < 4; k++) {
        const other = nearOf(idx, k)
        const eo = i16x8.sub(w, entryAt(other))
        const d = squareOf(eo)
        if (d <= cap) push(cur, other, d, eo)
      }
    }
    const bitsCost = lambda * <f32>bits
    // best so far
    let bestNode: u32 = 0
    let bestCost: i32 = i32.MAX_VALUE
    if (beamCount > 0) { bestNode = load<u32>(cur); bestCost = load<i32>(cur, 4) }
    if (runNode != 0xffff && runCost <= bestCost) { bestNode = runNode; bestCost = runCost }
    let worth = load<f32>(muOf(x, y))
    let bestScore = <f32>bestCost + bitsCost - worth
    let bestLen = 1
    let len = 1
    let qx = x + 1, qy = y
    while (p + len < total && len < boxWidth) {
      if (qx == right) { qx = left; qy++ }
      const qa = qy * width + qx
      const hardQ = <i32>load<u8>(first + qa) == clear
      const count = beamCount
      beamCount = 0
      if (hardQ) {
        const o = <u32>load<u8>(shown + qa)
        for (let s = runNode == 0xffff ? 0 : -1; s < count; s++) {
          const st = cur + (s << 4)
          const node = s < 0 ? runNode : load<u32>(st)
          const cost = s < 0 ? runCost : load<i32>(st, 4)
          const str = node << 8
          if (s >= 0 && isKnown(str | <u32>clear, clear)) push(nxt, codeOf(str | <u32>clear), cost, i64x2.splat(0))
          if (o != <u32>clear && isKnown(str | o, o)) push(nxt, codeOf(str | o), cost, i64x2.splat(0))
        }
      } else {
        const src = colour(sources + (qa << 2))
        const above = v128.load(errorsAt + ((qx - left) << 3))
        const c = canvas + (qa << 2)
        const hasCanvas = load<u8>(c, 3) != 0
        const canvasColour = colour(c)
        for (let s = runNode == 0xffff ? 0 : -1; s < count; s++) {
          const st = cur + (s << 4)
          let child = <u32>load<u16>(firstChild + ((s < 0 ? runNode : load<u32>(st)) << 1))
          if (child == 0) continue
          const cost = s < 0 ? runCost : load<i32>(st, 4)
          const leftErr = qx == left ? i64x2.splat(0) : s < 0 ? runErr : v128.load64_zero(st, 8)
          const w = i16x8.add(src, carriedOf(leftErr, above))
          for (; child != 0; child = <u32>load<u16>(sibling + (child << 1))) {
            const idx = <u32>load<u8>(indexOf + child)
            if (idx == <u32>clear) {
              if (!hasCanvas || s < 0) continue
              const e = i16x8.sub(w, canvasColour)
              const d = squareOf(e)
              if (d <= cap) push(nxt, child, cost + <i32>(clearWeight * <f32>d), kept(e))
            } else {
              const e = i16x8.sub(w, entryAt(idx))
              const d = squareOf(e)
              if (d <= cap) push(nxt, child, cost + d, e)
            }
          }
        }
      }
      if (runNode != 0xffff) {
        const str = runNode << 8 | <u32>clear
        if (!isKnown(str, clear)) runNode = 0xffff
        else if (hardQ) { runNode = codeOf(str); runErr = i64x2.splat(0) }
        else {
          const c = canvas + (qa << 2)
          if (load<u8>(c, 3) == 0) runNode = 0xffff
          else {
            const w = i16x8.add(colour(sources + (qa << 2)), carriedOf(qx == left ? i64x2.splat(0) : runErr, v128.load(errorsAt + ((qx - left) << 3))))
            runErr = i16x8.sub(w, colour(c))
            const d = squareOf(runErr)
            runErr = kept(runErr)
            if (d > cap) runNode = 0xffff
            else { runNode = codeOf(str); runCost += <i32>(clearWeight * <f32>d) }
          }
        }
      }
      if (beamCount == 0 && runNode == 0xffff) break
      len++
      if (!hardQ || !muHard) worth += load<f32>(muOf(qx, qy))
      qx++
      const t = cur; cur = nxt; nxt = t
      let least = i32.MAX_VALUE
      let leastNode: u32 = 0
      if (beamCount > 0) { leastNode = load<u32>(cur); least = load<i32>(cur, 4) }
      if (runNode != 0xffff && runCost <= least) { leastNode = runNode; least = runCost }
      const score = <f32>least + bitsCost - worth
      if (score <= bestScore) { bestScore = score; bestNode = leastNode; bestLen = len; bestCost = least }
      else if (score > bestScore + bitsCost) break
    }
    // STATS
    {
      let kind = 0
      for (let k = bestLen - 1, node = bestNode; k >= 0; k--) {
        if (<i32>load<u8>(indexOf + node) != clear) kind = 2
        node = <u32>load<u16>(parentOf + (node << 1))
      }
      if (kind == 0) { let sx = x, sy = y; for (let k = 0; k < bestLen; k++) { if (sx == right) { sx = left; sy++ } if (<i32>load<u8>(first + sy * width + sx) != clear) { kind = 1; break }; sx++ } }
      store<u32>(statsAt + (kind << 3), load<u32>(statsAt + (kind << 3)) + 1)
      store<u32>(statsAt + (kind << 3) + 4, load<u32>(statsAt + (kind << 3) + 4) + bestLen)
      let sx = x, sy = y
      for (let k = 0; k < bestLen; k++) { if (sx == right) { sx = left; sy++ }
       if (<i32>load<u8>(first + sy * width + sx) != clear) store<u32>(statsAt + 24, load<u32>(statsAt + 24) + 1)
       sx++ }
    }
    // commit
    const per = (<f32>bestCost + bitsCost) / <f32>bestLen
    let soft = 0
    for (let k = bestLen - 1, node = bestNode; k >= 0; k--) {
      store<u8>(pathAt + k, load<u8>(indexOf + node))
      node = <u32>load<u16>(parentOf + (node << 1))
    }
    for (let k = 0; k < bestLen; k++) {
      if (x == right) { x = left; y++; before = i64x2.splat(0) }
      const a = y * width + x
      const idx = <i32>load<u8>(pathAt + k)
      const errors = errorsAt + ((x - left) << 3)
      const m = muOf(x, y)
      if (!muHard || <i32>load<u8>(first + a) != clear) store<f32>(m, load<f32>(m) + (per - load<f32>(m)) * muRate)
      if (<i32>load<u8>(first + a) == clear) {
        before = i64x2.splat(0)
      } else {
        const w = i16x8.add(colour(sources + (a << 2)), carriedOf(before, v128.load(errors)))
        if (idx == clear) before = kept(i16x8.sub(w, colour(canvas + (a << 2))))
        else {
          before = i16x8.sub(w, entryAt(idx))
        }
      }
      if (idx != clear) {
        store<u8>(shown + a, <u8>idx)
        const en = entryAt(idx)
        store<u32>(canvas + (a << 2), i32x4.extract_lane(i8x16.narrow_i16x8_u(en, en), 0) | 0xff000000)
      }
      v128.store64_lane(errors, before, 0)
      x++
    }
    if (x == right && p + bestLen < total) { x = left; y++; before = i64x2.splat(0) }
    p += bestLen
    const J = <f32>bestCost + bitsCost
    // table
    if (prev >= 0) {
      const r = <u32>load<u8>(pathAt)
      if (next < <u32>maxCodes) {
        if (provisional != 0 && r != <u32>load<u8>(indexOf + provisional)) {
          // take it back
          const idx = <u32>load<u8>(indexOf + provisional)
          store<u16>(firstChild + (<u32>prev << 1), load<u16>(sibling + (provisional << 1)))
          const str = (<u32>prev << 8) | idx
          unknow(str, idx)
          provisional = 0
        }
        if (provisional == 0 && !isKnown((<u32>prev << 8) | r, r)) addString(prev, r, next)
        next++
        if (next == <u32>(1 << bits) + 1 && bits < maxBits) bits++
      }
    }
    putCode(bestNode, bits)
    prev = bestNode
    sumJ += J; sumN += <f32>bestLen
    if (next >= <u32>maxCodes) {
      if (fill == 0) { fill = sumJ / sumN; sumJ = 0; sumN = 0; codesSince = 0 }
      else if (++codesSince == 256) {
        const worn = sumJ / sumN > fill * <f32>0.95
        sumJ = 0; sumN = 0; codesSince = 0
        if (worn) {
          putCode(clearCode, bits)
          resetTable(maxCodes, clearCode)
          next = clearCode + 2
          bits = codeBits + 1
          prev = -1
          fill = 0
        }
      }
    }
  }
  forgetStrings(maxCodes)
  if (next == <u32>(1 << bits) && next < <u32>maxCodes) bits++
  putCode(clearCode + 1, bits)
  return <i32>(endStream(target + 1) - target)
}

@inline
function unknow(string: u32, index: u32): void {
  store<u8>(4096 + (string >> 3), load<u8>(4096 + (string >> 3)) & ~(<u8>1 << <u8>(index & 7)))
}
