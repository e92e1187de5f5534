import type { FrameSize } from '../draw/place.ts'
import type { BlurLayer } from '../layer.ts'

/**
 * How many cells a region has along its longer side, at the weakest and at the strongest. Of what is in a region only the
 * mean of each cell is left, so these bound what can be made out of it again: at ten, no face.
 */
const cells = { weakest: 10, strongest: 3 }
/** A cell of a small region is no smaller than this, in pixels. */
const minCell = 8

/** A region of a frame, in whole pixels, and the edges of its cells. */
export type Region = {
  x: number
  y: number
  width: number
  height: number
  columns: number[]
  rows: number[]
}

/** The part of the frame that a layer covers; null where it is outside. */
export function regionOf(layer: BlurLayer, frame: FrameSize): Region | null {
  const [width, height] = [layer.width * frame.width, layer.height * frame.height]
  const [centerX, centerY] = [layer.x * frame.width, layer.y * frame.height]
  const left = Math.max(0, Math.floor(centerX - width / 2))
  const top = Math.max(0, Math.floor(centerY - height / 2))
  const right = Math.min(frame.width, Math.ceil(centerX + width / 2))
  const bottom = Math.min(frame.height, Math.ceil(centerY + height / 2))
  if (right <= left || bottom <= top) return null
  const along = cells.weakest + (cells.strongest - cells.weakest) * layer.strength
  const cell = Math.max(minCell, Math.max(width, height) / along)
  return {
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    columns: edges(right - left, cell),
    rows: edges(bottom - top, cell),
  }
}

/** Cells of about one size that fill a length, as the positions between them, from 0 to the length. */
function edges(length: number, cell: number): number[] {
  // Never more than fit: a cell is as large as asked for, or larger.
  const count = Math.max(1, Math.floor(length / cell))
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index * length) / count))
}
