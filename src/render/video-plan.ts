import { AppError } from '../lib/app-error.ts'
import type { ClipPackets } from './packets.ts'
import type { VideoFacts } from './probe.ts'
import { type Ratio, valueOf, writeRatio } from './ratio.ts'

export const maxWidth = 480
export const maxHeight = 1920
export const maxRate: Ratio = { over: 15, under: 1 }

/** Rates above this are the ticks of a clock, not frames. */
const maxSaneRate = 240

/** A start this little before a frame means that frame: people round. */
const startToleranceSeconds = 0.001

/**
 * Every frame counts as this much later: half of Matroska's tick and more. So a frame right in the middle between
 * two of ours falls on the later one whatever its container rounds, and an even source is sampled evenly.
 */
const biasSeconds = 0.0006

/** From this height on, pictures that do not name their colour matrix use that of HD. */
const hdHeight = 720

export type Clip = { startSeconds: number; endSeconds: number }

/**
 * The part of the clip that the video has: cut to the header's word or to where packets go on past it, and to
 * the packets alone where the header says nothing or the file is cut off. Throws AppError clip_outside_video.
 */
export function cutClip(clip: Clip, facts: VideoFacts, packets: ClipPackets): Clip {
  const said = facts.durationSeconds
  const isHeaderTrue = said !== null && !packets.isTruncated
  const end = isHeaderTrue ? Math.max(said, packets.endSeconds ?? 0) : (packets.endSeconds ?? said ?? 0)
  if (clip.startSeconds >= end) throw clipOutside(end)
  return { ...clip, endSeconds: Math.min(clip.endSeconds, end) }
}

/** The AppError clip_outside_video for a video of so many seconds; the field at fault is `start`. */
export function clipOutside(durationSeconds: number): AppError {
  const length = Number(durationSeconds.toFixed(2))
  return new AppError(
    'clip_outside_video',
    `The video is ${length} seconds long; the start must be before that.`,
    {
      field: 'start',
    },
  )
}

/** The size on a screen: rotation and pixel aspect obeyed, at most 480 wide and 1920 high, never larger than it is. */
export function outputSize(facts: VideoFacts): { width: number; height: number } {
  const shown = {
    width: facts.width * (facts.pixelAspect ? valueOf(facts.pixelAspect) : 1),
    height: facts.height,
  }
  const isTurned = Math.abs(Math.round(facts.rotationDegrees)) % 180 === 90
  const { width, height } = isTurned ? { width: shown.height, height: shown.width } : shown
  const scale = Math.min(1, maxWidth / width, maxHeight / height)
  if (scale === 1) return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  const isTall = maxHeight / height < maxWidth / width
  return isTall
    ? { width: Math.max(1, Math.round(width * scale)), height: maxHeight }
    : { width: maxWidth, height: Math.max(1, Math.round((height * scale) / 2) * 2) }
}

/** 15 frames a second, or the source's own rate where that is lower. */
export function outputRate(facts: VideoFacts, packets: ClipPackets): Ratio {
  const { nominalRate, averageRate } = facts
  const isSane = nominalRate !== null && valueOf(nominalRate) <= maxSaneRate
  const burst =
    packets.burstRate === null ? null : { over: Math.round(packets.burstRate * 1000), under: 1000 }
  const own = [isSane ? nominalRate : burst, averageRate].filter((rate) => rate !== null)
  const fastest = own.toSorted((one, other) => valueOf(other) - valueOf(one))[0]
  return fastest === undefined || valueOf(fastest) > valueOf(maxRate) ? maxRate : fastest
}

/** The rate, or where a frame of it would last longer than the clip and than a second, the one of a single frame. */
export function atLeastOneFrame(rate: Ratio, { startSeconds, endSeconds }: Clip): Ratio {
  const clipMs = Math.max(1, Math.round((endSeconds - startSeconds) * 1000))
  return valueOf(rate) * Math.max(clipMs, 1000) < 500 ? { over: 1000, under: clipMs } : rate
}

/** How many frames a clip has at a rate of frames a second: at least one. */
export function frameCount({ startSeconds, endSeconds }: Clip, rate: Ratio): number {
  return Math.max(1, Math.round((endSeconds - startSeconds) * valueOf(rate)))
}

/** Whether the video is in high dynamic range (PQ or HLG) and must be brought down to be seen right. */
export function isHdr(facts: VideoFacts): boolean {
  return ['smpte2084', 'arib-std-b67'].includes(facts.transfer ?? '') && facts.colorMatrix !== 'gbr'
}

export type VideoChain = {
  startSeconds: number
  facts: VideoFacts
  size: { width: number; height: number }
  rate: Ratio
  frames: number
  /** Whether this ffmpeg can bring high dynamic range down to what a GIF shows. */
  canToneMap: boolean
}

/**
 * The filters that turn the decoded video, with the time stamps of its file, into exactly `frames` frames of
 * BGRA. Frames before the start get times below 0: they cost no more than their decoding.
 */
export function videoFilters({ startSeconds, facts, size, rate, frames, canToneMap }: VideoChain): string {
  const matrix = facts.colorMatrix === null && facts.height >= hdHeight ? ':in_color_matrix=bt709' : ''
  const scale = `scale=${size.width}:${size.height}:flags=bicubic`
  return [
    'settb=1/1000000',
    `setpts=PTS-${Math.round((startSeconds + facts.startStamp - biasSeconds) * 1e6)}`,
    // Frame 0 is the one on screen at the start: what follows within half a tick would be rounded down onto it.
    `select='lte(t,${startToleranceSeconds + biasSeconds})+gte(t,${0.5 / valueOf(rate)})'`,
    // Passed at the end: a clip that starts within the last frame still has that frame.
    `fps=${writeRatio(rate)}:start_time=0:eof_action=pass`,
    'tpad=stop_mode=clone:stop=-1',
    // Right here: a hole of hours in the time stamps is filled with frames that nothing after this may see.
    `trim=end_frame=${frames}`,
    ...(facts.hasAlpha
      ? alphaScale(scale, matrix)
      : isHdr(facts) && canToneMap
        ? toneMap(scale, facts)
        : [scale + matrix]),
    'setsar=1',
    'format=bgra',
  ].join(',')
}

/** Scaled with the colours weighted by their alpha, so that what cannot be seen does not bleed into the edges. */
function alphaScale(scale: string, matrix: string): string[] {
  return [
    `scale=flags=bicubic${matrix}`,
    'format=gbrap',
    'premultiply=inplace=1',
    scale,
    'format=gbrap',
    'unpremultiply=inplace=1',
  ]
}

function toneMap(scale: string, { transfer, colorMatrix }: VideoFacts): string[] {
  const matrix = colorMatrix === 'bt709' ? '709' : '2020_ncl'
  return [
    scale,
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
