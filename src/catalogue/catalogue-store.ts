import type { Viewer } from '../accounts/account.ts'
import type { Category } from './category.ts'
import type { Renditions } from '../media/rendition.ts'
import type { CataloguedLadder } from '../media/resolve-rendition.ts'
import type { DefaultRating, Gif, GifChange, NewGif, Rating, Visibility } from './gif.ts'

export type GifPage = { start: number; limit: number }

/** The maximum number of public ids in one lookup. */
export const maxPublicIds = 100

/** Returns the change of a GIF, given its state in the transaction; `isReported` means that it has open notices. */
export type ChangeOfGif = (gif: Gif, isReported: boolean) => GifChange

/** Throws AppError if the state of the GIF in the transaction forbids an action. */
export type CheckOfGif = (gif: Gif, isReported: boolean) => void

/** The GIFs to export; null: all. */
export type ExportFilter = {
  ownerId: number | null
  categoryId: number | null
  visibility: Visibility | null
  /** True to include GIFs that the operator has hidden. */
  withHidden: boolean
}

export type ExportedGif = {
  gif: Gif
  /** The e-mail address of its account. */
  owner: string | null
  uses: number
}

/** The GIFs and categories of the catalogue. `newest` and `random` return only listed GIFs. */
export type CatalogueStore = {
  /**
   * The operator's setting for unrated GIFs: the rating that they count as, here and wherever ratings are shown or
   * filtered.
   */
  readonly defaultRating: DefaultRating
  listCategories(): Promise<Category[]>
  /** The categories that have listed GIFs rated up to `maxRating`, in the same order. */
  filledCategories(maxRating: Rating): Promise<Category[]>
  categoryById(id: number): Promise<Category | undefined>
  categoryByCode(code: string): Promise<Category | undefined>
  /** Returns any GIF, even a private or hidden one: the caller checks who may see it. */
  gifByCode(code: string): Promise<Gif | undefined>
  /**
   * Returns GIFs of a file with this SHA-256, and those that such a GIF was merged into: listed ones and this
   * account's, oldest first, only a few.
   */
  gifsOfSource(sourceHash: Uint8Array, accountId: number | null): Promise<Gif[]>
  /** Returns the GIF that another one was merged into, by the code or media id that the other one had. */
  gifMovedFrom(former: { code: string } | { mediaId: string }): Promise<Gif | undefined>
  /**
   * Returns the ids of listed GIFs by public ids: each is a code or a `tenorId`, and the code wins. For a GIF that was
   * merged into another, returns that one. In the given order, each GIF once; skips unknown ids, and all after the
   * first `maxPublicIds`.
   */
  idsByPublicIds(publicIds: readonly string[]): Promise<number[]>
  /** Returns the listed GIF with this code or `tenorId`. */
  gifByPublicId(publicId: string): Promise<Gif | undefined>
  gifByMediaId(mediaId: string): Promise<Gif | undefined>
  /**
   * Returns true if a GIF has these files, or they are being moved to another media id. Call it before removing files.
   */
  isMediaNamed(mediaId: string): Promise<boolean>
  /** Returns true while files of this media id are still being copied. */
  isMediaArriving(mediaId: string): Promise<boolean>
  /** Returns the listed GIFs and, with `accountId`, this account's own, in the order of the ids. */
  listedByIds(ids: readonly number[], accountId?: number | null): Promise<Gif[]>
  /** Returns the GIFs that the viewer may see according to `isVisible`, in the order of the ids. */
  visibleByIds(ids: readonly number[], viewer: Viewer): Promise<Gif[]>
  /** Returns the renditions of GIFs with an id below `before`, of a category or of all, newest first. */
  newestLadders(before: number, limit: number, categoryId: number | null): Promise<CataloguedLadder[]>
  /** Returns true if notices about the GIF, or an answer to a decision, wait for an operator. */
  hasOpenNotices(gifId: number): Promise<boolean>
  /** Returns the ids of a page, newest first. `total` is exact. */
  newest(
    filter: { categoryId: number | null; maxRating: Rating },
    page: GifPage,
  ): Promise<{ total: number; ids: number[] }>
  /** Returns a random GIF; every GIF that qualifies is equally likely. */
  random(filter: { categoryId: number | null; maxRating: Rating }): Promise<Gif | undefined>
  /** Returns all GIFs of an account, including private and hidden ones, newest first. `total` is exact. */
  ofOwner(ownerId: number, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** Returns the GIFs that the operator has hidden, including private ones, newest first. `total` is exact. */
  hidden(page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** Counts the listed GIFs by stored rating; unused ratings are left out. */
  ratingCounts(): Promise<Map<Rating | null, number>>
  /** Returns the unrated listed GIFs, newest first. */
  unrated(page: GifPage): Promise<Gif[]>
  /**
   * Returns the GIFs without a description, newest first: all of an account, or everyone's listed ones if `ownerId` is
   * null. `total` is exact.
   */
  undescribed(ownerId: number | null, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /**
   * Changes the GIF in one transaction. A function `change` receives its state in the transaction; an error it throws
   * undoes everything. Returns the GIF after the change; undefined if it does not exist. Throws AppError invalid_value
   * for an unknown category.
   */
  change(gifId: number, change: GifChange | ChangeOfGif): Promise<Gif | undefined>
  /**
   * Changes several GIFs in one transaction. `change` receives the current state of each and returns its change; an
   * error it throws undoes everything. Returns the number of GIFs that existed.
   */
  changeAll(gifIds: readonly number[], change: (gif: Gif) => GifChange): Promise<number>
  /**
   * Returns the removed GIF. Its files may be deleted if `gifByMediaId` finds no other GIF with them. `check` receives
   * the GIF's state in the transaction; an error it throws keeps the GIF.
   */
  remove(gifId: number, check?: CheckOfGif): Promise<Gif | undefined>
  addCategory(category: { name: string; code: string }): Promise<Category>
  renameCategory(id: number, change: { name?: string; code?: string }): Promise<void>
  /** Throws AppError invalid_value if the category still has GIFs. */
  removeCategory(id: number): Promise<void>
  /** Moves the category to a position in the list, counted from 1. */
  moveCategory(id: number, place: number): Promise<void>
  /**
   * Returns GIFs of any visibility in the order of the ids, for maintenance that shows them to nobody; missing ones are
   * left out. Code with a viewer calls `visibleByIds`.
   */
  gifsByIds(ids: readonly number[]): Promise<Gif[]>
  /** Returns the number of GIFs to export, and the highest id: later ones are not exported. */
  countExported(filter: ExportFilter): Promise<{ count: number; lastId: number }>
  /** Returns the GIFs to export with ids above `after`, up to `lastId`, oldest first. */
  listExported(filter: ExportFilter, after: number, lastId: number, limit: number): Promise<ExportedGif[]>
}

/** Additions to the catalogue in a transaction; see creation/unit-of-work.ts. */
export type CatalogueWriter = {
  /** Throws AppError invalid_value for an unknown category. */
  add(gif: NewGif): Promise<void>
  /** Adds renditions to the GIFs that have these files; returns false if no GIF has them (any more). */
  addRenditions(mediaId: string, files: Renditions): Promise<boolean>
}
