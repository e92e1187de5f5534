import type { GridSize } from './color-grid.ts'

/**
 * The rectangle that WCAG uses for a visual field of 10 degrees, in CSS pixels, and the share of it that may flash:
 * "the combined area of flashes occurring concurrently occupies no more than … 25% of any 10 degree visual field on the
 * screen".
 */
const field = { width: 341, height: 256 }
const safeShare = 0.25

/** All positions of a visual field on a grid. A picture smaller than the field fills it, because players enlarge it. */
export class Fields {
  /** The number of positions. */
  readonly count: number
  /** The most cells that may flash at once. */
  readonly #safeCells: number
  readonly #columns: number
  readonly #fieldColumns: number
  readonly #fieldRows: number
  readonly #placesInRow: number
  /** The sums of all cells above and to the left of a corner. */
  readonly #sums: Int32Array

  constructor(picture: { width: number; height: number }, { columns, rows }: GridSize) {
    const along = (pixels: number, cells: number, fieldPixels: number) =>
      Math.min(cells, Math.max(1, Math.round((fieldPixels * cells) / pixels)))
    this.#columns = columns
    this.#fieldColumns = along(picture.width, columns, field.width)
    this.#fieldRows = along(picture.height, rows, field.height)
    this.#placesInRow = columns - this.#fieldColumns + 1
    this.count = this.#placesInRow * (rows - this.#fieldRows + 1)
    this.#safeCells = this.#fieldColumns * this.#fieldRows * safeShare
    this.#sums = new Int32Array((columns + 1) * (rows + 1))
  }

  /** Returns true if this number of cells could exceed the limit in a field. */
  isTooLarge(cells: number): boolean {
    return cells > this.#safeCells
  }

  /** Loads the numbers of all cells, for `sumAt`. */
  load(cells: Int8Array): void {
    const width = this.#columns + 1
    const rows = cells.length / this.#columns
    for (let row = 0, cell = 0; row < rows; row += 1) {
      let inRow = 0
      for (let column = 0; column < this.#columns; column += 1, cell += 1) {
        inRow += cells[cell] as number
        const corner = (row + 1) * width + column + 1
        this.#sums[corner] = (this.#sums[corner - width] as number) + inRow
      }
    }
  }

  /** Returns the sum of the cells within the field at a position. */
  sumAt(place: number): number {
    const width = this.#columns + 1
    const top = Math.floor(place / this.#placesInRow)
    const left = place % this.#placesInRow
    const from = top * width + left
    const to = from + this.#fieldRows * width
    const right = this.#fieldColumns
    return (
      (this.#sums[to + right] as number) -
      (this.#sums[from + right] as number) -
      (this.#sums[to] as number) +
      (this.#sums[from] as number)
    )
  }
}
