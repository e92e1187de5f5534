import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CatalogueStores } from '../../catalogue/catalogue-stores.ts'
import type { IndexedCatalogue } from '../../catalogue/find-gifs.ts'
import type { LookFinder } from '../../catalogue/duplicates/similar-gifs.ts'
import type { DeleteKeys } from '../../catalogue/delete-keys.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import type { CollectionLimits } from '../../catalogue/collections/collection.ts'
import type { AdmitCreation } from '../../creation/admission.ts'
import type { FetchLibrary } from '../../creation/library-source.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import type { SubmitCreation } from '../../creation/submit-creation.ts'
import type { TaskMessages } from '../../creation/task-messages.ts'
import type { TaskQueue } from '../../creation/task-queue.ts'
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

export type ApiDeps = CatalogueStores &
  IndexedCatalogue & {
    viewerOf: Authentication['viewerOf']
    /** The address of the site without a trailing slash; with port 0, it is known only after listening. */
    siteUrl: () => string
    looks: LookFinder
    discovery: Discovery
    records: RecordCache
    /** The records with all files of each GIF. */
    fullRecords: RecordCache
    tasks: TaskQueue
    taskMessages: TaskMessages
    mediaUrls: MediaUrls
    deleteKeys: DeleteKeys
    submitCreation: SubmitCreation
    fetchLibrary: FetchLibrary
    admitCreation: AdmitCreation
    uploadLimits: UploadLimits
    gifLimits: CreationLimits
    collectionLimits: CollectionLimits
    /** The limits on open status streams. */
    eventStreams: { max: number; perAddress: number }
  }
