import type { YuvMatrix } from './picture.ts'
import { rgbOfYuv } from './yuv-coefficients.ts'

/** Where 0 is in the table of levels. */
const zero = 512
/** The places of the table: more than luma and colour together can reach. */
const places = 1536

export type YuvTables = {
  /** A level within 0 and 255, by what was summed up for it and `zero`. */
  levels: Uint8Array
  /** What luma adds to every channel, `zero` included. */
  luma: Int16Array
  /** What V adds to red and green, and U to green and blue. */
  red: Int16Array
  greenU: Int16Array
  greenV: Int16Array
  blue: Int16Array
}

/**
 * Tables that give frames that are not scaled the colours that libswscale gives them: it has values of 11 bits, and rounds
 * each product down.
 */
export function yuvTables(matrix: YuvMatrix, isFullRange: boolean): YuvTables {
  const { gain, black, red, greenU, greenV, blue } = rgbOfYuv(matrix, isFullRange)
  const tableOf = (middle: number, factor: number) =>
    Int16Array.from({ length: 256 }, (_, level) => {
      const share = Math.round(factor * 8192)
      return Math.floor(((level - middle) * 8 * share) / 65_536)
    })
  return {
    levels: Uint8Array.from({ length: places }, (_, place) => Math.max(0, Math.min(255, place - zero))),
    luma: tableOf(black, gain).map((level) => level + zero),
    red: tableOf(128, red),
    greenU: tableOf(128, greenU),
    greenV: tableOf(128, greenV),
    blue: tableOf(128, blue),
  }
}

export type Plane = { bytes: Uint8Array; width: number }

/** Makes RGBA pixels of a plane of luma and two of colour, whose sides are shortened by the shifts. */
export function convertYuv(
  [luma, u, v]: readonly [Plane, Plane, Plane],
  { width, height }: { width: number; height: number },
  { shiftX, shiftY }: { shiftX: number; shiftY: number },
  tables: YuvTables,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint32Array(width * height)
  const { levels, red, greenU, greenV, blue } = tables
  let at = 0
  for (let row = 0; row < height; row += 1) {
    const colours = (row >> shiftY) * u.width
    const lumas = row * luma.width
    for (let column = 0; column < width; column += 1, at += 1) {
      const chroma = colours + (column >> shiftX)
      const blueness = u.bytes[chroma] ?? 0
      const redness = v.bytes[chroma] ?? 0
      const level = tables.luma[luma.bytes[lumas + column] ?? 0] ?? 0
      const r = levels[level + (red[redness] ?? 0)] ?? 0
      const g = levels[level + (greenU[blueness] ?? 0) + (greenV[redness] ?? 0)] ?? 0
      const b = levels[level + (blue[blueness] ?? 0)] ?? 0
      pixels[at] = 0xff_00_00_00 | (b << 16) | (g << 8) | r
    }
  }
  return new Uint8Array(pixels.buffer)
}
