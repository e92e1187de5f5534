import type { YuvMatrix } from './picture.ts'

/** Coefficients of ffmpeg: V to red, U to blue, and both to green (subtracted), in 65,536ths of a step of luma. */
const coefficients: Record<YuvMatrix, readonly [red: number, blue: number, greenU: number, greenV: number]> =
  {
    bt601: [104_597, 132_201, 25_675, 53_279],
    bt709: [117_489, 138_438, 13_975, 34_925],
    bt2020: [110_013, 140_363, 12_277, 42_626],
  }

/** Returns the factors of luma, after `black` is subtracted, of V for red and green, and of U for green and blue. */
function rgbOfYuv(matrix: YuvMatrix, isFullRange: boolean) {
  const [gain, black, color] = isFullRange ? [1, 0, 224 / 255] : [255 / 219, 16, 1]
  const [red, blue, greenU, greenV] = coefficients[matrix]
  const share = (value: number) => (value * color) / 65_536
  return {
    gain,
    black,
    red: share(red),
    greenU: share(-greenU),
    greenV: share(-greenV),
    blue: share(blue),
  }
}

/** Levels of 14 bits are fractions of those of a byte. */
const perByte = 64
const middle = 128 * perByte
/** Products are in 2 ** -20ths of a level: their sums fit in 32 bits. */
const shift = 20
const parts = 2 ** shift
/** The position of 0 in the table of clamped levels, and its length: more than luma and color together can reach. */
const zero = 512
const places = 1536
const clamped = Uint8Array.from({ length: places }, (_, place) => Math.max(0, Math.min(255, place - zero)))

export type LevelFactors = {
  black: number
  luma: number
  red: number
  greenU: number
  greenV: number
  blue: number
}

/** Returns the factors of levels, in fractions of a level of 255. */
export function levelFactors(matrix: YuvMatrix, isFullRange: boolean): LevelFactors {
  const { gain, black, red, greenU, greenV, blue } = rgbOfYuv(matrix, isFullRange)
  const factorOf = (value: number) => Math.round((value * parts) / perByte)
  return {
    black: black * perByte,
    luma: factorOf(gain),
    red: factorOf(red),
    greenU: factorOf(greenU),
    greenV: factorOf(greenV),
    blue: factorOf(blue),
  }
}

export type Levels = readonly [luma: Int16Array, u: Int16Array, v: Int16Array]

/** Converts planes of luma and chroma with one level per pixel to RGBA pixels; the sums are rounded to the nearest. */
export function levelsToRgba([luma, us, vs]: Levels, factors: LevelFactors): Uint8Array<ArrayBuffer> {
  const pixels = new Uint32Array(luma.length)
  const { black, red, greenU, greenV, blue } = factors
  const nearest = (parts >> 1) + zero * parts
  for (let at = 0; at < pixels.length; at += 1) {
    const u = (us[at] ?? 0) - middle
    const v = (vs[at] ?? 0) - middle
    const level = ((luma[at] ?? 0) - black) * factors.luma + nearest
    const r = clamped[(level + v * red) >> shift] ?? 0
    const g = clamped[(level + u * greenU + v * greenV) >> shift] ?? 0
    const b = clamped[(level + u * blue) >> shift] ?? 0
    pixels[at] = 0xff_00_00_00 | (b << 16) | (g << 8) | r
  }
  return new Uint8Array(pixels.buffer)
}

/** Converts levels of 14 bits to bytes, rounded to the nearest. */
export function levelsToBytes(levels: Int16Array): Uint8Array {
  const bytes = new Uint8ClampedArray(levels.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = ((levels[at] ?? 0) + (perByte >> 1)) >> 6
  return new Uint8Array(bytes.buffer)
}
