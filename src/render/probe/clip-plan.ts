import { AppError } from '../../lib/app-error.ts'
import type { ClipOptions } from '../../options/clip-options.ts'
import { gifRate, gifSize } from '../../options/rules/gif-frames.ts'
import { exactShownSize } from '../../options/rules/shown-size.ts'
import { unfinishedFile } from '../tools/ffmpeg.ts'
import type { ClipPackets } from './clip-packets.ts'
import type { PictureFacts, VideoFacts } from './probe-video.ts'
import { type Ratio, valueOf } from './ratio.ts'

/** Rates above this are the ticks of a clock, not frames. */
const maxSaneRate = 240

type Size = { width: number; height: number }

export type Clip = { startSeconds: number; endSeconds: number }

/**
 * The part of the clip that the video has: cut to the header's word or to where packets go on past it, and to
 * the packets alone where the header says nothing or the file is cut off. Throws AppError clip_outside_video, and media_broken
 * where there is no picture.
 */
export function cutClip(clip: Clip, facts: PictureFacts, packets: ClipPackets): Clip {
  const said = facts.durationSeconds
  const isHeaderTrue = said !== null && !packets.isTruncated
  const seenEnd = packets.isPartial === true ? (said ?? Infinity) : packets.endSeconds
  const end = isHeaderTrue ? Math.max(said, seenEnd ?? 0) : (seenEnd ?? said ?? 0)
  if (end <= 0 && packets.endSeconds === null) throw unfinishedFile('no packets, and no duration')
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
  { crop, width }: Pick<ClipOptions, 'crop' | 'width'>,
  maxWidth: number,
): Size {
  return gifSize(crop ?? exactShownSize(facts), width, maxWidth)
}

/**
 * How many frames a second: what is asked for, up to `maxFps`; or else 15, or the source's own rate at the speed that
 * it is played at where that is lower.
 */
export function outputRate(
  facts: PictureFacts,
  packets: ClipPackets,
  options: Pick<ClipOptions, 'fps' | 'speed'>,
  maxFps: number,
): Ratio {
  const { nominalRate, averageRate } = facts
  const isSane = nominalRate !== null && valueOf(nominalRate) <= maxSaneRate
  const burst =
    packets.burstRate === null ? null : { over: Math.round(packets.burstRate * 1000), under: 1000 }
  const own = [isSane ? nominalRate : burst, averageRate].filter((rate) => rate !== null)
  return gifRate(own, options, maxFps)
}

/** Whether the video is in high dynamic range (PQ or HLG) and must be brought down to be seen right. */
export function isHdr(facts: VideoFacts): boolean {
  return ['smpte2084', 'arib-std-b67'].includes(facts.transfer ?? '') && facts.colorMatrix !== 'gbr'
}
