import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Apps } from '../../accounts/apps/apps.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import type { UpstreamFiles } from '../upstream-files.ts'
import type { CountShare } from './shares.ts'

export type CompatServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** The dependencies of both compatible interfaces. */
export type CompatDeps = {
  /** The address of the site without a trailing slash; with port 0, it is known only after listening. */
  siteUrl: () => string
  catalogue: CatalogueStore
  discovery: Discovery
  index: Pick<SearchIndex, 'search'>
  changes: Pick<ChangeFeed, 'current'>
  mediaUrls: MediaUrls
  apps: Apps
  countShare: CountShare
  /** Null if no GIFs of another server are added. */
  upstreamFiles: UpstreamFiles | null
}
