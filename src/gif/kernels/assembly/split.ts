/**
 * Groups colors by cuts that each reduce the squared error most (Wu 1992, on projections to 64 buckets per axis instead
 * of cumulative moments).
 */

const buckets: i32 = 64
const bucketBytes: i32 = 32
const axisBytes: i32 = buckets * bucketBytes
/** Start, end, axis and bucket, 4 bytes each; then the reduction of the error as f64. */
const partBytes: i32 = 24

let colors: usize = 0
let masses: usize = 0
let order: usize = 0
/** For each axis and bucket: weight, red, green and blue as f64. */
let projections: usize = 0
let parts: usize = 0

/**
 * Splits `count` colors (24 bits each in `colorBase`; weight and weighted channels as four f32 in `massBase`) into at
 * most `most` groups. `work` has room for 4 bytes per color, 6 KB, and 24 bytes per group. Writes each group's mean
 * color (24 bits, rounded) to `means`, and returns the number of groups.
 */
export function splitColors(
  colorBase: usize, massBase: usize, count: i32, work: usize, most: i32, means: usize,
): i32 {
  colors = colorBase
  masses = massBase
  projections = work
  parts = work + 3 * axisBytes
  order = parts + most * partBytes
  for (let place = 0; place < count; place++) store<u32>(order + (place << 2), place)
  let made = 1
  setPart(parts, 0, count)
  while (made < most) {
    const part = worstPart(made)
    if (load<f64>(part, 16) <= 0) break
    const end = load<i32>(part, 4)
    const middle = divide(part)
    setPart(part, load<i32>(part), middle)
    setPart(parts + made * partBytes, middle, end)
    made++
  }
  for (let index = 0; index < made; index++) store<u32>(means + (index << 2), meanOf(parts + index * partBytes))
  return made
}

/** Returns the part whose error falls most when it is cut. */
function worstPart(made: i32): usize {
  let worst = parts
  for (let part = parts + partBytes, end = parts + made * partBytes; part < end; part += partBytes) {
    if (load<f64>(part, 16) > load<f64>(worst, 16)) worst = part
  }
  return worst
}

/** Makes a part of the places `start` to `end` of the order, and finds its best cut. */
function setPart(part: usize, start: i32, end: i32): void {
  store<i32>(part, start)
  store<i32>(part, end, 4)
  store<f64>(part, 0, 16)
  if (end - start < 2) return
  memory.fill(projections, 0, 3 * axisBytes)
  for (let place = start; place < end; place++) {
    const bin = load<u32>(order + (place << 2))
    const color = load<u32>(colors + (bin << 2))
    const mass = v128.load(masses + (bin << 4))
    const low = f64x2.promote_low_f32x4(mass)
    const high = f64x2.promote_low_f32x4(v128.shuffle<i64>(mass, mass, 1, 1))
    add(projections + (((color >> 2) & 63) << 5), low, high)
    add(projections + axisBytes + (((color >> 10) & 63) << 5), low, high)
    add(projections + 2 * axisBytes + (((color >> 18) & 63) << 5), low, high)
  }
  for (let axis = 0; axis < 3; axis++) findCut(part, axis)
}

/** Adds a mass to a bucket. */
@inline
function add(bucket: usize, low: v128, high: v128): void {
  v128.store(bucket, f64x2.add(v128.load(bucket), low))
  v128.store(bucket, f64x2.add(v128.load(bucket, 16), high), 16)
}

/** Finds the best cut along an axis, and stores it if it is better than the cut in the part. */
function findCut(part: usize, axis: i32): void {
  const base = projections + axis * axisBytes
  let low = f64x2.splat(0)
  let high = f64x2.splat(0)
  for (let bucket = base; bucket < base + axisBytes; bucket += bucketBytes) {
    low = f64x2.add(low, v128.load(bucket))
    high = f64x2.add(high, v128.load(bucket, 16))
  }
  const allWeight = f64x2.extract_lane(low, 0)
  const allRed = f64x2.extract_lane(low, 1)
  const allGreen = f64x2.extract_lane(high, 0)
  const allBlue = f64x2.extract_lane(high, 1)
  const before = (allRed * allRed + allGreen * allGreen + allBlue * allBlue) / allWeight
  let weight: f64 = 0
  let red: f64 = 0
  let green: f64 = 0
  let blue: f64 = 0
  for (let bucket = 0; bucket < buckets - 1; bucket++) {
    const at = base + bucket * bucketBytes
    const added = load<f64>(at)
    if (added == 0) continue
    weight += added
    red += load<f64>(at, 8)
    green += load<f64>(at, 16)
    blue += load<f64>(at, 24)
    const rest = allWeight - weight
    if (rest <= 0) break
    const r = allRed - red
    const g = allGreen - green
    const b = allBlue - blue
    const gain = (red * red + green * green + blue * blue) / weight + (r * r + g * g + b * b) / rest - before
    if (gain <= load<f64>(part, 16)) continue
    store<f64>(part, gain, 16)
    store<i32>(part, axis, 8)
    store<i32>(part, bucket, 12)
  }
}

/** Sorts a part's colors to the two sides of its cut; returns where the second side begins. */
function divide(part: usize): i32 {
  const shift = (load<i32>(part, 8) << 3) + 2
  const bucket = <u32>load<i32>(part, 12)
  let low = load<i32>(part)
  let high = load<i32>(part, 4)
  while (low < high) {
    const bin = load<u32>(order + (low << 2))
    if (((load<u32>(colors + (bin << 2)) >> shift) & 63) <= bucket) {
      low++
      continue
    }
    high--
    store<u32>(order + (low << 2), load<u32>(order + (high << 2)))
    store<u32>(order + (high << 2), bin)
  }
  return low
}

/** Returns the mean color of a part, rounded. */
function meanOf(part: usize): u32 {
  let weight: f64 = 0
  let red: f64 = 0
  let green: f64 = 0
  let blue: f64 = 0
  for (let place = load<i32>(part), end = load<i32>(part, 4); place < end; place++) {
    const mass = masses + (load<u32>(order + (place << 2)) << 4)
    weight += load<f32>(mass)
    red += load<f32>(mass, 4)
    green += load<f32>(mass, 8)
    blue += load<f32>(mass, 12)
  }
  return packColor(red / weight, green / weight, blue / weight)
}

/** Packs three channels, rounded, into a color of 24 bits. */
@inline
export function packColor(red: f64, green: f64, blue: f64): u32 {
  return <u32>(red + 0.5) | (<u32>(green + 0.5) << 8) | (<u32>(blue + 0.5) << 16)
}
