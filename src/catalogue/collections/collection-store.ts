import type { GifPage } from '../catalogue-store.ts'
import type { Gif } from '../gif.ts'
import type { NoticeReason } from '../notices/notice.ts'
import type { OpenLimits } from '../notices/notice-store.ts'
import type { Collection, CollectionValues } from './collection.ts'

/** A collection in a list: how many GIFs it shows to its owner, and the first of them. */
export type ListedCollection = { collection: Collection; gifs: number; covers: Gif[] }

/** A GIF of a list of names, with its place in the list, from which the next page is read. */
export type ListedName = { code: string; title: string; gifId: number; place: number }

/** The most covers of a listed collection. */
export const maxCovers = 4

/**
 * Which GIFs of a collection are shown: the listed ones, or with the id of an account those that everyone may open and its
 * own, too.
 */
export type ShownTo = number | null

/** A report of a collection as a whole: of its texts, or of the message of its GIFs together. */
export type CollectionReport = { reason: NoticeReason; words: string; createdAt: number }

/** A collection that was reported, with the reports that nobody has answered, the oldest first. */
export type ReportedCollection = { collection: Collection; reports: CollectionReport[] }

/** Collections, favorites, and reports of collections. */
export type CollectionStore = {
  /** Throws AppError invalid_value where the account has `max` already. */
  add(collection: CollectionValues & { code: string; ownerId: number }, max: number): Promise<Collection>
  byCode(code: string): Promise<Collection | undefined>
  /** All of an account, the one changed last first. */
  ofOwner(ownerId: number): Promise<ListedCollection[]>
  /** The collections that are not private, for operators; the newest first. `total` is exact. */
  notPrivate(page: GifPage): Promise<{ total: number; collections: Collection[] }>
  /**
   * Returns the collection after the change; undefined if it does not exist or, with `unlessPrivate`, if it is private.
   */
  change(
    id: number,
    change: Partial<CollectionValues & Collection>,
    options?: { unlessPrivate?: boolean },
  ): Promise<Collection | undefined>
  remove(id: number): Promise<void>
  /**
   * Puts a GIF at the end, unless the collection has it already. Throws AppError invalid_value where it has `max` others.
   * A GIF that is gone is left out.
   */
  addGif(id: number, gifId: number, max: number): Promise<void>
  /** False where the collection did not have it. */
  removeGif(id: number, gifId: number): Promise<boolean>
  /**
   * Moves a GIF to a place among those that `shownTo` sees, counted from 1; past the end: to the end. False where the
   * collection does not have it.
   */
  moveGif(id: number, gifId: number, place: number, shownTo: ShownTo): Promise<boolean>
  /** The GIFs that are shown, in their order. `total` is exact. */
  gifs(id: number, shownTo: ShownTo, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** The next names after the last one read; null reads from the first. */
  names(id: number, shownTo: ShownTo, after: ListedName | null, limit: number): Promise<ListedName[]>
  /** The ids of the account's collections that have the GIF. */
  having(ownerId: number, gifId: number): Promise<Set<number>>
  /**
   * Adds a GIF unless it is a favorite already. Throws AppError invalid_value where the account has `max` others that
   * it can see. A GIF that is gone is left out.
   */
  addFavorite(accountId: number, gifId: number, max: number): Promise<void>
  removeFavorite(accountId: number, gifId: number): Promise<void>
  /** The favorites that everyone may open, and the account's own GIFs; the newest favorite first. `total` is exact. */
  favorites(accountId: number, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** The next names after the last one read; null reads from the first. */
  favoriteNames(accountId: number, after: ListedName | null, limit: number): Promise<ListedName[]>
  /** Which of these GIFs are favorites: one query for a page, however many there are. */
  favoritesAmong(accountId: number, gifIds: readonly number[]): Promise<Set<number>>
  /** `full`: the reason, or all reports together, are at their limit. */
  report(
    collectionId: number,
    report: Pick<CollectionReport, 'reason' | 'words'>,
    limits: OpenLimits,
  ): Promise<'added' | 'full'>
  /** The collections with open reports that others can see, the longest waiting first. `total` is exact. */
  reported(page: GifPage): Promise<{ total: number; collections: ReportedCollection[] }>
  /** Answers all reports of a collection. */
  closeReports(collectionId: number): Promise<void>
}
