import { AppError } from '../../lib/app-error.ts'
import type { ClipOptions, Crop } from '../../media/gif-options.ts'
import { alphaScale } from './alpha-scale.ts'
import { cropFilters, exactShownSize } from './crop.ts'
import { deinterlace } from './deinterlace.ts'
import type { ClipPackets } from '../probe/clip-packets.ts'
import type { PictureFacts, VideoFacts } from '../probe/probe-video.ts'
import { type Ratio, valueOf, writeRatio } from '../probe/ratio.ts'

/** What holds where nothing else is asked for. */
export const usualMaxWidth = 480
export const usualMaxRate: Ratio = { over: 15, under: 1 }
export const maxHeight = 1920

/** Rates above this are the ticks of a clock, not frames. */
const maxSaneRate = 240

/** A start this little before a frame means that frame: people round. */
const startToleranceSeconds = 0.001

/**
 * Every frame counts as this much later: half of Matroska's tick and more. So a frame right in the middle between
 * two of ours falls on the later one whatever its container rounds, and an even source is sampled evenly.
 */
export const biasSeconds = 0.0006

/** From this height on, pictures that do not name their colour matrix use that of HD. */
const hdHeight = 720

type Size = { width: number; height: number }

export type Clip = { startSeconds: number; endSeconds: number }

/**
 * The part of the clip that the video has: cut to the header's word or to where packets go on past it, and to
 * the packets alone where the header says nothing or the file is cut off. Throws AppError clip_outside_video.
 */
export function cutClip(clip: Clip, facts: PictureFacts, packets: ClipPackets): Clip {
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

/**
 * The size of the frames: that of the crop, or of the picture as it is shown, scaled down to the width that is asked
 * for, or 480, and to at most 1920 in height. Never larger than it is, nor wider than `maxWidth`.
 */
export function outputSize(
  facts: PictureFacts,
  { crop, width: askedWidth }: Pick<ClipOptions, 'crop' | 'width'>,
  maxWidth: number,
): Size {
  const { width, height } = crop ?? exactShownSize(facts)
  const most = Math.min(askedWidth ?? usualMaxWidth, maxWidth)
  const scale = Math.min(1, most / width, maxHeight / height)
  if (scale === 1) return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  const isTall = maxHeight / height < most / width
  return isTall
    ? { width: Math.max(1, Math.round(width * scale)), height: maxHeight }
    : { width: most, height: Math.max(1, Math.round((height * scale) / 2) * 2) }
}

/**
 * How many frames a second: what is asked for, up to `maxFps`; or else 15, or the source's own rate at the speed that
 * it is played at where that is lower.
 */
export function outputRate(
  facts: PictureFacts,
  packets: ClipPackets,
  { fps, speed }: Pick<ClipOptions, 'fps' | 'speed'>,
  maxFps: number,
): Ratio {
  if (fps !== null) return scaled({ over: 1, under: 1 }, Math.min(fps, maxFps))
  const { nominalRate, averageRate } = facts
  const isSane = nominalRate !== null && valueOf(nominalRate) <= maxSaneRate
  const burst =
    packets.burstRate === null ? null : { over: Math.round(packets.burstRate * 1000), under: 1000 }
  const own = [isSane ? nominalRate : burst, averageRate].filter((rate) => rate !== null)
  const fastest = own.toSorted((one, other) => valueOf(other) - valueOf(one))[0]
  const played = fastest === undefined ? usualMaxRate : scaled(fastest, speed)
  const most = maxFps < valueOf(usualMaxRate) ? scaled({ over: 1, under: 1 }, maxFps) : usualMaxRate
  return valueOf(played) > valueOf(most) ? most : played
}

function scaled({ over, under }: Ratio, factor: number): Ratio {
  if (Number.isInteger(factor)) return { over: over * factor, under }
  return { over: Math.round(over * factor * 1000), under: under * 1000 }
}

/** The rate, or where a frame of it would last longer than the clip and than a second, the one of a single frame. */
export function atLeastOneFrame(rate: Ratio, clipSeconds: number): Ratio {
  const clipMs = Math.max(1, Math.round(clipSeconds * 1000))
  return valueOf(rate) * Math.max(clipMs, 1000) < 500 ? { over: 1000, under: clipMs } : rate
}

/** How many frames a clip has, by how long it plays: at least one. */
export function frameCount(clipSeconds: number, rate: Ratio): number {
  return Math.max(1, Math.round(clipSeconds * valueOf(rate)))
}

/** Whether the video is in high dynamic range (PQ or HLG) and must be brought down to be seen right. */
export function isHdr(facts: VideoFacts): boolean {
  return ['smpte2084', 'arib-std-b67'].includes(facts.transfer ?? '') && facts.colorMatrix !== 'gbr'
}

export type VideoChain = {
  startSeconds: number
  /** 2: twice as fast. */
  speed: number
  crop: Crop | null
  facts: VideoFacts
  size: Size
  rate: Ratio
  frames: number
  /** Whether this ffmpeg can bring high dynamic range down to what a GIF shows. */
  canToneMap: boolean
}

/**
 * The filters that turn the decoded video, with the time stamps of its file, into exactly `frames` frames. Frames
 * before the start get times below 0: they cost no more than their decoding.
 */
export function videoFilters(chain: VideoChain): string {
  const { startSeconds, speed, crop, facts, size, rate, frames, canToneMap } = chain
  const matrix = facts.colorMatrix === null && facts.height >= hdHeight ? ':in_color_matrix=bt709' : ''
  const begin = Math.round((startSeconds + facts.startStamp - biasSeconds) * 1e6)
  const isFirst = `lte(t,${(startToleranceSeconds + biasSeconds) / speed})`
  return [
    ...(facts.isInterlaced && facts.rotationDegrees === 0
      ? // A video may change its size on the way, which this filter is not made for.
        [`scale=${facts.width}:${facts.height}:flags=bicubic`, deinterlace]
      : []),
    'settb=1/1000000',
    speed === 1 ? `setpts=PTS-${begin}` : `setpts=(PTS-${begin})/${speed}`,
    // Frame 0 is the one on screen at the start: what follows within half a tick would be rounded down onto it.
    `select='${isFirst}+gte(t,${0.5 / valueOf(rate)})'`,
    // Passed at the end: a clip that starts within the last frame still has that frame.
    `fps=${writeRatio(rate)}:start_time=0:eof_action=pass`,
    'tpad=stop_mode=clone:stop=-1',
    // Right here: a hole of hours in the time stamps is filled with frames that nothing after this may see.
    `trim=end_frame=${frames}`,
    ...(crop === null ? [] : cropFilters(crop, facts)),
    isHdr(facts) && canToneMap && !facts.hasAlpha
      ? toneMap(size, facts)
      : scaleFilters(size, facts.hasAlpha, matrix),
    'setsar=1',
  ].join(',')
}

/** The filters that scale frames. `matrix` is added to the words of what reads the source's colours. */
export function scaleFilters({ width, height }: Size, hasAlpha: boolean, matrix = ''): string {
  const scale = `scale=${width}:${height}:flags=bicubic${matrix}`
  return hasAlpha ? alphaScale(scale) : scale
}

function toneMap({ width, height }: Size, { transfer, colorMatrix }: VideoFacts): string {
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
  ].join(',')
}
