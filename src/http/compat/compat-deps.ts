import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Apps } from '../../accounts/apps/apps.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import type { CurrentIndex } from '../../search/live-index.ts'
import type { UpstreamFiles } from '../upstream-files.ts'
import type { CountShare } from './shares.ts'

export type CompatServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** What both compatible interfaces use. */
export type CompatDeps = {
  /** The address of the site without a slash at its end; known only after listening where the port is 0. */
  siteUrl: () => string
  catalogue: CatalogueStore
  discovery: Discovery
  index: CurrentIndex
  changes: Pick<ChangeFeed, 'current'>
  mediaUrls: MediaUrls
  apps: Apps
  countShare: CountShare
  /** Null where no other server's GIFs are added. */
  upstreamFiles: UpstreamFiles | null
}
