/** Weights are 16 bits, in 16,384ths. */
const one = 16_384

/** A filter that interpolates between `radius` places on each side, stretched over the places that become one. */
export type ScaleKernel = { radius: number; weightAt: (distance: number) => number }

/** Keys' cubic kernel ("Cubic convolution interpolation for digital image processing", 1981). */
function cubicKernel(a: number): ScaleKernel {
  return {
    radius: 2,
    weightAt: (distance) => {
      const x = Math.abs(distance)
      if (x < 1) return (a + 2) * x ** 3 - (a + 3) * x ** 2 + 1
      return x < 2 ? a * (x ** 3 - 5 * x ** 2 + 8 * x - 4) : 0
    },
  }
}

export const scaleKernels = {
  /** The kernel that Keys recommends. */
  cubic: cubicKernel(-0.5),
  /** The `bicubic` of ffmpeg, which scales the frames of videos on the server. */
  sharpCubic: cubicKernel(-0.6),
  /** The default of libvips, which scales pictures on the server. */
  lanczos: {
    radius: 3,
    weightAt: (distance) => {
      if (distance === 0) return 1
      if (Math.abs(distance) >= 3) return 0
      const x = Math.PI * distance
      return (3 * Math.sin(x) * Math.sin(x / 3)) / x ** 2
    },
  },
} as const satisfies Record<string, ScaleKernel>

/** For each place of the target, the first source place that counts; and the weights of those from there on. */
export type Filter = { spans: Int32Array; weights: Int16Array; taps: number }

/** The part of `places` places to scale: place n covers n to n + 1. */
export type Span = { places: number; start: number; length: number }

/**
 * Returns the number of source places that count for one of the target: a multiple of `multiple`, and no more than
 * there are, rounded up.
 */
export function tapsOf(from: number | Span, to: number, { radius }: ScaleKernel, multiple: number): number {
  const { places, length } = spanOf(from)
  const taps = Math.min(places, Math.ceil(2 * radius * Math.max(1, length / to)) + 1)
  return Math.ceil(taps / multiple) * multiple
}

function spanOf(from: number | Span): Span {
  return typeof from === 'number' ? { places: from, start: 0, length: from } : from
}

/** Weights that add up to 1, as whole numbers that add up to `one`. */
type Rounding = { one: number; round: (weights: readonly number[], one: number) => number[] }

/** Adds the rounding error to the largest weight, so that an even area keeps its color. */
const restToLargest: Rounding['round'] = (weights, one) => {
  const whole = weights.map((weight) => Math.round(weight * one))
  const largest = whole.indexOf(Math.max(...whole))
  whole[largest] = (whole[largest] ?? 0) + one - whole.reduce((total, weight) => total + weight, 0)
  return whole
}

/** Carries the rounding error over to the next weight, like libswscale. */
export const restToNext: Rounding['round'] = (weights, one) => {
  let rest = 0
  return weights.map((weight) => {
    const exact = weight * one + rest
    const whole = Math.round(exact)
    rest = exact - whole
    return whole
  })
}

/**
 * Returns the filter that makes `to` places from all or part of the source's. Spans end within the source if it has
 * enough places; if it has fewer than there are taps, the last ones have weight 0.
 */
export function scaleFilter(
  from: number | Span,
  to: number,
  kernel: ScaleKernel,
  multiple: number,
  rounding: Rounding = { one, round: restToLargest },
): Filter {
  const taps = tapsOf(from, to, kernel, multiple)
  const spans = new Int32Array(to)
  const weights = new Int16Array(to * taps)
  const { places, start, length } = spanOf(from)
  const ratio = length / to
  const stretch = Math.max(1, ratio)
  const reach = kernel.radius * stretch
  for (let place = 0; place < to; place++) {
    const center = start + (place + 0.5) * ratio - 0.5
    const first = Math.max(0, Math.min(places - taps, Math.floor(center - reach) + 1))
    spans[place] = first
    const own = Array.from({ length: taps }, () => 0)
    for (let source = Math.floor(center - reach); source <= Math.ceil(center + reach); source++) {
      // Past the edge, the pixel at the edge is used.
      const tap = Math.max(0, Math.min(places - 1, source)) - first
      own[tap] = (own[tap] ?? 0) + kernel.weightAt((source - center) / stretch)
    }
    const sum = own.reduce((total, weight) => total + weight, 0)
    const shares = own.map((weight) => weight / sum)
    weights.set(rounding.round(shares, rounding.one), place * taps)
  }
  return { spans, weights, taps }
}
