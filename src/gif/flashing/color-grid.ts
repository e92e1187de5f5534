/** The most cells along the longer side of a picture, and the smallest side of a cell in pixels. */
const longestSide = 32
const shortestCell = 8

/** The backdrop of transparent pixels, linear: middle gray hides neither white nor black flashes. */
const backdrop = 0.5

/** A picture of cells, row by row. Colors are linear sRGB, 0 to 1. */
export type ColorGrid = { red: Float32Array; green: Float32Array; blue: Float32Array }

export type GridSize = { columns: number; rows: number }

/** Linear light is summed in whole numbers, which is faster: this is 1. */
const one = 0xffff

/** sRGB, 8 bits → linear light, as WCAG defines relative luminance (IEC 61966-2-1), times `one`. */
const linear = Uint16Array.from({ length: 256 }, (_, value) => {
  const share = value / 255
  return Math.round(one * (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
})

/**
 * Returns the number of cells for a picture: at most 32 along its longer side, roughly square, and at least 8 pixels
 * wide if the picture is large enough.
 */
export function gridSize({ width, height }: { width: number; height: number }): GridSize {
  const scale = Math.min(1 / shortestCell, longestSide / Math.max(width, height))
  return { columns: Math.max(1, Math.round(width * scale)), rows: Math.max(1, Math.round(height * scale)) }
}

/**
 * Returns the mean colors of the cells of an RGBA frame (8 bits, straight alpha, shown on middle gray). In large cells
 * every third row is read; every second row would see only one half of line patterns.
 */
export function averageCells(
  rgba: Uint8Array,
  { width, height }: { width: number; height: number },
  { columns, rows }: GridSize,
): ColorGrid {
  const cells = columns * rows
  const grid = { red: new Float32Array(cells), green: new Float32Array(cells), blue: new Float32Array(cells) }
  const rowStep = height / rows >= 9 ? 3 : 1
  for (let row = 0, cell = 0; row < rows; row += 1) {
    const top = Math.floor((row * height) / rows)
    const bottom = Math.floor(((row + 1) * height) / rows)
    for (let column = 0; column < columns; column += 1, cell += 1) {
      const left = Math.floor((column * width) / columns)
      const right = Math.floor(((column + 1) * width) / columns)
      let red = 0
      let green = 0
      let blue = 0
      let clear = 0
      let pixels = 0
      for (let y = top; y < bottom; y += rowStep) {
        const end = (y * width + right) * 4
        for (let at = (y * width + left) * 4; at < end; at += 4) {
          const alpha = rgba[at + 3] as number
          if (alpha === 255) {
            red += linear[rgba[at] as number] as number
            green += linear[rgba[at + 1] as number] as number
            blue += linear[rgba[at + 2] as number] as number
          } else {
            const opacity = alpha / 255
            red += (linear[rgba[at] as number] as number) * opacity
            green += (linear[rgba[at + 1] as number] as number) * opacity
            blue += (linear[rgba[at + 2] as number] as number) * opacity
            clear += 1 - opacity
          }
        }
        pixels += right - left
      }
      const behind = clear * backdrop
      grid.red[cell] = (red / one + behind) / pixels
      grid.green[cell] = (green / one + behind) / pixels
      grid.blue[cell] = (blue / one + behind) / pixels
    }
  }
  return grid
}

/**
 * Replaces each cell with the mean of itself and its neighbors, so that noise and fine patterns, which WCAG excludes,
 * cancel out. Flashing areas grow by at most one cell.
 */
export function smoothCells(grid: ColorGrid, size: GridSize): ColorGrid {
  const { red, green, blue } = grid
  return { red: smooth(red, size), green: smooth(green, size), blue: smooth(blue, size) }
}

function smooth(values: Float32Array, { columns, rows }: GridSize): Float32Array {
  return meanOfThree(meanOfThree(values, { count: rows, step: columns, length: columns, next: 1 }), {
    count: columns,
    step: 1,
    length: rows,
    next: columns,
  })
}

/**
 * Returns the mean of each value and its neighbors in a line of `length` values, `next` apart; lines are `step` apart.
 */
function meanOfThree(
  values: Float32Array,
  { count, step, length, next }: { count: number; step: number; length: number; next: number },
): Float32Array {
  const means = new Float32Array(values.length)
  for (let line = 0; line < count; line += 1) {
    for (let place = 0; place < length; place += 1) {
      const at = line * step + place * next
      const before = place === 0 ? at : at - next
      const after = place === length - 1 ? at : at + next
      means[at] = ((values[before] as number) + (values[at] as number) + (values[after] as number)) / 3
    }
  }
  return means
}
