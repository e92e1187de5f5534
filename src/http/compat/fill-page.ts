import type { UpstreamFiles } from '../../catalogue/upstream.ts'
import type { FastifyRequest } from 'fastify'
import {
  type UpstreamFile,
  type UpstreamGif,
  upstreamHeader,
  type UpstreamQuery,
} from '../../catalogue/upstream.ts'
import { clientKey } from '../../lib/net/client-key.ts'

/** A page of this server's GIFs: `count` of the requested `limit`, out of `total`. */
export type LocalPage = { start: number; limit: number; total: number; count: number }

/** The upstream GIFs added to a page, with their file addresses here. `hasMore`: more of them follow. */
export type AddedGifs = { gifs: UpstreamGif[]; hasMore: boolean }

const nothing: AddedGifs = { gifs: [], hasMore: false }

/**
 * Upstream GIFs that follow this server's GIFs, if the page has room. None for a request from a server that adds GIFs
 * itself: two servers that use each other would loop forever. Never throws.
 */
export async function fillPage(
  upstreamFiles: UpstreamFiles | null,
  request: Pick<FastifyRequest, 'headers' | 'ip'>,
  query: Omit<UpstreamQuery, 'skip' | 'limit'>,
  { start, limit, total, count }: LocalPage,
): Promise<AddedGifs> {
  if (upstreamFiles === null || request.headers[upstreamHeader] !== undefined) return nothing
  const isLast = start + count >= total
  const { upstream, urls } = upstreamFiles
  // Also on a full last page: whether another page follows depends on the upstream server.
  if (!isLast) return nothing
  const part = { skip: Math.max(0, start - total), limit: Math.max(1, limit - count) }
  const found = await upstream.find({ ...query, ...part }, clientKey(request.ip))
  if (count >= limit) return { gifs: [], hasMore: found.gifs.length > 0 }
  return { gifs: found.gifs.map((gif) => withOwnAddresses(gif)), hasMore: found.hasMore }

  function withOwnAddresses(gif: UpstreamGif): UpstreamGif {
    const files = [...gif.files].map(([format, file]): [string, UpstreamFile] => [
      format,
      { ...file, url: urls.urlOf(file.url, `${format}.${extensionOf(format)}`) },
    ])
    return { ...gif, files: new Map(files) }
  }
}

/** The usual file extension of a format on such servers; the bytes reveal the real type when the file is requested. */
function extensionOf(format: string): string {
  if (format.endsWith('preview')) return 'png'
  return ['mp4', 'webm', 'webp'].find((type) => format.endsWith(type)) ?? 'gif'
}
