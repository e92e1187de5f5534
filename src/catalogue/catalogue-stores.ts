import type { MediaStore } from '../media/media-store.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import type { CollectionStore } from './collections/collection-store.ts'
import type { TrendStore } from './discovery/trend-store.ts'
import type { DuplicateStore } from './duplicates/duplicate-store.ts'
import type { NoticeStore } from './notices/notice-store.ts'
import type { VisitorGifStore } from './publishing/visitor-gif-store.ts'

/** All stores of data about GIFs, and the media store. Passed whole to functions that need more than one of them. */
export type CatalogueStores = {
  catalogue: CatalogueStore
  visitorGifs: VisitorGifStore
  collections: CollectionStore
  notices: NoticeStore
  trends: TrendStore
  duplicates: DuplicateStore
  mediaStore: MediaStore
}
