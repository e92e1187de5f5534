import { ffmpegOnce } from '../media/fixtures.ts'
import { colorErrors, type ColorErrors } from './color-errors.ts'

type Size = { width: number; height: number }

const colors = [
  ...['0xff0000', '0x00ff00', '0x0000ff', '0xffffff', '0x000000', '0xffff00', '0x00ffff', '0xff00ff'],
  ...['0x804020', '0x3a7bd5', '0xc8b496', '0x21d19f', '0x7f7f7f', '0xe6c7ff', '0x0b3d2e', '0xfa8072'],
]

const columns = 8
const patchRows = 2

/**
 * The generator of a clip: sixteen patches of one color in its upper half, a moving gradient in its lower one. Both
 * sides must be even.
 */
export function colorSource({ width, height }: Size, rate = 10): string {
  const half = height / 2
  const boxes = colors.map((color, at) => {
    const { x, y, width: w, height: h } = patchArea(at, { width, height })
    return `drawbox=${x}:${y}:${w}:${h}:${color}:fill`
  })
  const gradient = [
    `gradients=s=${width}x${half}:r=${rate}:seed=7:n=5:c0=0xff8040:c1=0x20c0ff:c2=0xf0f0c0:c3=0x8020e0:c4=0x30ff60`,
    'format=gbrp[gradient]',
  ]
  const patches = [
    `color=black:s=${width}x${half}:r=${rate}`,
    'format=gbrp',
    ...boxes,
    'format=gbrp[patches]',
  ]
  return `${gradient.join(',')};${patches.join(',')};[patches][gradient]vstack`
}

/** Encodes `frames` frames of the generator; `output` are the arguments of ffmpeg from its filters on. */
export function colorClip(
  size: Size,
  output: readonly string[],
  extension: string,
  frames = 2,
): Promise<string> {
  const input = ['-f', 'lavfi', '-i', colorSource(size), '-frames:v', String(frames)]
  return ffmpegOnce([...input, ...output], extension)
}

/** The area of a patch in frames of a size; the upper half has `columns` by `patchRows` of them. */
function patchArea(at: number, { width, height }: Size) {
  const column = at % columns
  const row = Math.floor(at / columns)
  const edge = (place: number) => Math.floor((place * width) / columns)
  const x = edge(column)
  const rowHeight = Math.floor(height / 2 / patchRows)
  return { x, y: row * rowHeight, width: edge(column + 1) - x, height: rowHeight }
}

/** The errors of frames as a whole, and of each patch separately, away from its edges. */
export function clipErrors(
  frames: readonly ArrayLike<number>[],
  exact: readonly Float64Array[],
  size: Size,
): { all: ColorErrors; patches: ColorErrors[] } {
  const patches = colors.map((_, at) => {
    const { x, y, width, height } = patchArea(at, size)
    const margin = { x: Math.floor(width / 4), y: Math.floor(height / 4) }
    return colorErrors(frames, exact, (pixel) => {
      const [left, top] = [pixel % size.width, Math.floor(pixel / size.width)]
      return (
        left >= x + margin.x &&
        left < x + width - margin.x &&
        top >= y + margin.y &&
        top < y + height - margin.y
      )
    })
  })
  return { all: colorErrors(frames, exact), patches }
}
