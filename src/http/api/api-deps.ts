import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { LookFinder } from '../../catalogue/duplicates/look-finder.ts'
import type { DeleteKeys } from '../../catalogue/delete-keys.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { CollectionStore } from '../../catalogue/collections/collection-store.ts'
import type { FavoriteStore } from '../../catalogue/collections/favorite-store.ts'
import type { CollectionLimits } from '../../catalogue/collections/collection.ts'
import type { AdmitCreation } from '../../creation/admission.ts'
import type { FetchLibrary } from '../../creation/library-source.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import type { SubmitCreation } from '../../creation/submit-creation.ts'
import type { TaskMessages } from '../../creation/task-messages.ts'
import type { TaskSubmissions } from '../../creation/task-queue.ts'
import type { OptionLimits } from '../../options/option.ts'
import type { MediaStore } from '../../media/media-store.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import type { RecordCache } from '../records/record-cache.ts'
import type { UploadLimits } from '../plugins/request-bodies.ts'
import type { Authentication } from '../surface.ts'

export type ApiServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

export type ApiDeps = {
  viewerOf: Authentication['viewerOf']
  /** The address of the site without a trailing slash; with port 0, it is known only after listening. */
  siteUrl: () => string
  catalogue: CatalogueStore
  looks: LookFinder
  discovery: Discovery
  index: Pick<SearchIndex, 'search'>
  changes: Pick<ChangeFeed, 'current'>
  records: RecordCache
  /** The records with all files of each GIF. */
  fullRecords: RecordCache
  tasks: TaskSubmissions
  taskMessages: Pick<TaskMessages, 'onTask' | 'pollMs'>
  mediaUrls: MediaUrls
  mediaStore: Pick<MediaStore, 'removeAll'>
  deleteKeys: DeleteKeys
  submitCreation: SubmitCreation
  fetchLibrary: FetchLibrary
  admitCreation: AdmitCreation
  uploadLimits: UploadLimits
  gifLimits: OptionLimits & Pick<CreationLimits, 'maxClipSeconds' | 'preset' | 'maxAppended' | 'layers'>
  favorites: FavoriteStore
  collections: CollectionStore
  collectionLimits: CollectionLimits
  /** The limits on open status streams. */
  eventStreams: { max: number; perAddress: number }
}
