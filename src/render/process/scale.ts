import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isHdr } from '../probe/clip-plan.ts'
import type { VideoFacts } from '../probe/probe-video.ts'
import { chromaArgs, uprightSampling } from './chroma.ts'
import { keepsSampling } from './crop.ts'
import { exactFlags } from '../tools/ffmpeg-args.ts'
import type { DecodedClip, FilterStep } from './step.ts'

/** From this height on, pictures that do not name their color matrix use that of HD. */
const hdHeight = 720

const run = promisify(execFile)

type Size = { width: number; height: number }

/** Scales frames to the size of the GIF, as RGBA; high dynamic range is tone mapped. */
export const scaleToSize: FilterStep = (clip) => {
  const { facts, size } = clip
  const chroma = keepsSampling(clip) ? chromaArgs(uprightSampling(facts)) : ''
  if (isHdr(facts) && clip.canToneMap && !facts.hasAlpha) return toneMap(size, facts, chroma)
  const assumed = facts.colorMatrix === null ? assumedMatrix(facts) : null
  const matrix = assumed === null ? '' : `:in_color_matrix=${assumed}`
  const widened = isCopied(clip) ? narrowing(facts) : ''
  return [...toWholeLevels(facts), scaleFilters(size, facts.hasAlpha, { matrix, chroma, widened })]
}

/** Returns the matrix of a video that does not name one; null: BT.601, which ffmpeg assumes. */
function assumedMatrix(facts: VideoFacts): string | null {
  if (isHdr(facts)) return 'bt2020'
  return facts.height >= hdHeight ? 'bt709' : null
}

/** Returns the filters that scale frames to RGBA. The arguments describe the colors of the source. */
export function scaleFilters(
  { width, height }: Size,
  hasAlpha: boolean,
  { matrix, chroma, widened } = { matrix: '', chroma: '', widened: '' },
): string {
  const scale = `scale=${width}:${height}:flags=${exactFlags}${matrix}`
  // Via planes, for which ffmpeg has faster code.
  return hasAlpha ? scaleWithAlpha(scale, chroma, widened) : `${scale}${chroma},format=gbrp,format=rgba`
}

/** Returns true if ffmpeg converts 8 bits to 16 by copying: it does if chroma planes already have their size. */
function isCopied({ crop, facts }: Pick<DecodedClip, 'crop' | 'facts'>): boolean {
  const { bits, isYuv, shiftX, shiftY } = facts.colors
  return bits === 8 && isYuv && (shiftX + shiftY === 0 || !keepsSampling({ crop, facts }))
}

/** Returns the filter that makes copied levels 256 times those of 8 bits, like all others, instead of 257 times. */
function narrowing({ colors: { isFullRange } }: VideoFacts): string {
  const factor = 'round(val*256/257)'
  return `,lutyuv=a=${factor}${isFullRange ? `:y=${factor}` : ''}`
}

/**
 * Weights colors by alpha while they are scaled, so that invisible pixels do not bleed into the edges. Y'CbCr is
 * weighted directly: converting it to RGB before it is small is expensive. Uses 16 bits, because nearly transparent
 * pixels have few levels left.
 */
function scaleWithAlpha(scale: string, chroma: string, widened: string): string {
  return [
    `scale=flags=${exactFlags}${chroma}`,
    `format=gbrap16le|yuva444p16le${widened}`,
    'premultiply=inplace=1',
    scale,
    'format=gbrap16le',
    'unpremultiply=inplace=1',
    `scale=flags=${exactFlags}`,
    'format=rgba',
  ].join(',')
}

/**
 * Returns the filters that map the highest level of more than 8 bits to that of 8 bits: ffmpeg's scaler drops bits, so
 * that it takes 1023 of 10 bits for 255.75. Uses 16 bits, where little is rounded; ffmpeg copies the upper bits of luma
 * and alpha into the lower ones. In limited range every level is scaled by the same factor, and there is nothing to do.
 */
function toWholeLevels({ colors: { bits, isYuv, isFullRange }, hasAlpha }: VideoFacts): string[] {
  if (bits === 8 || (isYuv && !isFullRange && !hasAlpha)) return []
  const most = 2 ** bits - 1
  if (!isYuv) {
    const whole = `round(val*${255 * 2 ** (bits - 8)}/${most})`
    return [`lutrgb=r=${whole}:g=${whole}:b=${whole}${hasAlpha ? `:a=${whole}` : ''}`]
  }
  const whole = 'round(val*65280/65535)'
  const color = `round((val-32768)*65280/${most * 2 ** (16 - bits)}+32768)`
  const range = isFullRange ? 'pc' : 'tv'
  const formats = ['420', '422', '444'].map((sampling) => `yuv${hasAlpha ? 'a' : ''}${sampling}p16le`)
  return [
    `scale=flags=${exactFlags}:in_range=${range}:out_range=${range}`,
    `format=${formats.join('|')}`,
    [
      'lutyuv=',
      [
        ...(isFullRange ? [`y=${whole}`, `u=${color}`, `v=${color}`] : []),
        ...(hasAlpha ? [`a=${whole}`] : []),
      ].join(':'),
    ].join(''),
  ]
}

/**
 * Returns the filters that show high dynamic range as on BT.1886 displays: linear light, where 1 is 100 cd/m², with the
 * primaries of BT.709 through Hable's curve. The peak is MaxCLL, otherwise that of the mastering display, or 1000
 * cd/m².
 */
function toneMap(
  { width, height }: Size,
  { transfer, colorMatrix, colors }: VideoFacts,
  chroma: string,
): string[] {
  const matrix = colorMatrix === 'bt709' ? '709' : '2020_ncl'
  const [range, scalerRange] = colors.isFullRange ? ['full', 'pc'] : ['limited', 'tv']
  return [
    `scale=${width}:${height}:flags=${exactFlags}:in_range=${scalerRange}:out_range=${scalerRange}${chroma}`,
    'format=yuv444p10le',
    `zscale=tin=${transfer}:pin=2020:min=${matrix}:rin=${range}:t=linear:p=709:m=gbr:npl=100:agamma=false`,
    'format=gbrpf32le',
    'tonemap=hable:desat=0',
    'zscale=t=709:m=gbr:r=full',
    'format=gbrp',
    'format=rgba',
  ]
}

let toneMapping: Promise<boolean> | undefined

/** Resolves to true if this machine's ffmpeg has the filters for tone mapping; asked once. */
export function canToneMap(): Promise<boolean> {
  toneMapping ??= run('ffmpeg', ['-nostdin', '-hide_banner', '-filters']).then(
    ({ stdout }) => [' zscale ', ' tonemap '].every((filter) => stdout.includes(filter)),
    () => false,
  )
  return toneMapping
}
