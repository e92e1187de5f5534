/** Values of one channel, row by row. */
export type Plane = { width: number; height: number; values: Float64Array }

/** A part of a plane, in samples: sample n reaches from n to n + 1. It need not begin or end between samples. */
export type PlaneArea = { x: number; y: number; width: number; height: number }

/** Keys' cubic kernel with a = -0.6, the `bicubic` of ffmpeg. */
function weightAt(distance: number): number {
  const a = -0.6
  const x = Math.abs(distance)
  if (x < 1) return (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1
  return x < 2 ? a * (x ** 3 - 5 * x ** 2 + 8 * x - 4) : 0
}

type Axis = { start: number; length: number; to: number; first: number; last: number }

/** For each position of the target the samples that count and their weights, which add up to 1. */
function tapsOf({ start, length, to, first, last }: Axis): { at: number; weight: number }[][] {
  const ratio = length / to
  const stretch = Math.max(1, ratio)
  return Array.from({ length: to }, (_, place) => {
    const center = start + (place + 0.5) * ratio - 0.5
    const taps: { at: number; weight: number }[] = []
    for (let at = Math.ceil(center - 2 * stretch); at <= Math.floor(center + 2 * stretch); at += 1)
      taps.push({ at: Math.max(first, Math.min(last, at)), weight: weightAt((at - center) / stretch) })
    const sum = taps.reduce((total, { weight }) => total + weight, 0)
    return taps.map(({ at, weight }) => ({ at, weight: weight / sum }))
  })
}

/** Scales an area of a plane in floating point. Past the samples that the area touches, the one at its edge counts. */
export function scalePlane(plane: Plane, area: PlaneArea, to: { width: number; height: number }): Plane {
  const span = (start: number, length: number, from: number) => ({
    first: Math.max(0, Math.floor(start + 1e-9)),
    last: Math.min(from, Math.ceil(start + length - 1e-9)) - 1,
  })
  const axis = (start: number, length: number, from: number, places: number) =>
    tapsOf({ start, length, to: places, ...span(start, length, from) })
  const columns = axis(area.x, area.width, plane.width, to.width)
  const rows = axis(area.y, area.height, plane.height, to.height)
  const across = new Float64Array(to.width * plane.height)
  for (let y = 0; y < plane.height; y += 1) {
    for (const [x, taps] of columns.entries()) {
      let sum = 0
      for (const { at, weight } of taps) sum += weight * plane.values[y * plane.width + at]!
      across[y * to.width + x] = sum
    }
  }
  const values = new Float64Array(to.width * to.height)
  for (const [y, taps] of rows.entries()) {
    for (const { at, weight } of taps) {
      for (let x = 0; x < to.width; x += 1) values[y * to.width + x]! += weight * across[at * to.width + x]!
    }
  }
  return { ...to, values }
}
