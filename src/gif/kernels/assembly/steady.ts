/** Averages noise over the coming frames where the picture is still, so that the color held there is the mean. */
import { excessOf } from './frames'

const blockSide: i32 = 4

/**
 * Replaces each pixel of a frame with the mean of 2 or 4 frames in which it stays, this one and the next three
 * (`second` and `third` are 0 if there are fewer), in blocks of 4 x 4 pixels where some pixel differs by more than
 * `hold` from its anchor. A pixel stays if it differs by at most `stillHold` from the frame, and the mean of its block
 * by at most `stillMean` 16ths; the mean is not checked in `second`. Halves are rounded up and down alternately.
 * Columns to the right of the last whole block are left as they are.
 */
export function averageNoise(
  frame: usize, next: usize, second: usize, third: usize, anchors: usize,
  width: i32, height: i32, hold: i32, stillHold: i32, stillMean: i32,
): void {
  const stride = width << 2
  const limit = i8x16.splat(<i8>hold)
  const stillLimit = i8x16.splat(<i8>stillHold)
  const meanLimit = i16x8.splat(<i16>stillMean)
  for (let y = 0; y < height; y += blockSide) {
    const rows = min(blockSide, height - y)
    for (let x = 0; x + blockSide <= width; x += blockSide) {
      const at = (y * width + x) << 2
      const end = at + rows * stride
      let excess = i32x4.splat(0)
      for (let row = at; row < end; row += stride) {
        excess = v128.or(excess, excessOf(v128.load(frame + row), v128.load(anchors + row), limit))
      }
      if (!v128.any_true(excess)) continue
      const sum = sumOf(frame + at, frame + end, stride)
      if (!isSame(sum, sumOf(next + at, next + end, stride), meanLimit)) continue
      const isLong = third != 0 && isSame(sum, sumOf(third + at, third + end, stride), meanLimit)
      let down = i32x4(0, 0x010101, 0, 0x010101)
      for (let row = at; row < end; row += stride) {
        const pixels = v128.load(frame + row)
        const one = v128.load(next + row)
        const stays = within(pixels, one, stillLimit)
        down = v128.xor(down, i32x4.splat(0x010101))
        if (!v128.any_true(stays)) continue
        let mean = meanOf(pixels, one, down)
        if (isLong) {
          const two = v128.load(second + row)
          const three = v128.load(third + row)
          const long = v128.and(within(pixels, two, stillLimit), within(pixels, three, stillLimit))
          mean = v128.bitselect(meanOf(mean, meanOf(two, three, v128.not(down)), down), mean, long)
        }
        v128.store(frame + row, v128.bitselect(mean, pixels, stays))
      }
    }
  }
}

/** Returns the sums of the channels of a block: red, green, blue and alpha, twice. */
@inline
function sumOf(from: usize, to: usize, stride: i32): v128 {
  let sum = i16x8.splat(0)
  for (let at = from; at < to; at += stride) {
    const pixels = v128.load(at)
    sum = i16x8.add(sum, i16x8.add(i16x8.extend_low_i8x16_u(pixels), i16x8.extend_high_i8x16_u(pixels)))
  }
  return i16x8.add(sum, v128.shuffle<i64>(sum, sum, 1, 0))
}

/** Returns true if the sums of no channel differ by more than the limit. */
@inline
function isSame(one: v128, other: v128, limit: v128): bool {
  return !v128.any_true(i16x8.gt_s(i16x8.abs(i16x8.sub(one, other)), limit))
}

/** Returns all ones for each pixel none of whose channels differs by more than the limit. */
@inline
function within(one: v128, other: v128, limit: v128): v128 {
  return i32x4.eq(excessOf(one, other, limit), i32x4.splat(0))
}

/** Returns the means of bytes; halves are rounded up, or down where `down` is odd. */
@inline
function meanOf(one: v128, other: v128, down: v128): v128 {
  const odd = v128.and(v128.xor(one, other), v128.and(down, i8x16.splat(1)))
  return i8x16.sub(i8x16.avgr_u(one, other), odd)
}
