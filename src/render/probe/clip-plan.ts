import { AppError } from '../../lib/app-error.ts'
import type { ClipOptions } from '../../options/clip-options.ts'
import { type FrameTimes, planFrames, type TimeOptions } from '../../options/rules/frame-times.ts'
import { gifSize, startToleranceSeconds } from '../../options/rules/gif-frames.ts'
import { exactShownSize } from '../../options/rules/shown-size.ts'
import { unfinishedFile } from '../tools/ffmpeg.ts'
import type { ClipPackets } from './clip-packets.ts'
import type { PictureFacts, VideoFacts } from './probe-video.ts'

type Size = { width: number; height: number }

export type Clip = { startSeconds: number; endSeconds: number }

/**
 * The part of the clip that the video has: cut to the header's word or to where packets go on past it, and to
 * the packets alone where the header says nothing or the file is cut off. Throws AppError clip_outside_video, and media_broken
 * where there is no picture.
 */
export function cutClip(clip: Clip, facts: PictureFacts, packets: ClipPackets): Clip {
  const said = facts.isDurationOfFile ? picturesEnd(clip, facts, packets) : facts.durationSeconds
  const isHeaderTrue = said !== null && !packets.isTruncated
  const seenEnd = packets.isPartial === true ? (said ?? Infinity) : packets.endSeconds
  const end = isHeaderTrue ? Math.max(said, seenEnd ?? 0) : (seenEnd ?? said ?? 0)
  if (end <= 0 && packets.endSeconds === null) throw unfinishedFile('no packets, and no duration')
  if (clip.startSeconds >= end) throw clipOutside(end)
  return { ...clip, endSeconds: Math.min(clip.endSeconds, end) }
}

/** The end of the pictures of a video whose header notes how long its sound is, too, where its packets show it. */
function picturesEnd(
  clip: Clip,
  { durationSeconds }: PictureFacts,
  { endSeconds, isPartial = false }: ClipPackets,
): number | null {
  const isRead = durationSeconds !== null && clip.endSeconds >= durationSeconds && !isPartial
  return isRead && endSeconds !== null ? Math.min(durationSeconds, endSeconds) : durationSeconds
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

/** Plans the frames of a clip that was cut to what the video has; `shown` counts in the stamps. */
export function clipTimes(
  { startSeconds, endSeconds }: Clip,
  facts: PictureFacts,
  packets: ClipPackets,
  options: TimeOptions,
): { stamps: readonly number[]; times: FrameTimes } {
  const { stamps: read, isPartial = false } = packets
  const onScreen = Math.max(
    0,
    read.findLastIndex((stamp) => stamp <= startSeconds + startToleranceSeconds),
  )
  const inClip = read.slice(onScreen).filter((stamp) => stamp < endSeconds)
  // Of frames whose times are not known, or not all, the GIF shows as many a second as it may.
  const isKnown = inClip.length > 0 && !isPartial
  const stamps = inClip.length > 0 ? inClip : [startSeconds]
  const times = planFrames(
    {
      stamps,
      durationSeconds: cutClip({ startSeconds, endSeconds: Infinity }, facts, packets).endSeconds,
      startSeconds,
      endSeconds,
    },
    { ...options, mustBeEven: options.mustBeEven || !isKnown },
  )
  return { stamps, times }
}

/** Whether the video is in high dynamic range (PQ or HLG) and must be brought down to be seen right. */
export function isHdr(facts: VideoFacts): boolean {
  return ['smpte2084', 'arib-std-b67'].includes(facts.transfer ?? '') && facts.colorMatrix !== 'gbr'
}
