import type { Gif, GifChange } from '../gif.ts'

/** Two GIFs, the lower id first. */
export type GifPair = readonly [id: number, otherId: number]

/** `reported` contains the ids of those with open notices. */
export type ChangeOfKept = (kept: Gif, merged: Gif, reported: ReadonlySet<number>) => GifChange | null

/** The stored look of a GIF; null if it is not known yet. */
export type StoredLook = { id: number; look: Uint8Array | null }

/** Merges duplicates, remembers GIFs that are not duplicates, and holds the looks by which duplicates are found. */
export type DuplicateStore = {
  /**
   * ONE transaction: `changeOf` receives the current state of both GIFs and returns the change of the kept GIF, or null
   * to leave both unchanged. The kept GIF gets the uses of both and the reports of the other one, and the other one is
   * removed. Its code, ids and file addresses lead to the kept GIF from then on, as does everything that led to it.
   * Returns both, the kept one after the change; undefined if one of them is gone or `changeOf` returned null.
   */
  merge(
    keptId: number,
    mergedId: number,
    changeOf: ChangeOfKept,
  ): Promise<{ kept: Gif; merged: Gif } | undefined>
  /** Records that these GIFs are not duplicates of each other. Missing ids are left out. */
  dismiss(gifIds: readonly number[]): Promise<void>
  /** Returns the number of uses of these GIFs, by id. */
  usesOf(gifIds: readonly number[]): Promise<Map<number, number>>
  /** Returns the dismissed pairs among these GIFs. */
  dismissedPairs(gifIds: readonly number[]): Promise<GifPair[]>
  gifCount(): Promise<number>
  /** Returns the stored looks of GIFs with larger ids, ascending, at most `limit`. */
  looksAfter(id: number, limit: number): Promise<StoredLook[]>
  /** Counts the GIFs that have no look, or one of another version. */
  unknownCount(): Promise<number>
  /** Returns the ids of such GIFs that are larger than `id`, ascending, at most `limit`. */
  unknownAfter(id: number, limit: number): Promise<number[]>
  /** Sets the look of the GIFs that have these files. */
  setLook(mediaId: string, look: Uint8Array): Promise<void>
  /** Returns the looks of the GIFs that exist, in any order. */
  looksOf(ids: readonly number[]): Promise<StoredLook[]>
}
