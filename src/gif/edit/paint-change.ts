import type { Box } from '../encode/container.ts'
import { unite } from '../encode/container.ts'

/** A change of the screen, as one frame of a GIF paints it. */
export type PaintedChange = {
  box: Box
  /** Red, green and blue, 3 bytes per color; the number of colors is a power of two. */
  colors: Uint8Array
  /** Null if every pixel of the box is painted. */
  transparentIndex: number | null
  indices: Uint8Array
  /** True if no color had to be replaced: a frame has at most 256. */
  isExact: boolean
}

const maxColors = 256

/**
 * Returns the smallest box around the differences between two screens and around `cleared`, or null if nothing differs.
 * Pixels are RGBA as one number: opaque, or 0 where they are transparent.
 */
export function changedBox(shown: Uint32Array, next: Uint32Array, width: number): Box | null {
  let [left, top, right, bottom] = [width, -1, 0, 0]
  for (let start = 0, y = 0; start < next.length; start += width, y += 1) {
    let first = 0
    while (first < width && shown[start + first] === next[start + first]) first += 1
    if (first === width) continue
    let last = width - 1
    while (shown[start + last] === next[start + last]) last -= 1
    if (top === -1) top = y
    bottom = y + 1
    left = Math.min(left, first)
    right = Math.max(right, last + 1)
  }
  return top === -1 ? null : { left, top, right, bottom }
}

/** Returns the smallest box around the pixels that become transparent between two screens, or null if none do. */
export function clearedBox(shown: Uint32Array, next: Uint32Array, width: number): Box | null {
  let box: Box | null = null
  for (let at = 0; at < next.length; at += 1) {
    if (next[at] !== 0 || shown[at] === 0) continue
    const [x, y] = [at % width, Math.floor(at / width)]
    const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 }
    box = box === null ? pixel : unite(box, pixel)
  }
  return box
}

/** Paints the differences between two screens of a width within a box; exactly, if there are at most 256 colors. */
export function paintChange(shown: Uint32Array, next: Uint32Array, width: number, box: Box): PaintedChange {
  const changed = countColors(next, width, box, (at) => next[at] !== shown[at])
  if (changed.size < maxColors) return paint([...changed.keys()], true, true)
  const all = countColors(next, width, box, () => true)
  if (all.size <= maxColors && !all.has(0)) return paint([...all.keys()], false, true)
  const common = [...changed].toSorted(([, one], [, other]) => other - one).slice(0, maxColors - 1)
  return paint(
    common.map(([color]) => color),
    true,
    false,
  )

  function paint(colors: number[], skipsSame: boolean, isExact: boolean): PaintedChange {
    const places = new Map(colors.map((color, index) => [color, index]))
    const transparentIndex = skipsSame ? colors.length : null
    const indices = new Uint8Array((box.right - box.left) * (box.bottom - box.top))
    let to = 0
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let at = y * width + box.left, end = y * width + box.right; at < end; at += 1, to += 1) {
        const color = next[at] ?? 0
        if (transparentIndex !== null && color === shown[at]) indices[to] = transparentIndex
        else {
          let index = places.get(color)
          if (index === undefined) places.set(color, (index = nearest(colors, color)))
          indices[to] = index
        }
      }
    }
    return { box, colors: tableOf(colors, transparentIndex), transparentIndex, indices, isExact }
  }
}

function countColors(
  pixels: Uint32Array,
  width: number,
  box: Box,
  counts: (at: number) => boolean,
): Map<number, number> {
  const found = new Map<number, number>()
  for (let y = box.top; y < box.bottom; y += 1) {
    for (let at = y * width + box.left, end = y * width + box.right; at < end; at += 1) {
      if (!counts(at)) continue
      const color = pixels[at] ?? 0
      found.set(color, (found.get(color) ?? 0) + 1)
    }
  }
  return found
}

/** Returns the index of the color nearest to another. */
function nearest(colors: readonly number[], color: number): number {
  let [best, bestIndex] = [Infinity, 0]
  for (const [index, other] of colors.entries()) {
    const distance =
      ((other & 255) - (color & 255)) ** 2 +
      (((other >> 8) & 255) - ((color >> 8) & 255)) ** 2 +
      (((other >> 16) & 255) - ((color >> 16) & 255)) ** 2
    if (distance < best) [best, bestIndex] = [distance, index]
  }
  return bestIndex
}

function tableOf(colors: readonly number[], transparentIndex: number | null): Uint8Array {
  const count = colors.length + (transparentIndex === null ? 0 : 1)
  const table = new Uint8Array(3 * 2 ** Math.max(1, Math.ceil(Math.log2(count))))
  for (const [index, color] of colors.entries()) {
    table.set([color & 255, (color >> 8) & 255, (color >> 16) & 255], index * 3)
  }
  return table
}
