import { type ScaleKernel, scaleKernels } from './filter.ts'
import { type Area, type Picture, type RgbaPicture, shortened, type YuvPicture } from './picture.ts'
import { PlaneScaler } from './plane-scaler.ts'
import { convertYuv, type YuvTables, yuvTables } from './yuv-to-rgba.ts'

type Size = { width: number; height: number }

/** Scales an area of pictures of one kind and size to frames of another size: RGBA, straight alpha. */
export class PictureScaler {
  readonly #area: Area
  readonly #to: Size
  readonly #kernel: ScaleKernel
  readonly #scalers = new Map<string, PlaneScaler>()
  #tables: { key: string; tables: YuvTables } | undefined

  constructor(area: Area, to: Size, kernel: ScaleKernel = scaleKernels.sharpCubic) {
    this.#area = area
    this.#to = to
    this.#kernel = kernel
  }

  /** A frame in an array of its own. Throws RangeError where memory cannot be allocated. */
  scale(picture: Picture): Uint8Array<ArrayBuffer> {
    return picture.kind === 'yuv' ? this.#scaleYuv(picture) : this.#scaleRgba(picture)
  }

  #scaleYuv(picture: YuvPicture): Uint8Array<ArrayBuffer> {
    const { width, height, planes, shiftX, shiftY } = picture
    const [area, to] = [this.#area, this.#to]
    const chroma = { width: shortened(width, shiftX), height: shortened(height, shiftY) }
    const part = {
      x: area.x >> shiftX,
      y: area.y >> shiftY,
      width: shortened(area.width, shiftX),
      height: shortened(area.height, shiftY),
    }
    const isScaled = area.width !== to.width || area.height !== to.height
    // As ffmpeg does it: colour in all rows, and in every other column where their count is even and the source has no more.
    const chromaShift = to.width % 2 === 0 ? shiftX : 0
    const target = isScaled ? { width: shortened(to.width, chromaShift), height: to.height } : part
    const lumaBytes = width * height
    const chromaBytes = chroma.width * chroma.height
    const planeOf = (from: Area, rowBytes: number, start: number, size: Size) => ({
      width: size.width,
      bytes: this.#scalePlane(planes.subarray(start), from, rowBytes, size, 1),
    })
    const luma = planeOf(area, width, 0, to)
    // Both planes of colour share a scaler, whose memory the second overwrites.
    const u = planeOf(part, chroma.width, lumaBytes, target)
    u.bytes = u.bytes.slice()
    const v = planeOf(part, chroma.width, lumaBytes + chromaBytes, target)
    const shifts = isScaled ? { shiftX: chromaShift, shiftY: 0 } : { shiftX, shiftY }
    return convertYuv([luma, u, v], to, shifts, this.#tablesOf(picture, isScaled))
  }

  #scaleRgba(picture: RgbaPicture): Uint8Array<ArrayBuffer> {
    const { width, pixels, hasAlpha } = picture
    const source = hasAlpha ? weightByAlpha(pixels) : pixels
    const frame = this.#scalePlane(source, this.#area, width * 4, this.#to, 4).slice()
    if (hasAlpha) divideByAlpha(frame)
    return frame
  }

  /** A view of the scaled area, or a copy where nothing is scaled. */
  #scalePlane(plane: Uint8Array, area: Area, stride: number, to: Size, bytes: 1 | 4): Uint8Array {
    const offset = area.y * stride + area.x * bytes
    if (area.width === to.width && area.height === to.height)
      return copyArea(plane, offset, stride, area, bytes)
    const key = `${area.width}x${area.height}:${to.width}x${to.height}:${bytes}`
    const scaler = this.#scalers.get(key) ?? new PlaneScaler(area, to, bytes, this.#kernel)
    this.#scalers.set(key, scaler)
    return scaler.scale(plane, offset, stride)
  }

  #tablesOf({ matrix, isFullRange }: YuvPicture, isScaled: boolean): YuvTables {
    const key = `${matrix}:${isFullRange}`
    if (this.#tables?.key !== key) this.#tables = { key, tables: yuvTables(matrix, isFullRange, isScaled) }
    return this.#tables.tables
  }
}

function copyArea(plane: Uint8Array, offset: number, stride: number, area: Size, bytes: number): Uint8Array {
  const rowBytes = area.width * bytes
  const copy = new Uint8Array(rowBytes * area.height)
  for (let row = 0; row < area.height; row += 1) {
    const start = offset + row * stride
    copy.set(plane.subarray(start, start + rowBytes), row * rowBytes)
  }
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
