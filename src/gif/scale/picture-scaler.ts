import { AlphaScaler } from './alpha-scaler.ts'
import { isAligned } from './chroma-place.ts'
import { type ScaleKernel, scaleKernels } from './filter.ts'
import { type LevelFactors, levelFactors, levelsToBytes, levelsToRgba } from './levels-to-rgba.ts'
import { type Area, type Picture, type RgbaPicture, shortened, type YuvPicture } from './picture.ts'
import { PlaneScaler, type PlaneSpan } from './plane-scaler.ts'
import { RgbaScaler } from './rgba-scaler.ts'
import { copyRows } from './scaler-memory.ts'

type Size = { width: number; height: number }
/** The samples of a plane that an area of the picture touches, and the part of them that the area covers. */
type PlaneArea = { bytes: Uint8Array; stride: number; area: Area; span: PlaneSpan }

/** Scales an area of pictures of one kind and size to frames of another size: RGBA, straight alpha. */
export class PictureScaler {
  readonly #area: Area
  readonly #to: Size
  readonly #kernel: ScaleKernel
  readonly #isScaled: boolean
  readonly #planeScalers = new Map<string, PlaneScaler>()
  #rgbaScaler: RgbaScaler | undefined
  #alphaScaler: AlphaScaler | undefined
  #factors: { key: string; factors: LevelFactors } | undefined

  constructor(area: Area, to: Size, kernel: ScaleKernel = scaleKernels.sharpCubic) {
    this.#area = area
    this.#to = to
    this.#kernel = kernel
    this.#isScaled = area.width !== to.width || area.height !== to.height
  }

  /** Scales a picture to a frame in a new array. Throws RangeError if memory cannot be allocated. */
  scale(picture: Picture): Uint8Array<ArrayBuffer> {
    return picture.kind === 'yuv' ? this.#scaleYuv(picture) : this.#scaleRgba(picture)
  }

  #scaleYuv(picture: YuvPicture): Uint8Array<ArrayBuffer> {
    const { luma, ...color } = planesOf(picture, this.#area)
    // As on the server: if the area ends within a chroma sample, each pixel gets its own first.
    const steps = { stepX: 1 << picture.shiftX, stepY: 1 << picture.shiftY }
    const { u, v } = isAligned(this.#area, steps)
      ? color
      : { u: this.#enlarge('u', color.u), v: this.#enlarge('v', color.v) }
    const levels = [
      this.#scalePlane('luma', luma),
      this.#scalePlane('u', u),
      this.#scalePlane('v', v),
    ] as const
    return levelsToRgba(levels, this.#factorsOf(picture))
  }

  #scaleRgba({ width, pixels, hasAlpha }: RgbaPicture): Uint8Array<ArrayBuffer> {
    if (!this.#isScaled) return copyArea(pixels, width * 4, this.#area, 4)
    const { x, y } = this.#area
    const corner = (y * width + x) * 4
    if (hasAlpha) {
      this.#alphaScaler ??= new AlphaScaler(this.#area, this.#to, this.#kernel)
      return this.#alphaScaler.scale(pixels, corner, width * 4)
    }
    this.#rgbaScaler ??= new RgbaScaler(this.#area, this.#to, this.#kernel)
    return this.#rgbaScaler.scale(pixels, corner, width * 4).slice()
  }

  /** Enlarges a plane to one sample per pixel of the area. */
  #enlarge(name: string, plane: PlaneArea): PlaneArea {
    const { width, height } = this.#area
    const levels = this.#scalePlane(name, plane, this.#area)
    const whole = { x: 0, y: 0, width, height }
    return { bytes: levelsToBytes(levels), stride: width, area: whole, span: whole }
  }

  /** Scales a plane; returns a view of the area in the memory of its scaler. */
  #scalePlane(name: string, { bytes, stride, area, span }: PlaneArea, to = this.#to): Int16Array {
    const key = `${name}:${area.width}x${area.height}:${JSON.stringify(span)}:${to.width}x${to.height}`
    const scaler = this.#planeScalers.get(key) ?? new PlaneScaler(area, to, this.#kernel, span)
    this.#planeScalers.set(key, scaler)
    return scaler.scale(bytes, area.y * stride + area.x, stride)
  }

  #factorsOf({ matrix, isFullRange }: YuvPicture): LevelFactors {
    const key = `${matrix}:${isFullRange}`
    if (this.#factors?.key !== key) this.#factors = { key, factors: levelFactors(matrix, isFullRange) }
    return this.#factors.factors
  }
}

/** Returns the area of a picture in its planes. */
function planesOf(
  { width, height, planes, shiftX, shiftY, chroma }: YuvPicture,
  area: Area,
): { luma: PlaneArea; u: PlaneArea; v: PlaneArea } {
  const color = { width: shortened(width, shiftX), height: shortened(height, shiftY) }
  const across = colorSpan(area.x, area.width, shiftX, chroma.x)
  const down = colorSpan(area.y, area.height, shiftY, chroma.y)
  const touched = { x: across.first, y: down.first, width: across.samples, height: down.samples }
  const span = { x: across.start, y: down.start, width: across.length, height: down.length }
  const lumaBytes = width * height
  const u = { bytes: planes.subarray(lumaBytes), stride: color.width, area: touched, span }
  const v = { ...u, bytes: planes.subarray(lumaBytes + color.width * color.height) }
  const whole = { x: 0, y: 0, width: area.width, height: area.height }
  return { luma: { bytes: planes, stride: width, area, span: whole }, u, v }
}

/**
 * Returns the chroma samples of pixels `from` to `from + length`, and the part of them that these pixels cover, in
 * samples from the first. `place` is the position of the first sample of the plane, in pixels from the middle of the
 * first one.
 */
function colorSpan(from: number, length: number, shift: number, place: number) {
  const step = 1 << shift
  const first = from >> shift
  const samples = shortened(from + length, shift) - first
  const start = shift === 0 ? 0 : (from - place - 0.5) / step + 0.5 - first
  return { first, samples, start, length: length / step }
}

function copyArea(
  plane: Uint8Array,
  stride: number,
  area: Area,
  pixelBytes: number,
): Uint8Array<ArrayBuffer> {
  const rowBytes = area.width * pixelBytes
  const copy = new Uint8Array(rowBytes * area.height)
  const offset = area.y * stride + area.x * pixelBytes
  copyRows(plane, { offset, stride }, copy, { rowBytes, rows: area.height })
  return copy
}
