import type { Gif, GifChange } from '../gif.ts'
import type { PublishingState, VisitorGif, WaitingGif } from './visitor-gif.ts'

/** A change of a visitor's GIF: its visibility follows from the state. */
export type VisitorGifChange = {
  /** The new state, or a function of the current state that is called in the transaction. */
  state: PublishingState | ((before: PublishingState) => PublishingState)
  /** The reason for declining it; omitted: unchanged if the state stays, otherwise removed. */
  reason?: string | null
  /** The client whose quota counts the unpublished GIF after a change of state; null: nobody's; omitted: unchanged. */
  client?: string | null
  change?: Omit<GifChange, 'visibility' | 'hidden'>
}

export type VisitorGifStore = {
  /** Finds the record even of a GIF that is still being made. */
  byCode(code: string): Promise<VisitorGif | undefined>
  /**
   * Changes the GIF and its state in one transaction, and returns the updated GIF; undefined if it does not exist. With
   * `ifSince`, changes nothing and returns undefined unless it has been waiting since then. Throws AppError forbidden
   * if its visibility would change while the operator has hidden it, and invalid_value for an unknown category.
   */
  change(code: string, to: VisitorGifChange, ifSince?: number): Promise<Gif | undefined>
  /** Returns the GIFs that wait for the operator, oldest first. `total` is exact. */
  waiting(page: { start: number; limit: number }): Promise<{ total: number; gifs: WaitingGif[] }>
  countWaiting(): Promise<number>
  /**
   * Removes the rows of GIFs that were unpublished or declined before this time, oldest first, at most `limit`, and
   * returns the GIFs, whose files the caller removes. Skips GIFs that are hidden or have open notices: the operator
   * decides about those.
   */
  removeUnpublished(timeMs: number, limit: number): Promise<Gif[]>
  /**
   * Forgets the keys of GIFs that were requested before this time and that no task can make any more; returns the
   * number forgotten.
   */
  forgetUnmade(timeMs: number): Promise<number>
}
