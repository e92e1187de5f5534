/** A pass of k-means over the bins of a histogram. */
import { nearestByCell } from './cells'

/**
 * Finds the nearest entry of each of `count` colors (`colors`: 24 bits; `masses`: weight and weighted channels as four
 * f32) and adds its mass to that entry's `totals` (four f64 each, zero at first). Returns the weighted sum of squared
 * distances.
 */
export function assignColors(colors: usize, masses: usize, count: i32, totals: usize): f64 {
  let error: f64 = 0
  for (let place = 0; place < count; place++) {
    const key = nearestByCell(load<u32>(colors + (place << 2)))
    const mass = v128.load(masses + (place << 4))
    const total = totals + ((key & 255) << 5)
    v128.store(total, f64x2.add(v128.load(total), f64x2.promote_low_f32x4(mass)))
    const high = f64x2.promote_low_f32x4(v128.shuffle<i64>(mass, mass, 1, 1))
    v128.store(total, f64x2.add(v128.load(total, 16), high), 16)
    error += <f64>f32x4.extract_lane(mass, 0) * <f64>(key >> 8)
  }
  return error
}
