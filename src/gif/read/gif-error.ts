/** The reason a GIF is not read: `damaged` if no decoder shows anything of it; the others if it exceeds a limit. */
export type GifErrorReason = 'damaged' | 'too_many_frames' | 'too_many_pixels' | 'screen_too_large'

/** The damage of a GIF of which no decoder shows anything. */
export type GifDamage = 'not_gif' | 'no_header' | 'no_screen' | 'no_frame' | 'ends_early' | 'no_pixel'

/** A GIF that cannot be read, or may not be. `message` is for developers. */
export class GifError extends Error {
  readonly reason: GifErrorReason
  readonly damage: GifDamage | undefined
  /** The size of its screen, where that is too large. */
  readonly screen: { width: number; height: number }

  /** Makes the error. */
  constructor(
    reason: GifErrorReason,
    message: string,
    { damage, screen = { width: 0, height: 0 } }: Partial<Pick<GifError, 'damage' | 'screen'>> = {},
  ) {
    super(message)
    this.name = 'GifError'
    this.reason = reason
    this.damage = damage
    this.screen = screen
  }
}
