import type { ChromaPlace } from '../../gif/scale/chroma-place.ts'

/** The pixel storage of a video, according to its headers. */
export type SourceColors = {
  /** The pixel format, by ffmpeg's name. */
  format: string
  /** The bits of each channel, 8 to 16. */
  bits: number
  /** True for Y'CbCr, false for RGB, gray or a palette. */
  isYuv: boolean
  /** The number of times the chroma planes are halved: 1 and 1 in 4:2:0. */
  shiftX: number
  shiftY: number
  /** True if levels range from 0 to the highest; otherwise luma ranges from 16 to 235 of 255. */
  isFullRange: boolean
  chroma: ChromaPlace
}

/** ITU-T H.273, 8.7; ffmpeg reports `left` for unspecified H.264 and HEVC, as their standards define. */
const chromaPlaces: Partial<Record<string, ChromaPlace>> = {
  left: { x: 0, y: 0.5 },
  topleft: { x: 0, y: 0 },
  top: { x: 0.5, y: 0 },
  bottomleft: { x: 0, y: 1 },
  bottom: { x: 0.5, y: 1 },
}

const shifts: Partial<Record<string, [shiftX: number, shiftY: number]>> = {
  '420': [1, 1],
  '422': [1, 0],
  '440': [0, 1],
  '411': [2, 0],
  '410': [2, 2],
}

/** Reads the colors from ffprobe's data on a stream. By default, chroma samples are in the middle of their pixels. */
export function readColors({
  pix_fmt: format = '',
  color_range: range,
  chroma_location: location = '',
}: Partial<Record<'pix_fmt' | 'color_range' | 'chroma_location', string>>): SourceColors {
  const [, jpeg, sampling = '444', yuvBits] = /^yuva?(j?)(\d{3})p(\d*)/.exec(format) ?? []
  const [shiftX, shiftY] = shifts[sampling] ?? [0, 0]
  const otherBits = /^(?:gbra?p|gray|ya)(\d\d)/.exec(format)?.[1] ?? (/(?:48|64)[bl]e$/.test(format) ? 16 : 8)
  const { x, y } = chromaPlaces[location] ?? { x: ((1 << shiftX) - 1) / 2, y: ((1 << shiftY) - 1) / 2 }
  return {
    format,
    bits: Number(yuvBits || otherBits),
    isYuv: jpeg !== undefined,
    shiftX,
    shiftY,
    isFullRange: range === 'pc' || jpeg === 'j',
    chroma: { x: shiftX === 0 ? 0 : x, y: shiftY === 0 ? 0 : y },
  }
}
