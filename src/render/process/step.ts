import type { ShownFrame } from '../../options/rules/cross-fade.ts'
import type { Crop } from '../../options/rules/crop.ts'
import type { RenderPlan } from '../../media/media-engine.ts'
import type { VideoFacts } from '../probe/probe-video.ts'
import type { Ratio } from '../probe/ratio.ts'

/** A clip of a video, in the form that the filter steps use. */
export type DecodedClip = {
  startSeconds: number
  /** 2 is twice as fast. */
  speed: number
  crop: Crop | null
  facts: VideoFacts
  size: { width: number; height: number }
  rate: Ratio
  /** The number of frames; Infinity if unknown. */
  frames: number
  /**
   * True if the clip may be shorter than its header says: it then has fewer frames, and the last one is not repeated.
   */
  mayEndEarly?: boolean
  /**
   * The time stamps of the displayed frames, in seconds from the beginning of the video, if frames keep their own
   * times: then all frames are decoded with their stamps.
   */
  stamps?: readonly number[]
  /** True if this ffmpeg can tone map high dynamic range. */
  canToneMap: boolean
}

/** A step that ffmpeg does while it decodes: returns the filters for a clip, none if the step has nothing to do. */
export type FilterStep = (clip: DecodedClip) => string[]

export type { ShownFrame } from '../../options/rules/cross-fade.ts'

/**
 * A step that changes which frames are shown, and in which order. If one is needed, all frames are stored first.
 * `framesPerSecond` is the rate of the result.
 */
export type SequenceStep = {
  isNeeded: (plan: RenderPlan) => boolean
  apply: (frames: ShownFrame[], plan: RenderPlan, framesPerSecond: number) => ShownFrame[]
}
