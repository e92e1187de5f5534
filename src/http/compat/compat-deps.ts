import type { UpstreamFiles } from '../../catalogue/upstream.ts'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Apps } from '../../accounts/apps/apps.ts'
import type { IndexedCatalogue } from '../../catalogue/find-gifs.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import type { AdmitCreation } from '../../creation/admission.ts'
import type { CreationLimits } from '../../creation/limits.ts'
import type { SubmitCreation } from '../../creation/submit-creation.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import type { UploadLimits } from '../plugins/request-bodies.ts'
import type { RecordCache } from '../records/record-cache.ts'
import type { CountShare } from './shares.ts'

export type CompatServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The services and settings of both compatible interfaces. */
export type CompatDeps = IndexedCatalogue & {
  /** The GIFs as the interface writes them; GIPHY's are of listed GIFs only. */
  records: RecordCache
  submitCreation: SubmitCreation
  admitCreation: AdmitCreation
  uploadLimits: UploadLimits
  creationLimits: CreationLimits
  /** The address of the site without a slash at its end; known only after listening where the port is 0. */
  siteUrl: () => string
  discovery: Discovery
  mediaUrls: MediaUrls
  apps: Apps
  countShare: CountShare
  /** Null if no GIFs of another server are added. */
  upstreamFiles: UpstreamFiles | null
}
