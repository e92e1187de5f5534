import type { YuvMatrix } from './picture.ts'
import { rgbOfYuv } from './yuv-coefficients.ts'

/** Levels of 11 bits: eighths of those of a byte. */
const perByte = 8
const middle = 128 * perByte
/** Products are of so many parts. */
const parts = 65_536
/** Where 0 is in the table of levels that are clamped, and its places: more than luma and colour together can reach. */
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
type Size = { width: number; height: number }

/**
 * RGBA pixels of a scaled plane of luma and two of colour, which have every other column: each product is rounded down, as
 * libswscale does it.
 */
export function convertHalfColour(
  [luma, us, vs]: Levels,
  { width, height }: Size,
  factors: LevelFactors,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint32Array(width * height)
  const { black, red, greenU, greenV, blue } = factors
  for (let at = 0, colour = 0; at < pixels.length; colour += 1) {
    const u = (us[colour] ?? 0) - middle
    const v = (vs[colour] ?? 0) - middle
    const toRed = ((v * red) >> 16) + zero
    const toGreen = ((u * greenU) >> 16) + ((v * greenV) >> 16) + zero
    const toBlue = ((u * blue) >> 16) + zero
    for (const end = at + 2; at < end; at += 1) {
      const level = (((luma[at] ?? 0) - black) * factors.luma) >> 16
      const r = clamped[level + toRed] ?? 0
      const g = clamped[level + toGreen] ?? 0
      const b = clamped[level + toBlue] ?? 0
      pixels[at] = 0xff_00_00_00 | (b << 16) | (g << 8) | r
    }
  }
  return new Uint8Array(pixels.buffer)
}

/** The same of colour in every column: only the sums are rounded. */
export function convertFullColour(
  [luma, us, vs]: Levels,
  { width, height }: Size,
  factors: LevelFactors,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint32Array(width * height)
  const { black, red, greenU, greenV, blue } = factors
  const nearest = (parts >> 1) + zero * parts
  for (let at = 0; at < pixels.length; at += 1) {
    const u = (us[at] ?? 0) - middle
    const v = (vs[at] ?? 0) - middle
    const level = ((luma[at] ?? 0) - black) * factors.luma + nearest
    const r = clamped[(level + v * red) >> 16] ?? 0
    const g = clamped[(level + u * greenU + v * greenV) >> 16] ?? 0
    const b = clamped[(level + u * blue) >> 16] ?? 0
    pixels[at] = 0xff_00_00_00 | (b << 16) | (g << 8) | r
  }
  return new Uint8Array(pixels.buffer)
}
