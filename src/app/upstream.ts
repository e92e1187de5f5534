import type { Logger } from 'pino'
import { guardedClient } from '../adapters/sources/source-fetcher.ts'
import { createUpstream } from '../adapters/sources/upstream/upstream-server.ts'
import type { Config } from '../config/config.ts'
import type { UpstreamFiles } from '../http/upstream-files.ts'
import { createUpstreamUrls } from '../media/upstream-urls.ts'

/** The upstream server and the addresses of its files here; null where none is set. */
export function connectUpstream(
  { upstream, sources }: Config,
  { mediaUrl, secret, log }: { mediaUrl: () => string; secret: string; log: Logger },
): UpstreamFiles | null {
  if (upstream === null) return null
  const { client } = guardedClient(sources)
  return { upstream: createUpstream(upstream, { client, log }), urls: createUpstreamUrls(mediaUrl, secret) }
}
