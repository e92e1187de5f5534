import assert from 'node:assert/strict'
import { clipErrors } from './color-clip.ts'

type Size = { width: number; height: number }

/** The maximum difference of frames from exact ones, in levels of 255. */
type Bounds = { signed: number; absolute: number }

/** Frames before any palette or codec. */
const uncompressed: Bounds = { signed: 0.25, absolute: 1 }

/** Half a level of rounding, and the error of integer arithmetic. */
const rounding = 0.55

/**
 * Asserts that frames of a color clip (RGBA) have the exact colors: on average over all of them, and on each patch,
 * where all pixels may be rounded the same way.
 */
export function assertExact(
  frames: readonly ArrayLike<number>[],
  exact: readonly Float64Array[],
  size: Size,
  { signed, absolute }: Bounds = uncompressed,
  mostOfPatch = rounding,
): void {
  const { all, patches } = clipErrors(frames, exact, size)
  const said = (errors: readonly number[]) => errors.map((error) => error.toFixed(2)).join(', ')
  assert.ok(
    all.signed.every((error) => Math.abs(error) <= signed),
    `the mean errors are ${said(all.signed)}`,
  )
  assert.ok(all.absolute <= absolute, `the mean of all errors is ${all.absolute.toFixed(2)}`)
  for (const [number, patch] of patches.entries()) {
    assert.ok(
      patch.signed.every((error) => Math.abs(error) <= mostOfPatch),
      `patch ${number} has errors of ${said(patch.signed)}`,
    )
  }
}
