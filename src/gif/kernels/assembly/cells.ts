/**
 * The color cube in 32 x 32 x 32 cells, each with the entries that can be nearest to some color in it. Lists are made
 * on demand, from those of 8 x 8 x 8 larger cells. The result is as exact as a search of the whole palette, and several
 * times faster.
 */
import {
  blueAlone, entryIn, groupBytes, nearestIn, padGroup, paletteBase, paletteGroups, redGreen, squares,
} from './palette'

let cellsBase: usize = 0
let listsBase: usize = 0
let listsEnd: usize = 0
let nextList: usize = 0

const cellCount: i32 = 32 * 32 * 32
const cellSide: i32 = 8
const largeCellCount: i32 = 8 * 8 * 8
const largeCellSide: i32 = 32
const headBytes: i32 = 16
const longestList: i32 = 64 * groupBytes + headBytes

/** Sets the addresses of the cells, small and large (4 bytes each), and the region of their lists. */
export function setCellsAt(cells: usize, lists: usize, end: usize): void {
  cellsBase = cells
  listsBase = lists
  listsEnd = end
  clearCells()
}

/** Empties every cell, for a new palette. */
export function clearCells(): void {
  memory.fill(cellsBase, 0, (cellCount + largeCellCount) << 2)
  nextList = listsBase
}

/** Returns the nearest entry to a color: distance squared << 8 | index. */
@inline
export function nearestByCell(color: u32): u32 {
  const cell = ((color & 0xf8) << 7) | ((color & 0xf800) >> 6) | ((color & 0xf80000) >> 19)
  let list = <usize>load<u32>(cellsBase + (cell << 2))
  if (list == 0) list = listOf(cell)
  return nearestIn(list + headBytes, load<i32>(list), color)
}

/** Makes and returns the list of a cell: its length, followed by groups as in the palette. */
function listOf(cell: u32): usize {
  if (nextList + 2 * longestList > listsEnd) clearCells()
  const color = ((cell >> 7) & 0xf8) | ((cell << 6) & 0xf800) | ((cell << 19) & 0xf80000)
  const large = ((cell >> 6) & 0x1c0) | ((cell >> 4) & 0x38) | ((cell >> 2) & 7)
  const largeSlot = cellsBase + ((cellCount + large) << 2)
  let around = <usize>load<u32>(largeSlot)
  if (around == 0) {
    around = makeList(paletteBase, paletteGroups(), color & 0xe0e0e0, largeCellSide)
    store<u32>(largeSlot, <u32>around)
  }
  const list = makeList(around + headBytes, load<i32>(around), color, cellSide)
  store<u32>(cellsBase + (cell << 2), <u32>list)
  return list
}

/** Makes a list of those entries of groups that can be nearest in the cell that begins at a color. */
function makeList(groups: usize, groupCount: i32, color: u32, side: i32): usize {
  const lowPair = redGreen(color)
  const lowBlue = blueAlone(color)
  const highPair = i16x8.add(lowPair, i16x8.splat(<i16>(side - 1)))
  const highBlue = i32x4.add(lowBlue, i32x4.splat(side - 1))
  const end = groups + groupCount * groupBytes
  let least = i32x4.splat(i32.MAX_VALUE)
  for (let group = groups; group < end; group += groupBytes) {
    const far = squares(
      farthest(v128.load(group), lowPair, highPair),
      farthest(v128.load(group, 16), lowBlue, highBlue),
    )
    least = i32x4.min_s(least, far)
  }
  const half = i32x4.min_s(least, v128.shuffle<i32>(least, least, 2, 3, 0, 1))
  const bound = i32x4.splat(min(i32x4.extract_lane(half, 0), i32x4.extract_lane(half, 1)))
  const list = nextList
  let count = 0
  for (let group = groups; group < end; group += groupBytes) {
    const close = squares(
      closest(v128.load(group), lowPair, highPair),
      closest(v128.load(group, 16), lowBlue, highBlue),
    )
    for (let near = i32x4.bitmask(i32x4.le_s(close, bound)); near != 0; near &= near - 1) {
      const from = group + (ctz(near) << 2)
      const to = entryIn(list + headBytes, count)
      store<u32>(to, load<u32>(from))
      store<u32>(to, load<u32>(from, 16), 16)
      store<u32>(to, load<u32>(from, 32), 32)
      count++
    }
  }
  padGroup(list + headBytes, count)
  const madeGroups = (count + 3) >> 2
  store<i32>(list, madeGroups)
  nextList = list + headBytes + madeGroups * groupBytes
  return list
}

/** Returns the distances of entries' channels from the farthest values of a cell. */
@inline
function farthest(entries: v128, low: v128, high: v128): v128 {
  return i16x8.max_s(i16x8.abs(i16x8.sub(entries, low)), i16x8.abs(i16x8.sub(entries, high)))
}

/** Returns the distances of entries' channels from the closest values of a cell. */
@inline
function closest(entries: v128, low: v128, high: v128): v128 {
  return i16x8.max_s(i16x8.max_s(i16x8.sub(low, entries), i16x8.sub(entries, high)), i16x8.splat(0))
}
