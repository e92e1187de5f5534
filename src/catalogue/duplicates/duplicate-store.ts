import type { Gif, GifChange } from '../gif.ts'

/** Two GIFs, the lower id first. */
export type GifPair = readonly [id: number, otherId: number]

/** `reported` are the ids of those that have open notices. */
export type ChangeOfKept = (kept: Gif, merged: Gif, reported: ReadonlySet<number>) => GifChange | null

/** Merges duplicates, and remembers what is none. */
export interface DuplicateStore {
  /**
   * ONE transaction: `changeOf` says of both, as they are by then, what of the kept GIF changes, or null to leave them as
   * they are; its uses become those of both, reports of the other one become reports of it, and the other one is removed.
   * Its code, ids and files' addresses lead to the kept one from then on, with all that led to it. Gives both, the kept
   * one as it then is; undefined where one of them is gone, and for null.
   */
  merge(
    keptId: number,
    mergedId: number,
    changeOf: ChangeOfKept,
  ): Promise<{ kept: Gif; merged: Gif } | undefined>
  /** Remembers that these GIFs, each with each other, are no duplicates. Ids that are gone are left out. */
  dismiss(gifIds: readonly number[]): Promise<void>
  /** How often these GIFs were used, by id. */
  usesOf(gifIds: readonly number[]): Promise<Map<number, number>>
  /** The dismissed pairs among these GIFs. */
  dismissedPairs(gifIds: readonly number[]): Promise<GifPair[]>
}
