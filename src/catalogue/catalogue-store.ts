import type { Viewer } from '../accounts/account.ts'
import type { Category } from './category.ts'
import type { Renditions } from '../media/rendition.ts'
import type { CataloguedLadder } from '../media/resolve-rendition.ts'
import type { DefaultRating, Gif, GifChange, NewGif, Rating, Visibility } from './gif.ts'

export type GifPage = { start: number; limit: number }

/** The most GIFs that are looked for by their public ids at once. */
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

/** Only listed GIFs are given by `newest` or `random`. */
export type CatalogueStore = {
  /** The operator's setting: how unrated GIFs are read, here and by everyone who shows ratings or filters by them. */
  readonly defaultRating: DefaultRating
  listCategories(): Promise<Category[]>
  /** The categories that have listed GIFs rated up to `maxRating`, in the same order. */
  filledCategories(maxRating: Rating): Promise<Category[]>
  categoryById(id: number): Promise<Category | undefined>
  categoryByCode(code: string): Promise<Category | undefined>
  /** Any GIF, also a private or hidden one: the caller checks who may see it. */
  gifByCode(code: string): Promise<Gif | undefined>
  /**
   * GIFs of a file with this SHA-256, and those that such a GIF was merged into: listed ones and this account's, the
   * oldest first, a few at most.
   */
  gifsOfSource(sourceHash: Uint8Array, accountId: number | null): Promise<Gif[]>
  /** The GIF that stands for one that was merged into it, by the code or the files that this one had. */
  gifMovedFrom(former: { code: string } | { mediaId: string }): Promise<Gif | undefined>
  /**
   * The ids of listed GIFs by what others call them: each is a code or a `tenorId`, also one of a GIF that was merged
   * into another, which is given then; the code wins. In the order given, each GIF once; unknown ones are left out, and all after the first `maxPublicIds`.
   */
  idsByPublicIds(publicIds: readonly string[]): Promise<number[]>
  /** The listed GIF with this code or `tenorId`. */
  gifByPublicId(publicId: string): Promise<Gif | undefined>
  gifByMediaId(mediaId: string): Promise<Gif | undefined>
  /**
   * Returns true if a GIF has these files, or they are being moved to another media id. Call it before removing files.
   */
  isMediaNamed(mediaId: string): Promise<boolean>
  /** Returns true while files of this media id are still being copied. */
  isMediaArriving(mediaId: string): Promise<boolean>
  /** The listed GIFs and, with `accountId`, this account's own; in the order of the ids. */
  listedByIds(ids: readonly number[], accountId?: number | null): Promise<Gif[]>
  /** The GIFs that the viewer may see according to `isVisible`; in the order of the ids. */
  visibleByIds(ids: readonly number[], viewer: Viewer): Promise<Gif[]>
  /** The renditions of GIFs with an id below `before`, of a category or of all, newest first. */
  newestLadders(before: number, limit: number, categoryId: number | null): Promise<CataloguedLadder[]>
  /** Returns true if notices about the GIF, or an answer to a decision, wait for an operator. */
  hasOpenNotices(gifId: number): Promise<boolean>
  /** The ids of a page, the newest first. `total` is exact. */
  newest(
    filter: { categoryId: number | null; maxRating: Rating },
    page: GifPage,
  ): Promise<{ total: number; ids: number[] }>
  /** Every GIF that qualifies is equally likely. */
  random(filter: { categoryId: number | null; maxRating: Rating }): Promise<Gif | undefined>
  /** All GIFs of an account, private and hidden ones too, the newest first. `total` is exact. */
  ofOwner(ownerId: number, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** The GIFs that the operator has hidden, private ones too, the newest first. `total` is exact. */
  hidden(page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /** The number of listed GIFs with each stored rating; unused ratings are left out. */
  ratingCounts(): Promise<Map<Rating | null, number>>
  /** The listed GIFs that nobody has rated, the newest first. */
  unrated(page: GifPage): Promise<Gif[]>
  /**
   * The GIFs without a description, the newest first: all of an account, or the listed ones of everyone where `ownerId` is
   * null. `total` is exact.
   */
  undescribed(ownerId: number | null, page: GifPage): Promise<{ total: number; gifs: Gif[] }>
  /**
   * Changes the GIF in one transaction. A function `change` receives its state in the transaction; an error it throws
   * undoes everything. Returns the GIF after the change; undefined if it does not exist. Throws AppError invalid_value for
   * an unknown category.
   */
  change(gifId: number, change: GifChange | ChangeOfGif): Promise<Gif | undefined>
  /**
   * Changes several GIFs in one transaction, each as `change` says of it as it is then; gives how many of them there
   * were. What `change` throws undoes all of it.
   */
  changeAll(gifIds: readonly number[], change: (gif: Gif) => GifChange): Promise<number>
  /**
   * Returns the removed GIF. Its files may be deleted if `gifByMediaId` finds no other GIF with them. `check` receives
   * the GIF's state in the transaction; an error it throws keeps the GIF.
   */
  remove(gifId: number, check?: CheckOfGif): Promise<Gif | undefined>
  addCategory(category: { name: string; code: string }): Promise<Category>
  renameCategory(id: number, change: { name?: string; code?: string }): Promise<void>
  /** Throws AppError invalid_value while GIFs are in it. */
  removeCategory(id: number): Promise<void>
  /** Moves the category to a place in the list, counted from 1. */
  moveCategory(id: number, place: number): Promise<void>
  /**
   * GIFs of any visibility in the order of the ids, for maintenance, which shows them to nobody; missing ones are left
   * out. Code with a viewer calls `visibleByIds`.
   */
  gifsByIds(ids: readonly number[]): Promise<Gif[]>
  /** The number of exported GIFs, and the highest id: later ones are not exported. */
  countExported(filter: ExportFilter): Promise<{ count: number; lastId: number }>
  /** The exported GIFs with ids above `after`, up to `lastId`, the oldest first. */
  listExported(filter: ExportFilter, after: number, lastId: number, limit: number): Promise<ExportedGif[]>
}

/** Additions to the catalogue in a transaction; see creation/unit-of-work.ts. */
export type CatalogueWriter = {
  /** Throws AppError invalid_value for an unknown category. */
  add(gif: NewGif): Promise<void>
  /** Adds renditions to the GIFs that have these files; returns false if no GIF has them (any more). */
  addRenditions(mediaId: string, files: Renditions): Promise<boolean>
}
