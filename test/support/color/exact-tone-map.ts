import { type Decoded, type ExactSource, scaleFrame, type Scaling, toRgb } from './exact-frames.ts'

/** Candelas per square meter that count as 1: white outside high dynamic range. */
const white = 100

/** Linear light of a level of PQ, in candelas per square meter (SMPTE ST 2084). */
function pqLight(level: number): number {
  const [m1, m2] = [2610 / 16_384, (2523 / 4096) * 128]
  const [c1, c2, c3] = [3424 / 4096, (2413 / 4096) * 32, (2392 / 4096) * 32]
  const power = Math.max(0, level) ** (1 / m2)
  return 10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1)
}

/** Scene light of a level of HLG, from 0 to 1 (ITU-R BT.2100, table 5). */
function hlgLight(level: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073]
  const value = Math.max(0, level)
  return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12
}

/** Light of red, green and blue, where 1 is white; HLG as a display of 1000 candelas shows it (BT.2100, table 5). */
function lightOf(levels: readonly number[], transfer: 'pq' | 'hlg'): number[] {
  if (transfer === 'pq') return levels.map((level) => pqLight(level) / white)
  const [red, green, blue] = levels.map(hlgLight) as [number, number, number]
  const luminance = 0.2627 * red + 0.678 * green + 0.0593 * blue
  return [red, green, blue].map((value) => (value * luminance ** 0.2 * 1000) / white)
}

/** From the primaries of BT.2020 to those of BT.709 (ITU-R BT.2087, inverted). */
const to709 = [
  [1.660491, -0.587641, -0.07285],
  [-0.12455, 1.1329, -0.00835],
  [-0.018151, -0.100579, 1.11873],
]

/** John Hable's filmic curve ("Uncharted 2: HDR Lighting", 2010). */
function hable(value: number): number {
  const [a, b, c, d, e, f] = [0.15, 0.5, 0.1, 0.2, 0.02, 0.3]
  return (value * (a * value + c * b) + d * e) / (value * (a * value + b) + d * f) - e / f
}

/** The level that a display of BT.709 shows as this light (ITU-R BT.1886, with a black of 0). */
function levelOf(light: number): number {
  return Math.max(0, Math.min(1, light)) ** (1 / 2.4)
}

/**
 * A frame of PQ or HLG in BT.2020 as RGBA levels that are not rounded; `peak` is the brightest light, where 1 is white.
 */
export function toneMapped(
  frame: Decoded,
  source: ExactSource,
  scaling: Scaling,
  { transfer, peak }: { transfer: 'pq' | 'hlg'; peak: number },
): Float64Array {
  const { planes, bits } = scaleFrame(frame, source, scaling)
  const [luma, u, v] = planes.map(({ values }) => values) as [Float64Array, Float64Array, Float64Array]
  const convert = toRgb(source.matrix, source.isFullRange, bits)
  const rgba = new Float64Array(luma.length * 4)
  for (const [at, value] of luma.entries()) {
    const light = lightOf(convert(value, u[at]!, v[at]!), transfer)
    const own = to709.map((row) => row.reduce((sum, weight, channel) => sum + weight * light[channel]!, 0))
    const brightest = Math.max(1e-6, ...own)
    const factor = hable(brightest) / hable(peak) / brightest
    for (const [channel, part] of own.entries())
      rgba[at * 4 + channel] = Math.max(0, Math.min(255, levelOf(part * factor) * 255))
    rgba[at * 4 + 3] = 255
  }
  return rgba
}
