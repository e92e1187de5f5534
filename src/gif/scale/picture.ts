import type { ChromaPlace } from './chroma-place.ts'

/** One picture of a source, in its own pixels, as decoded: before rotation, crop and scaling. */
export type Picture = RgbaPicture | YuvPicture

export type RgbaPicture = {
  kind: 'rgba'
  width: number
  height: number
  /** 8 bits, straight alpha. */
  pixels: Uint8Array
  /** True if some of it may be transparent. */
  hasAlpha: boolean
}

/** Planes of 8 bits in order: luma, then both of chroma, whose sides are shortened by the shifts. */
export type YuvPicture = {
  kind: 'yuv'
  width: number
  height: number
  planes: Uint8Array
  shiftX: 0 | 1
  shiftY: 0 | 1
  chroma: ChromaPlace
  matrix: YuvMatrix
  isFullRange: boolean
}

export type YuvMatrix = 'bt601' | 'bt709' | 'bt2020'

/** A part of a picture. */
export type Area = { x: number; y: number; width: number; height: number }

/** Returns the bytes of a picture. */
export function pictureBytes(picture: Picture): number {
  return (picture.kind === 'rgba' ? picture.pixels : picture.planes).length
}

/** Returns the side of a plane that is shortened by a shift, rounded up. */
export function shortened(side: number, shift: number): number {
  return (side + shift) >> shift
}
