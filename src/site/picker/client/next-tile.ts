/**
 * The tile that a key leads to from `tile`: arrows by what is seen, in either writing direction, Home and End to the first
 * and the last. Null when the key leads out of the grid at its top, undefined when the key means nothing here.
 */
export function nextTile(
  tiles: readonly HTMLElement[],
  tile: HTMLElement,
  key: string,
): HTMLElement | null | undefined {
  if (key === 'Home') return tiles[0]
  if (key === 'End') return tiles.at(-1)
  const from = boxOf(tile)
  const others = tiles.filter((other) => other !== tile).map((other) => ({ other, box: boxOf(other) }))
  const beside = (sign: number) =>
    nearest(
      others.filter(({ box }) => sign * (box.x - from.x) > from.width / 2),
      // The next column counts first, then how far up or down a tile of it is.
      ({ box }) => Math.round(Math.abs(box.x - from.x) / from.width) * 1e6 + Math.abs(box.y - from.y),
    )
  const inColumn = (sign: number) =>
    nearest(
      others.filter(({ box }) => Math.abs(box.x - from.x) < from.width / 2 && sign * (box.y - from.y) > 0),
      ({ box }) => Math.abs(box.y - from.y),
    )
  if (key === 'ArrowRight') return beside(1) ?? tile
  if (key === 'ArrowLeft') return beside(-1) ?? tile
  if (key === 'ArrowDown') return inColumn(1) ?? tile
  return key === 'ArrowUp' ? (inColumn(-1) ?? null) : undefined
}

/** The middle of a tile, and its width. */
function boxOf(tile: HTMLElement) {
  const { left, top, width, height } = tile.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2, width }
}

function nearest<T extends { other: HTMLElement }>(tiles: T[], distance: (tile: T) => number) {
  return tiles.toSorted((one, another) => distance(one) - distance(another))[0]?.other
}
