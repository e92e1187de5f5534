import type { YuvMatrix } from './picture.ts'

/** As ffmpeg has them: what V adds to red, U to blue, and both take from green, in 65,536ths of a step of luma. */
const coefficients: Record<YuvMatrix, readonly [red: number, blue: number, greenU: number, greenV: number]> =
  {
    bt601: [104_597, 132_201, 25_675, 53_279],
    bt709: [117_489, 138_438, 13_975, 34_925],
    bt2020: [110_013, 140_363, 12_277, 42_626],
  }

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
 * Tables that give a frame the colours that libswscale gives it: it has values of 11 bits, and rounds each product down.
 * Of planes that it has scaled, they are one such part above ours on average.
 */
export function yuvTables(matrix: YuvMatrix, isFullRange: boolean, isScaled: boolean): YuvTables {
  const above = isScaled ? 1 : 0
  const [gain, black, colour] = isFullRange ? [1, 0, 224 / 255] : [255 / 219, 16, 1]
  const tableOf = (middle: number, factor: number) =>
    Int16Array.from({ length: 256 }, (_, level) => {
      const share = Math.round(factor * 8192)
      return Math.floor((((level - middle) * 8 + above) * share) / 65_536)
    })
  const [red = 0, blue = 0, greenU = 0, greenV = 0] = coefficients[matrix].map(
    (value) => (value * colour) / 65_536,
  )
  return {
    levels: Uint8Array.from({ length: places }, (_, place) => Math.max(0, Math.min(255, place - zero))),
    luma: tableOf(black, gain).map((level) => level + zero),
    red: tableOf(128, red),
    greenU: tableOf(128, -greenU),
    greenV: tableOf(128, -greenV),
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
