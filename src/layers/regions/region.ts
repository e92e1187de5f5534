import type { FrameSize } from '../draw/place.ts'
import type { BlurLayer } from '../layer.ts'

/**
 * The number of cells along the longer side of a region, at the weakest and at the strongest. Only the mean of each
 * cell remains, so these bound what can be reconstructed: at ten, no face.
 */
const cells = { weakest: 10, strongest: 3 }
/** The smallest cell of a small region, in pixels. */
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

/** Returns the part of the frame that a layer covers; null if it is outside. */
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

/** Divides a length into cells of about one size; returns the positions between them, from 0 to the length. */
function edges(length: number, cell: number): number[] {
  // Rounded down, so that a cell is at least as large as requested.
  const count = Math.max(1, Math.floor(length / cell))
  return Array.from({ length: count + 1 }, (_, index) => Math.round((index * length) / count))
}
