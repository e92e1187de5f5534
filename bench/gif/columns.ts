/** Lines whose cells stand under each other: widths in characters; a negative one starts at the left. */
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
