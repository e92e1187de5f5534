import type { Upstream } from '../catalogue/upstream.ts'
import type { UpstreamUrls } from '../media/upstream-urls.ts'

/** An upstream server, and the addresses under which its files are served here. */
export type UpstreamFiles = { upstream: Upstream; urls: UpstreamUrls }
