import type { MediaStore } from '../media/media-store.ts'
import type { CatalogueStore } from './catalogue-store.ts'
import type { CollectionStore } from './collections/collection-store.ts'
import type { TrendStore } from './discovery/trend-store.ts'
import type { DuplicateStore } from './duplicates/duplicate-store.ts'
import type { NoticeStore } from './notices/notice-store.ts'
import type { VisitorGifStore } from './publishing/visitor-gif-store.ts'

/** Everything that is stored about GIFs, and their files. Passed whole to the functions that need more than one store. */
export type CatalogueStores = {
  catalogue: CatalogueStore
  visitorGifs: VisitorGifStore
  collections: CollectionStore
  notices: NoticeStore
  trends: TrendStore
  duplicates: DuplicateStore
  mediaStore: MediaStore
}
