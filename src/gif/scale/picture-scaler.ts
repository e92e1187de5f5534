import { type ScaleKernel, scaleKernels } from './filter.ts'
import {
  convertFullColour,
  convertHalfColour,
  type LevelFactors,
  levelFactors,
  type Levels,
} from './levels-to-rgba.ts'
import { type Area, type Picture, type RgbaPicture, shortened, type YuvPicture } from './picture.ts'
import { PlaneScaler } from './plane-scaler.ts'
import { RgbaScaler } from './rgba-scaler.ts'
import { copyRows } from './scaler-memory.ts'
import { convertYuv, type YuvTables, yuvTables } from './yuv-to-rgba.ts'

type Size = { width: number; height: number }
/** An area of a plane whose rows are `stride` bytes apart. */
type PlaneArea = { bytes: Uint8Array; stride: number; area: Area }

/** Scales an area of pictures of one kind and size to frames of another size: RGBA, straight alpha. */
export class PictureScaler {
  readonly #area: Area
  readonly #to: Size
  readonly #kernel: ScaleKernel
  readonly #isScaled: boolean
  readonly #planeScalers = new Map<string, PlaneScaler>()
  #rgbaScaler: RgbaScaler | undefined
  #colours: { key: string; tables: YuvTables; factors: LevelFactors } | undefined

  constructor(area: Area, to: Size, kernel: ScaleKernel = scaleKernels.sharpCubic) {
    this.#area = area
    this.#to = to
    this.#kernel = kernel
    this.#isScaled = area.width !== to.width || area.height !== to.height
  }

  /** A frame in an array of its own. Throws RangeError where memory cannot be allocated. */
  scale(picture: Picture): Uint8Array<ArrayBuffer> {
    return picture.kind === 'yuv' ? this.#scaleYuv(picture) : this.#scaleRgba(picture)
  }

  #scaleYuv(picture: YuvPicture): Uint8Array<ArrayBuffer> {
    const { shiftX, shiftY } = picture
    const [luma, u, v] = planesOf(picture, this.#area)
    const { tables, factors } = this.#coloursOf(picture)
    if (!this.#isScaled) {
      const planes = [luma, u, v].map(({ bytes, stride, area }) => ({
        bytes: copyArea(bytes, stride, area, 1),
        width: area.width,
      }))
      return convertYuv(planes as [Plane, Plane, Plane], this.#to, { shiftX, shiftY }, tables)
    }
    // As ffmpeg does it: colour in all rows, and in every other column where their count is even and the source has not all.
    const isHalf = (shiftX === 1 || shiftY === 1) && this.#to.width % 2 === 0
    const colour = { width: isHalf ? this.#to.width / 2 : this.#to.width, height: this.#to.height }
    const levels: Levels = [
      this.#scalePlane('luma', luma, this.#to, !isHalf),
      this.#scalePlane('u', u, colour, !isHalf),
      this.#scalePlane('v', v, colour, !isHalf),
    ]
    return isHalf
      ? convertHalfColour(levels, this.#to, factors)
      : convertFullColour(levels, this.#to, factors)
  }

  #scaleRgba({ width, pixels, hasAlpha }: RgbaPicture): Uint8Array<ArrayBuffer> {
    if (!this.#isScaled) return copyArea(pixels, width * 4, this.#area, 4)
    const source = hasAlpha ? weightByAlpha(pixels) : pixels
    this.#rgbaScaler ??= new RgbaScaler(this.#area, this.#to, this.#kernel)
    const { x, y } = this.#area
    const frame = this.#rgbaScaler.scale(source, (y * width + x) * 4, width * 4).slice()
    if (hasAlpha) divideByAlpha(frame)
    return frame
  }

  /** A view of the scaled area in the memory of the scaler of a plane. */
  #scalePlane(name: string, { bytes, stride, area }: PlaneArea, to: Size, isExact: boolean): Int16Array {
    const key = `${name}:${area.width}x${area.height}:${to.width}`
    const scaler = this.#planeScalers.get(key) ?? new PlaneScaler(area, to, this.#kernel, isExact)
    this.#planeScalers.set(key, scaler)
    return scaler.scale(bytes, area.y * stride + area.x, stride)
  }

  #coloursOf({ matrix, isFullRange }: YuvPicture): { tables: YuvTables; factors: LevelFactors } {
    const key = `${matrix}:${isFullRange}`
    if (this.#colours?.key !== key) {
      const [tables, factors] = [yuvTables(matrix, isFullRange), levelFactors(matrix, isFullRange)]
      this.#colours = { key, tables, factors }
    }
    return this.#colours
  }
}

type Plane = { bytes: Uint8Array; width: number }

/** The area of a picture in its planes: luma, U and V. */
function planesOf(
  { width, height, planes, shiftX, shiftY }: YuvPicture,
  area: Area,
): [PlaneArea, PlaneArea, PlaneArea] {
  const colour = { width: shortened(width, shiftX), height: shortened(height, shiftY) }
  const part = {
    x: area.x >> shiftX,
    y: area.y >> shiftY,
    width: shortened(area.width, shiftX),
    height: shortened(area.height, shiftY),
  }
  const lumaBytes = width * height
  const u = { bytes: planes.subarray(lumaBytes), stride: colour.width, area: part }
  const v = { ...u, bytes: planes.subarray(lumaBytes + colour.width * colour.height) }
  return [{ bytes: planes, stride: width, area }, u, v]
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

function weightByAlpha(pixels: Uint8Array): Uint8Array {
  const weighted = pixels.slice()
  for (let at = 0; at < weighted.length; at += 4) {
    const alpha = weighted[at + 3] ?? 0
    if (alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1)
      weighted[channel] = Math.round(((weighted[channel] ?? 0) * alpha) / 255)
  }
  return weighted
}

function divideByAlpha(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 0
    if (alpha === 0 || alpha === 255) continue
    for (let channel = at; channel < at + 3; channel += 1)
      pixels[channel] = Math.min(255, Math.round(((pixels[channel] ?? 0) * 255) / alpha))
  }
}
