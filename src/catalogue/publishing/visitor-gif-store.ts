import type { Gif, GifChange } from '../gif.ts'
import type { PublishingState, VisitorGif, WaitingGif } from './visitor-gif.ts'

/** A change of a visitor's GIF: who sees it follows from the state. */
export type VisitorGifChange = {
  /** The new state, or a function of the current state that is called in the transaction. */
  state: PublishingState | ((before: PublishingState) => PublishingState)
  /** Why it is declined; left out: as before where the state stays, and none otherwise. */
  reason?: string | null
  /** The client whose quota counts the unpublished GIF after a change of state; null: nobody's; left out: as before. */
  client?: string | null
  change?: Omit<GifChange, 'visibility' | 'hidden'>
}

export type VisitorGifStore = {
  /** Also of a GIF that is still being made. */
  byCode(code: string): Promise<VisitorGif | undefined>
  /**
   * Changes the GIF and its state in one transaction, and returns the updated GIF; undefined if it does not exist. With
   * `ifSince`, changes nothing and returns undefined unless it has been waiting since then. Throws AppError forbidden if who
   * sees it would change while the operator has hidden it, and invalid_value for an unknown category.
   */
  change(code: string, to: VisitorGifChange, ifSince?: number): Promise<Gif | undefined>
  /** The GIFs that wait for the operator, the oldest first. `total` is exact. */
  waiting(page: { start: number; limit: number }): Promise<{ total: number; gifs: WaitingGif[] }>
  countWaiting(): Promise<number>
  /**
   * Removes the rows of GIFs that were unpublished or declined before this time, the oldest first, `limit` at most, and
   * gives them as they were: their files are the caller's. None that is hidden or has open notices, which are the
   * operator's to decide about.
   */
  removeUnpublished(timeMs: number, limit: number): Promise<Gif[]>
  /**
   * Forgets the keys of GIFs that were asked for before this time and that no task can make any more; gives how many.
   */
  forgetUnmade(timeMs: number): Promise<number>
}
