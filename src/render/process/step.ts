import type { ShownFrame } from '../../options/rules/cross-fade.ts'
import type { Crop } from '../../options/rules/crop.ts'
import type { RenderPlan } from '../../media/media-engine.ts'
import type { VideoFacts } from '../probe/probe-video.ts'
import type { Ratio } from '../probe/ratio.ts'

/** A clip of a video as the filter steps see it. */
export type DecodedClip = {
  startSeconds: number
  /** 2: twice as fast. */
  speed: number
  crop: Crop | null
  facts: VideoFacts
  size: { width: number; height: number }
  rate: Ratio
  /** How many frames it has; Infinity where that is not known. */
  frames: number
  /** The clip may be shorter than its header says: then it has fewer frames, and the last one is not repeated. */
  mayEndEarly?: boolean
  /**
   * The time stamps of the frames that are shown, in seconds from the beginning of the video, where frames keep their
   * own times: then all frames are decoded, and carry their stamps.
   */
  stamps?: readonly number[]
  /** Whether this ffmpeg can convert high dynamic range to what a GIF shows. */
  canToneMap: boolean
}

/** A step that ffmpeg does while it decodes: the filters for a clip, none where the step has nothing to do. */
export type FilterStep = (clip: DecodedClip) => string[]

export type { ShownFrame } from '../../options/rules/cross-fade.ts'

/**
 * A step that changes which frames are shown, and in which order. Where one is needed, all frames are stored first.
 * `framesPerSecond` is the rate of the result.
 */
export type SequenceStep = {
  isNeeded: (plan: RenderPlan) => boolean
  apply: (frames: ShownFrame[], plan: RenderPlan, framesPerSecond: number) => ShownFrame[]
}
