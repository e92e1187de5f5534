/** The rows of the wall's grid that a square GIF takes; `wall.css` divides a column's width by the same. */
const rowsOfSquare = 48

/** Whatever is wider or taller than this is cut, so that no GIF takes the whole wall. */
const rowLimits = { min: 20, max: 86 }

/** The classes that reserve a card's room on the wall: tens and units of its height in rows. */
export function wallRows({ width, height }: { width: number; height: number }): string {
  const rows = Math.round((rowsOfSquare * height) / width)
  const kept = Math.min(rowLimits.max, Math.max(rowLimits.min, rows))
  return `t${Math.floor(kept / 10)} u${kept % 10}`
}
