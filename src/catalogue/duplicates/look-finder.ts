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

/** A look as it is stored; null where what the GIF shows is not known. */
export type StoredLook = { id: number; look: Uint8Array | null }

/** The looks of all GIFs as they are stored. */
export interface LookSource {
  /** How many GIFs there are. */
  gifCount(): Promise<number>
  /** Those of GIFs with larger ids, ascending, `limit` at most. */
  looksAfter(id: number, limit: number): Promise<StoredLook[]>
  /** How many GIFs have a look that is not known, or of another version. */
  unknownCount(): Promise<number>
  /** Such GIFs with larger ids, ascending, `limit` at most. */
  unknownAfter(id: number, limit: number): Promise<number[]>
  /** Sets the look of GIFs that have these files. */
  setLook(mediaId: string, look: Uint8Array): Promise<void>
  /** Those that are there, in any order. */
  looksOf(ids: readonly number[]): Promise<StoredLook[]>
}
