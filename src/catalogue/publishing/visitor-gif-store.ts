import type { Gif, GifChange } from '../gif.ts'
import type { PublishingState, VisitorGif, WaitingGif } from './visitor-gif.ts'

/** A change of a visitor's GIF: who sees it follows from the state. */
export type VisitorGifChange = {
  /** What it is then, or what follows from what it is, which is asked in the transaction. */
  state: PublishingState | ((before: PublishingState) => PublishingState)
  /** Why it is declined; left out: as before where the state stays, and none otherwise. */
  reason?: string | null
  /** Whose quota it takes from now on while it is not published, where the state changes; null: nobody's, and left out: as before. */
  client?: string | null
  change?: Omit<GifChange, 'visibility' | 'hidden'>
}

export type VisitorGifStore = {
  /** Also of a GIF that is still being made. */
  byCode(code: string): Promise<VisitorGif | undefined>
  /**
   * Changes the GIF and its state in one transaction, and gives the GIF as it then is; undefined where there is none. With
   * `ifSince` nothing is changed, and undefined given, unless it is waiting since then. Throws AppError forbidden where who
   * sees it would change while the operator has hidden it, and invalid_value for an unknown category.
   */
  change(code: string, to: VisitorGifChange, ifSince?: number): Promise<Gif | undefined>
  /** Those that wait for the operator, the oldest first. `total` is exact. */
  waiting(page: { start: number; limit: number }): Promise<{ total: number; gifs: WaitingGif[] }>
  countWaiting(): Promise<number>
  /**
   * Removes the rows of GIFs that were unpublished or declined before this time, the oldest first, `limit` at most, and
   * gives them as they were: their files are the caller's. None that is hidden or has open notices, which are the
   * operator's to decide about.
   */
  removeUnpublished(timeMs: number, limit: number): Promise<Gif[]>
  /** Forgets the keys of GIFs that were asked for before this time and that no task can make any more; gives how many. */
  forgetUnmade(timeMs: number): Promise<number>
}
