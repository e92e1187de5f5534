import type { GifPage } from '../catalogue-store.ts'
import type { Gif } from '../gif.ts'
import type { NoticeReason } from '../notices/notice.ts'
import type { OpenLimits } from '../notices/notice-store.ts'
import type { Collection, CollectionValues } from './collection.ts'

/** A collection in a list: the number of GIFs visible to its owner, and the first of them. */
export type ListedCollection = { collection: Collection; gifs: number; covers: Gif[] }

/** A GIF in a list of names, with its position in the list, from which the next page is read. */
export type ListedName = { code: string; title: string; gifId: number; place: number }

/** The maximum covers of a listed collection. */
export const maxCovers = 4

/**
 * The audience of a collection's GIFs: null shows the listed ones; an account id shows those that everyone may open and
 * the account's own.
 */
export type ShownTo = number | null

/** A report of a collection as a whole: of its texts, or of the message of its GIFs together. */
export type CollectionReport = { reason: NoticeReason; words: string; createdAt: number }

/** A reported collection with its unanswered reports, oldest first. */
export type ReportedCollection = { collection: Collection; reports: CollectionReport[] }

/** Collections, favorites, and reports of collections. */
export type CollectionStore = {
  /** Throws AppError invalid_value if the account already has `max`. */
  add(collection: CollectionValues & { code: string; ownerId: number }, max: number): Promise<Collection>
  byCode(code: string): Promise<Collection | undefined>
  /** Returns all collections of an account, the most recently changed first. */
  ofOwner(ownerId: number): Promise<ListedCollection[]>
  /** Returns the collections that are not private, for operators, newest first. `total` is exact. */
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
   * Appends a GIF, unless the collection already has it. Throws AppError invalid_value if it has `max` others. Does
   * nothing if the GIF no longer exists.
   */
  addGif(id: number, gifId: number, max: number): Promise<void>
  /** Returns false if the collection did not have the GIF. */
  removeGif(id: number, gifId: number): Promise<boolean>
  /**
   * Moves a GIF to a position, counted from 1, among those that `shownTo` sees; past the end means the end. Returns
   * false if the collection does not have it.
   */
  moveGif(id: number, gifId: number, place: number, shownTo: ShownTo): Promise<boolean>
  /** Returns the GIFs that are shown, in order. `total` is exact. */
  gifs(id: number, shownTo: ShownTo, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** Returns the next names after the last one read; null reads from the first. */
  names(id: number, shownTo: ShownTo, after: ListedName | null, limit: number): Promise<ListedName[]>
  /** Returns the ids of the account's collections that have the GIF. */
  having(ownerId: number, gifId: number): Promise<Set<number>>
  /**
   * Adds a favorite unless it exists. Throws AppError invalid_value if the account has `max` others that it can see.
   * Does nothing if the GIF no longer exists.
   */
  addFavorite(accountId: number, gifId: number, max: number): Promise<void>
  removeFavorite(accountId: number, gifId: number): Promise<void>
  /**
   * Returns the favorites that everyone may open, and the account's own GIFs, the newest favorite first. `total` is
   * exact.
   */
  favorites(accountId: number, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** Returns the next names after the last one read; null reads from the first. */
  favoriteNames(accountId: number, after: ListedName | null, limit: number): Promise<ListedName[]>
  /** Returns the favorites among these GIFs: one query for a page of any size. */
  favoritesAmong(accountId: number, gifIds: readonly number[]): Promise<Set<number>>
  /** Adds a report; `full`: there are too many for this reason, or in total. */
  report(
    collectionId: number,
    report: Pick<CollectionReport, 'reason' | 'words'>,
    limits: OpenLimits,
  ): Promise<'added' | 'full'>
  /** Returns the collections with open reports that others can see, the longest waiting first. `total` is exact. */
  reported(page: GifPage): Promise<{ total: number; collections: ReportedCollection[] }>
  /** Closes all reports of a collection. */
  closeReports(collectionId: number): Promise<void>
}
