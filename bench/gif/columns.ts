/** Lines with aligned columns: widths in characters; a negative one is left-aligned. */
export function columns(widths: number[]): (...cells: string[]) => string {
  return (...cells) =>
    cells
      .map((cell, index) => {
        const width = widths[index] ?? 0
        return width < 0 ? cell.padEnd(-width) : cell.padStart(width)
      })
      .join(' ')
      .trimEnd()
}
