import { AppError } from '../../lib/app-error.ts'
import { type ClipOptions, clipOptions } from '../../options/clip-options.ts'
import { defaultWidth, maxFormatSide } from '../../options/format-limits.ts'
import { exactShownSize } from './shown-size.ts'
import type { ClipPackets } from './clip-packets.ts'
import type { PictureFacts, VideoFacts } from './probe-video.ts'
import { type Ratio, valueOf } from './ratio.ts'

/** The most by default. */
export const defaultMaxRate: Ratio = { over: clipOptions.fps.typical, under: 1 }
export const maxHeight = 1920

/** Rates above this are the ticks of a clock, not frames. */
const maxSaneRate = 240

/**
 * Every frame counts as this much later: half of Matroska's tick and more. So a frame right in the middle between
 * two of ours falls on the later one whatever its container rounds, and an even source is sampled evenly.
 */
export const biasSeconds = 0.0006

type Size = { width: number; height: number }

export type Clip = { startSeconds: number; endSeconds: number }

/**
 * The part of the clip that the video has: cut to the header's word or to where packets go on past it, and to
 * the packets alone where the header says nothing or the file is cut off. Throws AppError clip_outside_video.
 */
export function cutClip(clip: Clip, facts: PictureFacts, packets: ClipPackets): Clip {
  const said = facts.durationSeconds
  const isHeaderTrue = said !== null && !packets.isTruncated
  const seenEnd = packets.isPartial === true ? (said ?? Infinity) : packets.endSeconds
  const end = isHeaderTrue ? Math.max(said, seenEnd ?? 0) : (seenEnd ?? said ?? 0)
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
  const most = Math.min(askedWidth ?? defaultWidth, maxWidth, maxFormatSide)
  const tallest = Number.isFinite(maxWidth) ? maxHeight : maxFormatSide
  const scale = Math.min(1, most / width, tallest / height)
  if (scale === 1) return { width: Math.max(1, Math.round(width)), height: Math.max(1, Math.round(height)) }
  const isTall = tallest / height < most / width
  return isTall
    ? { width: Math.max(1, Math.round(width * scale)), height: tallest }
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
  const played = fastest === undefined ? defaultMaxRate : scaled(fastest, speed)
  const most = maxFps < valueOf(defaultMaxRate) ? scaled({ over: 1, under: 1 }, maxFps) : defaultMaxRate
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
