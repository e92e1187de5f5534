import type { GifPage } from '../catalogue-store.ts'
import type { Gif } from '../gif.ts'
import type { ListedName } from './collection-store.ts'

export interface FavoriteStore {
  /**
   * Adds a GIF unless it is a favorite already. Throws AppError invalid_value where the account has `max` others that
   * it can see. A GIF that is gone is left out.
   */
  add(accountId: number, gifId: number, max: number): Promise<void>
  remove(accountId: number, gifId: number): Promise<void>
  /** Those that everyone may open, and the account's own: the newest favorite first. `total` is exact. */
  list(accountId: number, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** The next names after the last one read; null reads from the first. */
  names(accountId: number, after: ListedName | null, limit: number): Promise<ListedName[]>
  /** Which of these GIFs are favorites: one query for a page, however many there are. */
  among(accountId: number, gifIds: readonly number[]): Promise<Set<number>>
}
