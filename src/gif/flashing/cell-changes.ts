import type { ColorGrid } from './color-grid.ts'

/** General flashes: the least change of relative luminance, and the limit that the darker state must be below. */
const leastChange = 0.1
const darkerBelow = 0.8

/** Red flashes: the share of red that counts as saturated, and the least distance in the CIE 1976 UCS diagram. */
const saturatedRed = 0.8
const leastChromaChange = 0.2

/** Cells whose linear red, green and blue sum to less than this have no visible color: they count as gray. */
const leastLight = 0.05

/** The red primary of sRGB, and its white, in u′v′. */
const [redU, redV] = [0.4507, 0.5229]
const [whiteU, whiteV] = [0.1978, 0.4683]

/** Finds the changes of each cell, from frame to frame, that make up flashes. */
export interface CellChanges {
  /** Returns for each cell 1 if this frame completes a change up (brighter, or to red), -1 for one down, 0 for none. */
  next(grid: ColorGrid): Int8Array
}

/**
 * Changes of relative luminance "of 10% or more of the maximum relative luminance (1.0) where the relative luminance of
 * the darker image is below 0.80" (WCAG 2.2, general flash), each opposite to the one before. A change may take any
 * number of frames: a fade counts once, when it has gone far enough from the last turning point.
 */
export class LuminanceChanges implements CellChanges {
  readonly #directions: Int8Array
  readonly #lowest: Float32Array
  readonly #highest: Float32Array
  readonly #changes: Int8Array
  #isFirst = true

  constructor(cells: number) {
    this.#directions = new Int8Array(cells)
    this.#lowest = new Float32Array(cells)
    this.#highest = new Float32Array(cells)
    this.#changes = new Int8Array(cells)
  }

  next({ red, green, blue }: ColorGrid): Int8Array {
    const [directions, lowest, highest, changes] = [
      this.#directions,
      this.#lowest,
      this.#highest,
      this.#changes,
    ]
    for (let cell = 0; cell < changes.length; cell += 1) {
      const luminance =
        0.2126 * (red[cell] as number) + 0.7152 * (green[cell] as number) + 0.0722 * (blue[cell] as number)
      changes[cell] = 0
      if (this.#isFirst || luminance < (lowest[cell] as number)) lowest[cell] = luminance
      if (this.#isFirst || luminance > (highest[cell] as number)) highest[cell] = luminance
      const low = lowest[cell] as number
      if (directions[cell] !== 1 && luminance - low >= leastChange && low < darkerBelow) changes[cell] = 1
      else if (
        directions[cell] !== -1 &&
        (highest[cell] as number) - luminance >= leastChange &&
        luminance < darkerBelow
      )
        changes[cell] = -1
      else continue
      directions[cell] = changes[cell] as number
      lowest[cell] = luminance
      highest[cell] = luminance
    }
    this.#isFirst = false
    return changes
  }
}

/**
 * Changes to and from a saturated red: "either before or after" R / (R + G + B) ≥ 0.8, with the states more than 0.2
 * apart in the CIE 1976 UCS chromaticity diagram (WCAG 2.2, red flash), each opposite to the one before.
 */
export class RedChanges implements CellChanges {
  readonly #directions: Int8Array
  /**
   * u′, v′ and the squared distance from red of the state that changes are measured from: the least or the most red.
   */
  readonly #fromU: Float32Array
  readonly #fromV: Float32Array
  readonly #fromDistance: Float32Array
  readonly #isFromRed: Uint8Array
  readonly #changes: Int8Array
  #isFirst = true

  constructor(cells: number) {
    this.#directions = new Int8Array(cells)
    this.#fromU = new Float32Array(cells)
    this.#fromV = new Float32Array(cells)
    this.#fromDistance = new Float32Array(cells)
    this.#isFromRed = new Uint8Array(cells)
    this.#changes = new Int8Array(cells)
  }

  next(grid: ColorGrid): Int8Array {
    const [directions, changes] = [this.#directions, this.#changes]
    for (let cell = 0; cell < changes.length; cell += 1) {
      const red = grid.red[cell] as number
      const green = grid.green[cell] as number
      const blue = grid.blue[cell] as number
      const light = red + green + blue
      const isRed = light >= leastLight && red / light >= saturatedRed
      let u = whiteU
      let v = whiteV
      if (light >= leastLight) {
        const x = 0.4124 * red + 0.3576 * green + 0.1805 * blue
        const y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        const z = 0.0193 * red + 0.1192 * green + 0.9505 * blue
        const sum = x + 15 * y + 3 * z
        u = (4 * x) / sum
        v = (9 * y) / sum
      }
      const distance = squaredDistance(u, v, redU, redV)
      // From a red first state, only a change away from red counts; from any other, only a change to red.
      if (this.#isFirst) directions[cell] = isRed ? 1 : -1
      const isAway = directions[cell] === -1
      const before = this.#fromDistance[cell] as number
      changes[cell] = 0
      const far =
        squaredDistance(u, v, this.#fromU[cell] as number, this.#fromV[cell] as number) >
        leastChromaChange ** 2
      if (!this.#isFirst && far && (isAway ? isRed : this.#isFromRed[cell] === 1 && distance > before)) {
        changes[cell] = isAway ? 1 : -1
        directions[cell] = changes[cell] as number
      } else if (!this.#isFirst && (isAway ? distance <= before : distance >= before)) continue
      this.#fromU[cell] = u
      this.#fromV[cell] = v
      this.#fromDistance[cell] = distance
      this.#isFromRed[cell] = Number(isRed)
    }
    this.#isFirst = false
    return changes
  }
}

/** Returns the squared distance of two colors in the UCS diagram. Distances are only compared, so no root is needed. */
function squaredDistance(u: number, v: number, otherU: number, otherV: number): number {
  return (u - otherU) * (u - otherU) + (v - otherV) * (v - otherV)
}
