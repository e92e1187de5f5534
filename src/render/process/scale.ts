import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isHdr } from '../probe/clip-plan.ts'
import type { VideoFacts } from '../probe/probe-video.ts'
import type { FilterStep } from './step.ts'

/** From this height on, pictures that do not name their colour matrix use that of HD. */
const hdHeight = 720

const run = promisify(execFile)

type Size = { width: number; height: number }

/** Frames in the size of the GIF; high dynamic range is tone mapped on the way. */
export const scaleToSize: FilterStep = ({ facts, size, canToneMap }) => {
  if (isHdr(facts) && canToneMap && !facts.hasAlpha) return toneMap(size, facts)
  const matrix = facts.colorMatrix === null && facts.height >= hdHeight ? ':in_color_matrix=bt709' : ''
  return [scaleFilters(size, facts.hasAlpha, matrix)]
}

/** The filters that scale frames. `matrix` is added to the arguments of the filter that reads the source's colours. */
export function scaleFilters({ width, height }: Size, hasAlpha: boolean, matrix = ''): string {
  const scale = `scale=${width}:${height}:flags=bicubic${matrix}`
  return hasAlpha ? scaleWithAlpha(scale) : scale
}

/**
 * Weights colours by alpha while they are scaled, so that pixels that cannot be seen do not bleed into the edges.
 * Y'CbCr is weighted as that: converting it to RGB before it is small is expensive.
 */
function scaleWithAlpha(scale: string): string {
  return [
    'scale=flags=bicubic',
    'format=gbrap|yuva444p',
    'premultiply=inplace=1',
    scale,
    'format=gbrap',
    'unpremultiply=inplace=1',
  ].join(',')
}

function toneMap({ width, height }: Size, { transfer, colorMatrix }: VideoFacts): string[] {
  const matrix = colorMatrix === 'bt709' ? '709' : '2020_ncl'
  return [
    `scale=${width}:${height}:flags=bicubic`,
    'format=yuv444p10le',
    `zscale=tin=${transfer}:pin=2020:min=${matrix}:rin=limited:t=linear:npl=100`,
    'format=gbrpf32le',
    'zscale=p=709',
    'tonemap=hable:desat=0',
    'zscale=t=709:m=709:r=limited',
    'format=yuv444p',
    'scale=in_color_matrix=bt709',
  ]
}

let toneMapping: Promise<boolean> | undefined

/** Whether this machine's ffmpeg has the filters that bring high dynamic range down; asked of it once. */
export function canToneMap(): Promise<boolean> {
  toneMapping ??= run('ffmpeg', ['-nostdin', '-hide_banner', '-filters']).then(
    ({ stdout }) => [' zscale ', ' tonemap '].every((filter) => stdout.includes(filter)),
    () => false,
  )
  return toneMapping
}
