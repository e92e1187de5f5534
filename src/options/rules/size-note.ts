import type { GifPreset } from '../gif-options.ts'

/** A note on a GIF made with a byte limit; none for one that uses the limit and looks good. */
export type SizeNote =
  /** It stays well below the limit: more bytes would not look better. */
  | { outcome: 'enough' }
  /** It fits but looks rough; at this width in pixels, the same bytes look better. */
  | { outcome: 'rough'; width: number }
  /**
   * It was made smaller, because even the roughest quality does not fit: its width, and its frames per second if some
   * were dropped.
   */
  | { outcome: 'smaller'; width: number; fps?: number }

/** A GIF within a limit. */
export type LimitedGif = {
  preset: GifPreset
  maxBytes: number
  bytes: number
  /** From 0, the best quality of the preset, to 1, the roughest quality before frames are scaled down. */
  level: number
  /** The given frames, and the frames of the GIF. */
  given: FrameShape
  made: FrameShape
}

export type FrameShape = { width: number; height: number; fps: number }

/** A GIF with less than this share of the limit is far below it. */
const enoughShare = 0.95
/**
 * For each preset: the level above which a GIF looks rough; the level offered for a narrower GIF; and the approximate
 * share of bytes at level 1 relative to level 0, with exponential decay in between.
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
/** The maximum offered width, as a share of the GIF's width. */
const mostShare = 0.9

/** The note on a GIF within a limit; null: none. */
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
  // If a worse preset was chosen, more bytes would look better.
  return preset === 'best' && level === 0 ? noteOfOriginal(bytes, maxBytes) : null
}

/** The note on a GIF that was within its limit before encoding, so that its frames were kept. */
export function noteOfOriginal(bytes: number, maxBytes: number | null): SizeNote | null {
  return maxBytes !== null && bytes < maxBytes * enoughShare ? { outcome: 'enough' } : null
}

/** The width at which the same bytes should look much better; null if it is hardly narrower, or tiny. */
function betterWidth(
  width: number,
  level: number,
  { offered: from, roughestShare }: (typeof scales)[GifPreset],
): number | null {
  const scale = roughestShare ** ((level - from) / pixelPower / 2)
  const offered = Math.round((width * scale) / widthStep) * widthStep
  return offered < leastWidth || offered > width * mostShare ? null : offered
}
