import type { UpstreamUrls } from '../media/upstream-urls.ts'
import type { Rating } from './gif.ts'

/** The formats of a Tenor-v2-compatible server that are passed on, by its names for them. */
export const upstreamFormats = [
  ...['gif', 'mediumgif', 'tinygif', 'nanogif'],
  ...['mp4', 'tinymp4', 'nanomp4', 'webm', 'tinywebm', 'nanowebm'],
  ...['webp', 'tinywebp', 'nanowebp', 'preview', 'tinygifpreview', 'nanogifpreview'],
] as const

export type UpstreamFile = {
  /** The address that the upstream server gives; unchecked, and never shown to a client. */
  url: string
  width: number
  height: number
  durationMs: number
  /** 0 where the upstream server does not say. */
  bytes: number
}

/** A GIF of another server, as it describes it: untrusted, but of these types and lengths. It has `gif` at least. */
export type UpstreamGif = {
  id: string
  title: string
  description: string
  tags: string[]
  createdAt: number
  isSticker: boolean
  files: ReadonlyMap<string, UpstreamFile>
}

export type UpstreamQuery = {
  /** Null: what trends there. */
  text: string | null
  maxRating: Rating
  /** Only those with transparency. */
  stickers: boolean
  shape: 'standard' | 'wide' | null
  /** The number of results to skip, and the maximum number that follow. */
  skip: number
  limit: number
}

/** A file of an upstream server, whole; the type is what its bytes say. */
export type UpstreamBytes = { bytes: Buffer; contentType: string }

/**
 * Another server's GIFs. This service requests them for itself: the other server learns the search, but nothing about
 * the person who searches. `client` is the key of the client behind a request: one client causes at most a share of the
 * requests.
 */
export interface Upstream {
  /** Never throws: where the server fails or is asked too often, there are no results. `hasMore`: more follow these. */
  find(query: UpstreamQuery, client: string): Promise<{ gifs: UpstreamGif[]; hasMore: boolean }>
  /** Throws AppError not_found, unavailable, and source_* as a SourceFetcher does. */
  fetchFile(url: string, client: string): Promise<UpstreamBytes>
}

/**
 * An upstream server names itself so in its requests; it is not asked for its own upstream's GIFs, which could go on
 * for ever.
 */
export const upstreamHeader = 'x-gifwright-upstream'

/** An upstream server, and the addresses under which its files are served here. */
export type UpstreamFiles = { upstream: Upstream; urls: UpstreamUrls }
