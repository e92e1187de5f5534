import type { GifPreset } from '../gif-options.ts'

/** A note on a GIF that was made with a size limit, unless it uses the limit and looks good. */
export type SizeNote =
  /** It stays well below the limit: more bytes would not look better. */
  | { outcome: 'enough' }
  /** It fits, but looks rough; the same bytes look better at this width, in pixels. */
  | { outcome: 'rough'; width: number }
  /**
   * It was made smaller, since not even the lowest quality fits: its width, and its frame rate if some were dropped.
   */
  | { outcome: 'smaller'; width: number; fps?: number }

/** A GIF within a limit. */
export type LimitedGif = {
  preset: GifPreset
  maxBytes: number
  bytes: number
  /** From 0, the best of the preset, to 1, the lowest quality before frames are made smaller. */
  level: number
  /** The given frames, and those that the GIF shows. */
  given: FrameShape
  made: FrameShape
}

export type FrameShape = { width: number; height: number; fps: number }

/** A GIF with less than this share of the limit is far below it. */
const enoughShare = 0.95
/**
 * For each preset: the level above which a GIF looks rough; the level for which a narrower GIF is offered; and the
 * approximate share of the bytes of level 0 that level 1 takes, between which they fall exponentially.
 */
const scales: Record<GifPreset, { rough: number; offered: number; roughestShare: number }> = {
  best: { rough: 0.7, offered: 0.3, roughestShare: 0.12 },
  balanced: { rough: 0.6, offered: 0.05, roughestShare: 0.2 },
  small: { rough: 0.5, offered: 0, roughestShare: 0.4 },
  tiny: { rough: 0.5, offered: 0, roughestShare: 0.65 },
}
/** The bytes grow with this power of the pixel count. */
const pixelPower = 0.85
/** Offered widths are multiples of this, and at least `leastWidth`, in pixels. */
const widthStep = 20
const leastWidth = 120
/** The widest offer, as a share of the GIF's width. */
const mostShare = 0.9

/** Returns the note on a GIF within a limit, if any. */
export function sizeNote({ preset, maxBytes, bytes, level, given, made }: LimitedGif): SizeNote | null {
  const hasAllFrames = made.fps > given.fps * 0.99
  if (made.width < given.width || made.height < given.height || !hasAllFrames) {
    const fps = Math.round(made.fps * 10) / 10
    return { outcome: 'smaller', width: made.width, ...(!hasAllFrames && { fps }) }
  }
  if (level > scales[preset].rough) {
    const width = betterWidth(made.width, level, scales[preset])
    return width === null ? null : { outcome: 'rough', width }
  }
  // A lower preset was chosen: more bytes would then look better.
  return preset === 'best' && level === 0 ? noteOfOriginal(bytes, maxBytes) : null
}

/** Returns the note on a GIF within its limit before it was encoded again, so that its frames are the originals. */
export function noteOfOriginal(bytes: number, maxBytes: number | null): SizeNote | null {
  return maxBytes !== null && bytes < maxBytes * enoughShare ? { outcome: 'enough' } : null
}

/** Returns the width at which the same bytes should look much better; null if it is hardly narrower, or tiny. */
function betterWidth(
  width: number,
  level: number,
  { offered: from, roughestShare }: (typeof scales)[GifPreset],
): number | null {
  const scale = roughestShare ** ((level - from) / pixelPower / 2)
  const offered = Math.round((width * scale) / widthStep) * widthStep
  return offered < leastWidth || offered > width * mostShare ? null : offered
}
