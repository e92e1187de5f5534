/** Scales frames down with a separable filter, whose weights src/gif/scale/filter.ts prepares. */

/** Weights are in 16,384ths. */
const shift: i32 = 14
const half: i32 = 1 << 13
/** Reduces a weighted sum of bytes to 15 bits. */
const levelShift: i32 = 7
/** Reduces a sum of 15-bit levels with 12-bit weights to 14 bits. */
const rowShift: i32 = 13
const rowHalf: i32 = 1 << 12

/**
 * Makes the rows of a scaled frame: `rows` rows of `bytes` bytes each (up to 16 bytes past a row's end may be read and
 * written). For each row of the target, `spans` has the address offset of its first source row as i32, and `weights`
 * has `taps` weights (i16, `taps` even) for it and the rows after it.
 */
export function scaleRows(
  source: usize, target: usize, bytes: i32, rows: i32, spans: usize, weights: usize, taps: i32,
): void {
  const rounding = i32x4.splat(half)
  for (let row = 0; row < rows; row++) {
    const first = source + <usize>load<i32>(spans + (row << 2)) * bytes
    for (let x = 0; x < bytes; x += 16) {
      let one = rounding
      let two = rounding
      let three = rounding
      let four = rounding
      let at = first + x
      for (let tap = 0; tap < taps; tap += 2) {
        const weight = v128.load32_splat(weights + (tap << 1))
        const upper = v128.load(at)
        const lower = v128.load(at + bytes)
        const left = i8x16.shuffle(upper, lower, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
        const right = i8x16.shuffle(upper, lower, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
        one = i32x4.add(one, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(left), weight))
        two = i32x4.add(two, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(left), weight))
        three = i32x4.add(three, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(right), weight))
        four = i32x4.add(four, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(right), weight))
        at += bytes << 1
      }
      const low = i16x8.narrow_i32x4_s(i32x4.shr_s(one, shift), i32x4.shr_s(two, shift))
      const high = i16x8.narrow_i32x4_s(i32x4.shr_s(three, shift), i32x4.shr_s(four, shift))
      v128.store(target + x, i8x16.narrow_i16x8_u(low, high))
    }
    target += bytes
    weights += taps << 1
  }
}

/**
 * Makes the columns of a scaled frame: `columns` pixels from each of `rows` rows of `width` pixels, in the way that
 * `scaleRows` makes rows. One pixel past the end of the source is read.
 */
export function scaleColumns(
  source: usize, target: usize, width: i32, rows: i32, columns: i32, spans: usize, weights: usize, taps: i32,
): void {
  const rounding = i32x4.splat(half)
  const zero = i32x4.splat(0)
  for (let row = 0; row < rows; row++) {
    let weight = weights
    for (let column = 0; column < columns; column++) {
      let at = source + (load<i32>(spans + (column << 2)) << 2)
      let sum = rounding
      for (const end = weight + (taps << 1); weight < end; weight += 4, at += 8) {
        const pixels = i8x16.shuffle(
          v128.load64_zero(at), zero, 0, 16, 4, 16, 1, 16, 5, 16, 2, 16, 6, 16, 3, 16, 7, 16,
        )
        sum = i32x4.add(sum, i32x4.dot_i16x8_s(pixels, v128.load32_splat(weight)))
      }
      const narrow = i16x8.narrow_i32x4_s(i32x4.shr_s(sum, shift), zero)
      v128.store32_lane(target, i8x16.narrow_i16x8_u(narrow, narrow), 0)
      target += 4
    }
    source += width << 2
  }
}

/**
 * Makes the columns of a plane of one byte per pixel: from each row of `width` bytes, `columns` levels of 15 bits
 * (i16), in which overshoots below 0 are kept. `taps` is a multiple of 8; as many bytes past the end of the source may
 * be read, with weights of 0.
 */
export function scalePlaneColumns(
  source: usize, target: usize, width: i32, rows: i32, columns: i32, spans: usize, weights: usize, taps: i32,
): void {
  for (let row = 0; row < rows; row++) {
    let weight = weights
    for (let column = 0; column < columns; column++) {
      let at = source + load<i32>(spans + (column << 2))
      let sum = i32x4.splat(0)
      for (const end = weight + (taps << 1); weight < end; weight += 16, at += 8)
        sum = i32x4.add(sum, i32x4.dot_i16x8_s(v128.load_ext<u8>(at), v128.load(weight)))
      const pairs = i32x4.add(sum, i8x16.shuffle(sum, sum, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7))
      const total = (i32x4.extract_lane(pairs, 0) + i32x4.extract_lane(pairs, 1)) >> levelShift
      store<i16>(target, <i16>max(-32768, min(32767, total)))
      target += 2
    }
    source += width
  }
}

/**
 * Makes the rows from the output of `scalePlaneColumns`: levels of 14 bits (i16), rounded to the nearest. Weights are
 * in 4,096ths. Up to 16 bytes past a row's end may be read and written.
 */
export function scalePlaneRows(
  source: usize, target: usize, columns: i32, rows: i32, spans: usize, weights: usize, taps: i32,
): void {
  const bytes = columns << 1
  const rounding = i32x4.splat(rowHalf)
  for (let row = 0; row < rows; row++) {
    const top = source + <usize>load<i32>(spans + (row << 2)) * bytes
    for (let x = 0; x < bytes; x += 16) {
      let left = rounding
      let right = rounding
      let at = top + x
      for (let tap = 0; tap < taps; tap++, at += bytes) {
        const weight = v128.load16_splat(weights + (tap << 1))
        const levels = v128.load(at)
        left = i32x4.add(left, i32x4.extmul_low_i16x8_s(levels, weight))
        right = i32x4.add(right, i32x4.extmul_high_i16x8_s(levels, weight))
      }
      v128.store(target + x, i16x8.narrow_i32x4_s(i32x4.shr_s(left, rowShift), i32x4.shr_s(right, rowShift)))
    }
    target += bytes
    weights += taps << 1
  }
}
