import type { YuvMatrix } from './picture.ts'
import { rgbOfYuv } from './yuv-coefficients.ts'

/** Levels of 14 bits: parts of those of a byte. */
const perByte = 64
const middle = 128 * perByte
/** Products are of 2 ** 20 parts of a level: sums of them have less than 32 bits. */
const shift = 20
const parts = 2 ** shift
/** Where 0 is in the table of levels that are clamped, and its places: more than luma and color together can reach. */
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

/** What levels are multiplied by, in parts of a level of 255. */
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

/** RGBA pixels of planes of luma and color, with a level of each for every pixel; the sums are rounded to the nearest. */
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

/** Levels of 14 bits as bytes, rounded to the nearest. */
export function levelsToBytes(levels: Int16Array): Uint8Array {
  const bytes = new Uint8ClampedArray(levels.length)
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = ((levels[at] ?? 0) + (perByte >> 1)) >> 6
  return new Uint8Array(bytes.buffer)
}
