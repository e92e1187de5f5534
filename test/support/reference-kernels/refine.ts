import type { Kernels } from '#src/gif/kernels/kernels.ts'
import type { ReferenceMemory } from './memory.ts'
import type { ReferencePalette } from './palette.ts'

/**
 * A pass of k-means: finds the nearest entry of each of `count` colors (24 bits; `masses`: weight and weighted channels
 * as four f32) and adds its mass to that entry's `totals` (four f64 each). Returns the sum of squared distances, by
 * weight.
 */
export function assignColors(
  memory: ReferenceMemory,
  palette: ReferencePalette,
  ...[colors, masses, count, totals]: Parameters<Kernels['assignColors']>
): number {
  let error = 0
  for (let place = 0; place < count; place++) {
    const { index, distance } = palette.nearest(memory.word(colors + place * 4))
    const mass = masses + place * 16
    for (const part of [0, 1, 2, 3]) {
      memory.addDouble(totals + index * 32 + part * 8, memory.float(mass + part * 4))
    }
    error += memory.float(mass) * distance
  }
  return error
}
