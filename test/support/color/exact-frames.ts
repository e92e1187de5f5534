import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Plane, type PlaneArea, scalePlane } from './scale-plane.ts'

const run = promisify(execFile)

type Size = { width: number; height: number }

/** The weights of red and blue in luma: ITU-R BT.601, BT.709 and BT.2020 (non-constant luminance). */
const lumaWeights = {
  bt601: [0.299, 0.114],
  bt709: [0.2126, 0.0722],
  bt2020: [0.2627, 0.0593],
} as const

export type Matrix = keyof typeof lumaWeights

/** The position of the first sample of color, in pixels from the middle of the first one (ITU-T H.273, figure 1). */
export const chromaPlaces = {
  center: { x: 0.5, y: 0.5 },
  left: { x: 0, y: 0.5 },
  topleft: { x: 0, y: 0 },
} as const

/** A video or picture, and its pixel properties from its headers. `format` is the pixel format of its decoder. */
export type ExactSource = Size & {
  path: string
  format: string
  matrix: Matrix
  isFullRange: boolean
  chroma?: keyof typeof chromaPlaces
  /** Arguments of ffmpeg before the path. */
  input?: readonly string[]
}

/** The part of the picture in its own pixels, and the size to which it is scaled. */
export type Scaling = { crop?: PlaneArea; to: Size }

/** Planes of luma and color, or of red, green and blue, and one of alpha, in code values of `bits` bits. */
export type Decoded = {
  bits: number
  shiftX: number
  shiftY: number
  isRgb: boolean
  planes: Plane[]
  alpha: Plane | undefined
}

/**
 * The frames of a source as RGBA levels from 0 to 255 that are not rounded: its planes, scaled with the cubic filter of
 * the service and colors weighted by alpha, then converted according to the standard. In floating point, by no code of
 * the service.
 */
export async function exactFrames(source: ExactSource, scaling: Scaling): Promise<Float64Array[]> {
  const frames = await decodePlanes(source)
  return frames.map((frame) => toRgba(scaleFrame(frame, source, scaling), source))
}

/** Planes scaled to a size, all of them in full; colors are no longer weighted by alpha. */
export function scaleFrame(frame: Decoded, source: ExactSource, { crop, to }: Scaling): Decoded {
  const own = { x: 0, y: 0, width: source.width, height: source.height }
  const areaOf = (plane: number, area: PlaneArea) =>
    plane === 0 || frame.isRgb ? area : ofColor(frame, source, area)
  const { alpha } = frame
  if (alpha === undefined) {
    const planes = frame.planes.map((plane, at) => scalePlane(plane, areaOf(at, crop ?? own), to))
    return { ...frame, planes, shiftX: 0, shiftY: 0 }
  }
  const shown = scalePlane(alpha, crop ?? own, to)
  const planes = frame.planes.map((plane, at) => {
    const zero = at === 0 || frame.isRgb ? 0 : 2 ** (frame.bits - 1)
    const whole = scalePlane(plane, areaOf(at, own), own)
    const weighted = whole.values.map((value, place) => (value - zero) * alpha.values[place]!)
    const { values } = scalePlane({ ...own, values: weighted }, crop ?? own, to)
    return { ...to, values: values.map((value, place) => value / (shown.values[place]! || 1) + zero) }
  })
  return { ...frame, planes, shiftX: 0, shiftY: 0, alpha: shown }
}

/** An area in samples of a plane of color, each of which covers several pixels. */
function ofColor(
  { shiftX, shiftY }: Decoded,
  { chroma = 'center' }: ExactSource,
  area: PlaneArea,
): PlaneArea {
  const place = chromaPlaces[chroma]
  const [stepX, stepY] = [1 << shiftX, 1 << shiftY]
  const start = (at: number, step: number, first: number) =>
    step === 1 ? at : (at - first - 0.5) / step + 0.5
  return {
    x: start(area.x, stepX, place.x),
    y: start(area.y, stepY, place.y),
    width: area.width / stepX,
    height: area.height / stepY,
  }
}

/** RGBA levels of full planes, clipped to 0 and 255. */
export function toRgba(
  { planes, alpha, bits, isRgb }: Decoded,
  { matrix, isFullRange }: Pick<ExactSource, 'matrix' | 'isFullRange'>,
): Float64Array {
  const most = 2 ** bits - 1
  const [first, second, third] = planes as [Plane, Plane, Plane]
  const rgba = new Float64Array(first.values.length * 4)
  const convert = isRgb
    ? (...levels: [number, number, number]) => levels.map((level) => level / most)
    : toRgb(matrix, isFullRange, bits)
  for (const [at, value] of first.values.entries()) {
    const levels = convert(value, second.values[at]!, third.values[at]!)
    for (const [channel, level] of levels.entries())
      rgba[at * 4 + channel] = Math.max(0, Math.min(255, level * 255))
    rgba[at * 4 + 3] =
      alpha === undefined ? 255 : Math.max(0, Math.min(255, (alpha.values[at]! / most) * 255))
  }
  return rgba
}

/** Red, green and blue from 0 to 1 of code values (ITU-T H.273, 8.3). */
export function toRgb(matrix: Matrix, isFullRange: boolean, bits: number) {
  const [red, blue] = lumaWeights[matrix]
  const green = 1 - red - blue
  const unit = 2 ** (bits - 8)
  const [black, luma, color] = isFullRange
    ? [0, 2 ** bits - 1, 2 ** bits - 1]
    : [16 * unit, 219 * unit, 224 * unit]
  return (y: number, u: number, v: number): number[] => {
    const level = (y - black) / luma
    const [cb, cr] = [(u - 128 * unit) / color, (v - 128 * unit) / color]
    const r = level + 2 * (1 - red) * cr
    const b = level + 2 * (1 - blue) * cb
    return [r, (level - red * r - blue * b) / green, b]
  }
}

/** The frames of a source as decoded, without any conversion. */
export async function decodePlanes({
  path,
  format,
  width,
  height,
  input = [],
}: ExactSource): Promise<Decoded[]> {
  const output = ['-map', '0:V:0', '-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', format, 'pipe:1']
  const args = ['-nostdin', '-v', 'error', '-noautorotate', ...input, '-i', path, ...output]
  const { stdout } = await run('ffmpeg', args, { encoding: 'buffer', maxBuffer: 2 ** 30 })
  const layout = layoutOf(format)
  const sizes = layout.planes.map((isColor) => ({
    width: isColor ? Math.ceil(width / 2 ** layout.shiftX) : width,
    height: isColor ? Math.ceil(height / 2 ** layout.shiftY) : height,
  }))
  const sampleBytes = layout.bits > 8 ? 2 : 1
  const frameBytes = sizes.reduce((sum, size) => sum + size.width * size.height * sampleBytes, 0)
  if (stdout.length === 0 || stdout.length % frameBytes !== 0)
    throw new Error(`${stdout.length} bytes of ${path}`)
  return Array.from({ length: stdout.length / frameBytes }, (_, frame) => {
    let at = frame * frameBytes
    const planes = sizes.map((size) => {
      const values = new Float64Array(size.width * size.height)
      for (let place = 0; place < values.length; place += 1, at += sampleBytes)
        values[place] = sampleBytes === 1 ? stdout[at]! : stdout.readUInt16LE(at)
      return { ...size, values }
    })
    return arrange(planes, layout)
  })
}

type Layout = Pick<Decoded, 'bits' | 'shiftX' | 'shiftY' | 'isRgb'> & { planes: boolean[]; hasAlpha: boolean }

/** The planes of a pixel format of ffmpeg, each marked as color or not. */
function layoutOf(format: string): Layout {
  const [, alpha, , sampling, yuvBits = '8'] = /^yuv(a?)(j?)(\d{3})p(\d*)/.exec(format) ?? []
  if (sampling !== undefined) {
    const shifts = { 420: [1, 1], 422: [1, 0], 440: [0, 1], 444: [0, 0], 411: [2, 0] }[sampling] ?? [0, 0]
    const planes = [false, true, true, ...(alpha === 'a' ? [false] : [])]
    const [shiftX = 0, shiftY = 0] = shifts
    return { bits: Number(yuvBits || 8), shiftX, shiftY, isRgb: false, planes, hasAlpha: alpha === 'a' }
  }
  if (format === 'gray')
    return { bits: 8, shiftX: 0, shiftY: 0, isRgb: false, planes: [false], hasAlpha: false }
  const [, gbrAlpha, bits = '8'] = /^gbr(a?)p(\d*)/.exec(format) ?? []
  if (gbrAlpha === undefined) throw new Error(`unknown format ${format}`)
  const hasAlpha = gbrAlpha === 'a'
  const planes = hasAlpha ? [false, false, false, false] : [false, false, false]
  return { bits: Number(bits || 8), shiftX: 0, shiftY: 0, isRgb: true, planes, hasAlpha }
}

function arrange(all: Plane[], { bits, shiftX, shiftY, isRgb, hasAlpha }: Layout): Decoded {
  const [first, second, third, fourth] = all as [Plane, Plane, Plane, Plane?]
  if (!isRgb && second === undefined) {
    const none = { ...first, values: new Float64Array(first.values.length).fill(2 ** (bits - 1)) }
    return { bits, shiftX, shiftY, isRgb, planes: [first, none, none], alpha: undefined }
  }
  const planes = isRgb ? [third, first, second] : [first, second, third]
  return { bits, shiftX, shiftY, isRgb, planes, alpha: hasAlpha ? fourth : undefined }
}
