/** A GIF that looks the same as another, and the number of bits, of 256, in which their looks differ. */
export type NearGif = { id: number; distance: number }

/** Finds GIFs that look the same. */
export interface LookFinder {
  /**
   * Returns GIFs of any visibility that look the same, nearest first, without the GIF itself; at most `limit`. Empty if
   * the GIF is gone or its look is unknown.
   */
  near(gifId: number, limit: number): Promise<NearGif[]>
  /** Returns the largest ids below this one of GIFs whose look is known, descending; at most `limit`. */
  idsBelow(id: number, limit: number): Promise<number[]>
}
