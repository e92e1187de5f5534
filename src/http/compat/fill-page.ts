import type { FastifyRequest } from 'fastify'
import {
  type UpstreamFile,
  type UpstreamGif,
  upstreamHeader,
  type UpstreamQuery,
} from '../../catalogue/upstream.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import type { UpstreamFiles } from '../upstream-files.ts'

/** A page of GIFs of this server: `count` of the `limit` that were asked for, of `total` in all. */
export type LocalPage = { start: number; limit: number; total: number; count: number }

/** What an upstream server adds to a page, with the addresses that its files have here. `hasMore`: more of them follow. */
export type AddedGifs = { gifs: UpstreamGif[]; hasMore: boolean }

const nothing: AddedGifs = { gifs: [], hasMore: false }

/**
 * GIFs of the upstream server that follow those of this server, where they leave room on the page. None for a server
 * that asks as one: two that name each other would ask without end. Never throws.
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
  // On a full last page, too: whether another one follows depends on what there is upstream.
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

/** The ending that a format's file has with such servers; what it is, its bytes say when it is asked for. */
function extensionOf(format: string): string {
  if (format.endsWith('preview')) return 'png'
  return ['mp4', 'webm', 'webp'].find((type) => format.endsWith(type)) ?? 'gif'
}
