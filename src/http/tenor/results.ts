import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UpstreamQuery } from '../../catalogue/upstream.ts'
import { fillPage } from '../compat/fill-page.ts'
import { sendJson } from '../records/answer-memory.ts'
import { readMediaFilter } from './media-formats.ts'
import { type PagePlace, writePageToken } from './page-token.ts'
import { presentUpstream } from './present-upstream.ts'
import type { CompatDeps } from '../compat/compat-deps.ts'

/** A page of a list of `total` GIFs, of which `limit` were requested. */
export type ResultPage = {
  ids: readonly number[]
  total: number
  place: PagePlace
  limit: number
  /** The upstream query to fill up the page; null for none. */
  query: Omit<UpstreamQuery, 'skip' | 'limit'> | null
}

/** Sends a page of results with the formats in a `media_filter`, and the token of the next page. */
export async function sendResultPage(
  deps: CompatDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { ids, total, place, limit, query }: ResultPage,
  mediaFilter: string | undefined,
): Promise<FastifyReply> {
  const { start, seed } = place
  const local = { start, limit, total, count: ids.length }
  const added =
    deps.upstreamFiles === null || query === null
      ? null
      : await fillPage(deps.upstreamFiles, request, query, local)
  const parts = readMediaFilter(mediaFilter)
  const shown = ids.length + (added?.gifs.length ?? 0)
  const isMore = start + shown < total || added?.hasMore === true
  const next = shown > 0 && isMore ? writePageToken({ start: start + shown, seed }) : ''
  const items = added?.gifs.map((gif) => presentUpstream(gif, parts))
  return sendJson(
    reply,
    await deps.records.list(resultsStart, ids, { parts, end: `],"next":"${next}"}`, added: items }),
  )
}

/** Sends the records of GIFs as `results`, without a next page. */
export async function sendResults(
  { records }: CompatDeps,
  reply: FastifyReply,
  ids: readonly number[],
  mediaFilter: string | undefined,
): Promise<FastifyReply> {
  return sendJson(reply, await records.list(resultsStart, ids, { parts: readMediaFilter(mediaFilter) }))
}

const resultsStart = '{"results":['
