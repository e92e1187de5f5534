/** A GIF that looks the same as another, and in how many of 256 bits their looks differ. */
export type NearGif = { id: number; distance: number }

/** Finds GIFs that look the same. */
export interface LookFinder {
  /**
   * GIFs of any visibility that look as the GIF does, the nearest first, without itself; `limit` at most. None where
   * it is gone, or what it shows is not known.
   */
  near(gifId: number, limit: number): Promise<NearGif[]>
  /** The largest ids below this one of GIFs whose look is known, descending; `limit` at most. */
  idsBelow(id: number, limit: number): Promise<number[]>
}
