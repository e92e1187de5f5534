/**
 * The variable-length LZW of GIF (GIF89a, appendix F), which may paint a pixel with another entry than it was given
 * where its string goes on with that one. What it errs by is carried to the next pixel, so that means stay right.
 */
import { keptNear, nearOf } from './mixtures'
import { blueOf, greenOf, leastKey, paletteCount, redOf } from './palette'

/** Words of key (20 bits) << 12 | code, open-addressed; a key is the string's code << 8 | the index that follows it. */
const tableBits: i32 = 14
const tableBytes: i32 = 4 << tableBits
const slotMask: i32 = (1 << tableBits) - 1
const maxCodes: i32 = 4096

const setBytes: i32 = 32
const nearBytes: i32 = 96
/** A full table is looked at each time it has served for so many codes more. */
const lookEvery: i32 = 256
/** It is kept while its codes cost at most this part of the bits a pixel that were spent while it grew. */
const worthKeeping: f32 = 0.95

let tableBase: usize = 0
/** For each code the set of indices that follow it in the table: 256 bits. */
let childrenBase: usize = 0
/**
 * For each entry of the palette eight others: their bytes in sets, their bits in them; twice for four of them red and
 * green by turns, then blue and nothing, 16 bits each; their indices.
 */
let nearBase: usize = 0
/** Red, green, blue and nothing of each entry, 16 bits each. */
let coloursBase: usize = 0

let out: usize = 0
let held: u64 = 0
let heldBits: i32 = 0
let clearCode: i32 = 0
let next: i32 = 0
let bits: i32 = 0
let limit: i32 = 0
/** Where the table was begun, in bytes written and pixels coded; and what a pixel cost until it was full. */
let beganOut: usize = 0
let beganPixels: i32 = 0
let grownCost: f32 = 0
/** How many codes to go until the full table is looked at, and the pixels coded when it was last, or -1. */
let untilLook: i32 = 0
let lookedPixels: i32 = 0

/** Says where the table (64 KB) lies, the sets of 4096 codes (32 bytes each), and what is near entries (26 KB). */
export function setLzwAt(table: usize, children: usize, near: usize): void {
  tableBase = table
  childrenBase = children
  nearBase = near
  coloursBase = near + 256 * nearBytes
}

/** For another palette, whose mixtures are set: an entry's nearest others may stand for it. */
export function findNear(): void {
  for (let index = 0; index < paletteCount; index++) store<u64>(coloursBase + (index << 3), colourOf(index))
  for (let index = 0; index < paletteCount; index++) {
    for (let place = 0; place < keptNear; place++) setNear(index, place, nearOf(index, place))
  }
}

@inline
function colourOf(index: i32): u64 {
  return <u64>redOf(index) | (<u64>greenOf(index) << 16) | (<u64>blueOf(index) << 32)
}

function setNear(index: i32, place: i32, other: i32): void {
  const near = nearBase + index * nearBytes
  store<u8>(near + place, <u8>(other >> 3))
  // An entry does not stand for itself.
  store<u8>(near + place, other == index ? 0 : <u8>(1 << <u8>(other & 7)), 8)
  const colour = near + 16 + ((place >> 2) << 5) + ((place & 3) << 2)
  store<u32>(colour, load<u32>(coloursBase + (other << 3)))
  store<u32>(colour, load<u32>(coloursBase + (other << 3), 4), 16)
  store<u8>(near + place, <u8>other, 80)
}

@inline
function include(set: usize, index: i32): void {
  const at = set + (index >> 3)
  store<u8>(at, load<u8>(at) | <u8>(1 << <u8>(index & 7)))
}

@inline
function entryAt(index: i32): v128 {
  return v128.load64_zero(coloursBase + (<usize>index << 3))
}

/** A pixel as lanes of 16 bits. */
@inline
function pixelAt(source: usize): v128 {
  return i16x8.extend_low_i8x16_u(v128.load32_zero(source))
}

/** The square of a difference of colours, whose fourth lane does not count. */
@inline
function distanceOf(difference: v128): i32 {
  const known = v128.and(difference, i16x8(-1, -1, -1, 0, 0, 0, 0, 0))
  const squares = i32x4.dot_i16x8_s(known, known)
  return i32x4.extract_lane(squares, 0) + i32x4.extract_lane(squares, 1)
}

/** The part of an error that the next pixel makes up for: nearly half, so that 1 is rounded to 0 from both sides. */
@inline
function carriedOf(error: v128): v128 {
  return i16x8.q15mulr_sat_s(error, i16x8.splat(16_000))
}

/** Whether nothing follows the code, as most often where a string ends. */
@inline
function isLeaf(code: i32): bool {
  const children = childrenBase + <usize>code * setBytes
  return !v128.any_true(v128.or(v128.load(children), v128.load(children, 16)))
}

/** Of the entries that follow the code and are near `index`, the nearest to `wanted`: distance squared << 4 | place. */
@inline
function bestChild(code: i32, index: i32, wanted: v128): u32 {
  const children = childrenBase + <usize>code * setBytes
  const near = nearBase + <usize>index * nearBytes
  const bytes = v128.load64_zero(near)
  const low = i8x16.swizzle(v128.load(children), bytes)
  const high = i8x16.swizzle(v128.load(children, 16), i8x16.sub(bytes, i8x16.splat(16)))
  const bits = v128.and(v128.or(low, high), v128.load64_zero(near, 8))
  const isNone = i16x8.extend_low_i8x16_s(i8x16.eq(bits, i8x16.splat(0)))
  const redGreen = v128.shuffle<i32>(wanted, wanted, 0, 0, 0, 0)
  const blue = v128.and(v128.shuffle<i32>(wanted, wanted, 1, 1, 1, 1), i32x4.splat(0xffff))
  const first = keysOf(near + 16, redGreen, blue, i32x4(0, 1, 2, 3), i32x4.extend_low_i16x8_s(isNone))
  const second = keysOf(near + 48, redGreen, blue, i32x4(4, 5, 6, 7), i32x4.extend_high_i16x8_s(isNone))
  return leastKey(i32x4.min_u(first, second))
}

@inline
function keysOf(colours: usize, redGreen: v128, blue: v128, places: v128, isNone: v128): v128 {
  const one = i16x8.sub(v128.load(colours), redGreen)
  const other = i16x8.sub(v128.load(colours, 16), blue)
  const distances = i32x4.add(i32x4.dot_i16x8_s(one, one), i32x4.dot_i16x8_s(other, other))
  return v128.or(v128.or(i32x4.shl(distances, 4), places), isNone)
}

@inline
function slotOf(key: i32): usize {
  let slot = <i32>((<u32>key * 0x9e3779b1) >> (32 - tableBits))
  let entry = load<u32>(tableBase + (slot << 2))
  while (entry != 0 && entry >> 12 != <u32>key) {
    slot = (slot + 1) & slotMask
    entry = load<u32>(tableBase + (slot << 2))
  }
  return tableBase + (slot << 2)
}

@inline
function put(code: i32, bits: i32): void {
  held |= (<u64>code) << heldBits
  heldBits += bits
  store<u64>(out, held)
  const whole = heldBits & ~7
  out += whole >> 3
  held >>= whole
  heldBits &= 7
}

/** Moves the codes apart for the lengths of sub-blocks between them, from the end on; gives the end of the last. */
function intoBlocks(start: usize, end: usize): usize {
  const length = end - start
  const blocks = (length + 254) / 255
  for (let block = blocks - 1; block >= 0; block--) {
    const from = start + block * 255
    const size = min(255, end - from)
    const to = from + block + 1
    memory.copy(to, from, size)
    store<u8>(to - 1, <u8>size)
    if (block == 0) break
  }
  return end + blocks
}

@inline
function beginTable(pixels: i32): void {
  put(clearCode, bits)
  memory.fill(tableBase, 0, tableBytes)
  memory.fill(childrenBase, 0, clearCode * setBytes)
  next = clearCode + 2
  bits = 32 - clz(clearCode)
  limit = 1 << bits
  beganOut = out
  beganPixels = pixels
  untilLook = 1
  lookedPixels = -1
}

/** The string goes on with `index` from now on. */
@inline
function grow(slot: usize, code: i32, index: i32): void {
  store<u32>(slot, <u32>((((code << 8) | index) << 12) | next))
  include(childrenBase + <usize>code * setBytes, index)
  const children = childrenBase + <usize>next * setBytes
  v128.store(children, i64x2.splat(0))
  v128.store(children, i64x2.splat(0), 16)
  if (next == limit) {
    bits++
    limit <<= 1
  }
  next++
}

/** Whether a full table has become worse than a new one would be. `pixels` were coded so far. */
function isWorn(pixels: i32): bool {
  let isWorn = false
  if (lookedPixels < 0) grownCost = <f32>((out - beganOut) << 3) / <f32>(pixels - beganPixels)
  else {
    const cost = <f32>(lookEvery * bits) / <f32>(pixels - lookedPixels)
    isWorn = cost > grownCost * worthKeeping
  }
  untilLook = lookEvery
  lookedPixels = pixels
  return isWorn
}

/**
 * Codes a box of the planes of choices: where the string cannot go on with the first choice of a pixel, the second is
 * tried if the first is `clear`, else the entries near it whose distance (squared) from the pixel of `sources` is
 * greater by at most `loss`, or `busyLoss` where the second is `clear`. `shown` gets each index that is painted, which is any but `clear`. Writes the least code
 * size, the sub-blocks and their end to `target`, and gives their length in bytes: at most 1.6 for each pixel, and 16.
 */
export function encodeBox(
  first: usize, second: usize, shown: usize, sources: usize, width: i32,
  left: i32, top: i32, right: i32, bottom: i32, codeBits: i32, clear: i32, loss: u32, busyLoss: u32,
  target: usize,
): i32 {
  clearCode = 1 << codeBits
  store<u8>(target, <u8>codeBits)
  out = target + 1
  held = 0
  heldBits = 0
  bits = codeBits + 1
  beginTable(0)
  let prefix = <i32>load<u8>(first + top * width + left)
  if (prefix != clear) store<u8>(shown + top * width + left, <u8>prefix)
  let start = left + 1
  for (let y = top; y < bottom; y++) {
    const end = y * width + right
    // What the pixels so far were painted too dark.
    let carried = i64x2.splat(0)
    for (let at = y * width + start; at < end; at++) {
      const index = <i32>load<u8>(first + at)
      const slot = slotOf((prefix << 8) | index)
      const entry = load<u32>(slot)
      if (index == clear) {
        carried = i64x2.splat(0)
        if (entry != 0) {
          prefix = entry & 4095
          continue
        }
        const other = <i32>load<u8>(second + at)
        const otherEntry = other == clear ? 0 : load<u32>(slotOf((prefix << 8) | other))
        if (otherEntry != 0) {
          prefix = otherEntry & 4095
          store<u8>(shown + at, <u8>other)
          continue
        }
      } else {
        const wanted = i16x8.add(pixelAt(sources + (<usize>at << 2)), carried)
        const error = i16x8.sub(wanted, entryAt(index))
        carried = carriedOf(error)
        if (entry != 0) {
          prefix = entry & 4095
          store<u8>(shown + at, <u8>index)
          continue
        }
        const best = isLeaf(prefix) ? <u32>-1 : bestChild(prefix, index, wanted)
        const allowed = <i32>load<u8>(second + at) == clear ? busyLoss : loss
        if (best >> 4 <= <u32>distanceOf(error) + allowed) {
          const chosen = <i32>load<u8>(nearBase + index * nearBytes + (best & 15), 80)
          carried = carriedOf(i16x8.sub(wanted, entryAt(chosen)))
          prefix = load<u32>(slotOf((prefix << 8) | chosen)) & 4095
          store<u8>(shown + at, <u8>chosen)
          continue
        }
        store<u8>(shown + at, <u8>index)
      }
      put(prefix, bits)
      if (next < maxCodes) grow(slot, prefix, index)
      else if (--untilLook == 0) {
        const pixels = (y - top) * (right - left) + at - end + right - left
        if (isWorn(pixels)) beginTable(pixels)
      }
      prefix = index
    }
    start = left
  }
  put(prefix, bits)
  if (next == limit && next < maxCodes) bits++
  put(clearCode + 1, bits)
  if (heldBits > 0) out++
  out = intoBlocks(target + 1, out)
  store<u8>(out++, 0)
  return <i32>(out - target)
}
