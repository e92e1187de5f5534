import { isAligned, type Sampling, turnSampling } from '../../gif/scale/chroma-place.ts'
import type { VideoFacts } from '../probe/probe-video.ts'
import { exactFlags } from '../tools/ffmpeg-args.ts'

type Size = { width: number; height: number }
type Area = Size & { x: number; y: number }

/** Returns the chroma sampling of a video after its frames were turned upright. */
export function uprightSampling({ colors, width, height, rotationDegrees }: VideoFacts): Sampling {
  const stored = { stepX: 1 << colors.shiftX, stepY: 1 << colors.shiftY, place: colors.chroma }
  const turns = ((-Math.round(rotationDegrees / 90) % 4) + 4) % 4
  return turnSampling(stored, { width, height }, turns)
}

/** Returns the arguments of a scaler that set the position of chroma samples; none if ffmpeg assumes the same. */
export function chromaArgs({ stepX, stepY, place }: Sampling): string {
  const argOf = (name: string, at: number, step: number) =>
    step === 1 || at === (step - 1) / 2 ? '' : `:${name}=${Math.round(at * 256)}`
  return argOf('in_h_chr_pos', place.x, stepX) + argOf('in_v_chr_pos', place.y, stepY)
}

/** Formats with a chroma sample for every pixel. */
const wholeFormats = ['', '10le', '12le', '16le'].map((bits) => `444p${bits}`)

/**
 * Returns the filters that give every pixel of an area its own chroma sample, and cut the area out. ffmpeg's scaler
 * treats a chroma plane as exactly as wide as the picture, so colors would be shifted if an area begins or ends within
 * a sample.
 */
export function cutWithColor(area: Area, own: Size, facts: VideoFacts): string[] {
  const sampling = uprightSampling(facts)
  const cut = `crop=${area.width}:${area.height}:${area.x}:${area.y}:exact=1`
  if (!isAligned({ x: 0, y: 0, ...own }, sampling)) return [...wholePlanes(own, sampling, facts), cut]
  const { stepX, stepY } = sampling
  const up = (value: number, step: number) => Math.ceil(value / step) * step
  const x = area.x - (area.x % stepX)
  const y = area.y - (area.y % stepY)
  const width = up(area.x + area.width, stepX) - x
  const height = up(area.y + area.height, stepY) - y
  const formats = wholeFormats.map((name) => `yuv${facts.hasAlpha ? 'a' : ''}${name}`).join('|')
  return [
    `crop=${width}:${height}:${x}:${y}`,
    `scale=flags=${exactFlags}${chromaArgs(sampling)}`,
    `format=${formats}`,
    `crop=${area.width}:${area.height}:${area.x - x}:${area.y - y}`,
  ]
}

/**
 * Returns the filters that scale each chroma plane separately if the last sample is for fewer pixels than the others.
 * (Padding would overwrite these samples.) Codecs with frames of odd sides have chroma in the middle of its pixels.
 */
function wholePlanes(
  { width, height }: Size,
  { stepX, stepY }: Sampling,
  { colors, hasAlpha }: VideoFacts,
): string[] {
  const whole = `scale=iw*${stepX}:ih*${stepY}:flags=${exactFlags}:in_range=pc:out_range=pc,setsar=1,crop=${width}:${height}:0:0`
  const [planes, labels, map] = hasAlpha
    ? ['y+u+v+a', '[a]', '0x00102030:yuva']
    : ['y+u+v', '', '0x001020:yuv']
  const format = hasAlpha ? colors.format.replace(/^yuva?/, 'yuva') : colors.format
  const bits = colors.bits === 8 ? '' : `${colors.bits}le`
  return [
    `format=${format},setsar=1`,
    [
      `extractplanes=${planes}[y][u][v]${labels}`,
      `[u]${whole}[wide_u]`,
      `[v]${whole}[wide_v]`,
      `[y][wide_u][wide_v]${labels}mergeplanes=${map}444p${bits}`,
    ].join(';'),
  ]
}
