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
 * Returns the part of the clip that the video has: up to the end in the header or the end of later packets, and up to
 * the packets alone if the header has no end or the file is cut off. Throws AppError clip_outside_video, and
 * media_broken if there is no picture.
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

/** Returns the end of the pictures, if packets show it, of a video whose header has the duration including sound. */
function picturesEnd(
  clip: Clip,
  { durationSeconds }: PictureFacts,
  { endSeconds, isPartial = false }: ClipPackets,
): number | null {
  const isRead = durationSeconds !== null && clip.endSeconds >= durationSeconds && !isPartial
  return isRead && endSeconds !== null ? Math.min(durationSeconds, endSeconds) : durationSeconds
}

/** Returns the AppError clip_outside_video for a video of this duration; the field at fault is `start`. */
export function clipOutside(durationSeconds: number): AppError {
  const length = Number(durationSeconds.toFixed(2))
  return new AppError('clip_outside_video', { detail: 'startAfterEnd', seconds: length }, { field: 'start' })
}

/**
 * Returns the size of the frames: that of the crop or the displayed picture, scaled down to the requested width, or
 * 480, and to at most 1920 in height. Never larger than the original, nor wider than `maxWidth`.
 */
export function outputSize(
  facts: PictureFacts,
  { crop, width }: Pick<ClipOptions, 'crop' | 'width'>,
  maxWidth: number,
): Size {
  return gifSize(crop ?? exactShownSize(facts), width, maxWidth)
}

/** Plans the frames of a clip that was cut to the length of the video; `shown` counts in the stamps. */
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
  // If the times of frames are unknown or incomplete, the GIF uses the highest allowed rate.
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

/** Returns true if the video has high dynamic range (PQ or HLG) and must be tone mapped to look right. */
export function isHdr(facts: VideoFacts): boolean {
  return ['smpte2084', 'arib-std-b67'].includes(facts.transfer ?? '') && facts.colorMatrix !== 'gbr'
}
