import type { FastifyReply } from 'fastify'
import { sendJson } from '../send-json.ts'
import { readMediaFilter } from './media-formats.ts'
import { type PagePlace, writePageToken } from './page-token.ts'
import type { TenorDeps } from './tenor-deps.ts'

/** A page of a list of `total` GIFs. */
export type ResultPage = { ids: readonly number[]; total: number; place: PagePlace }

/** The longest that an answer may be kept. */
export const cacheControl = 'public, max-age=30'

/** Sends a page of results, with the formats that a `media_filter` names, and the token of the page after it. */
export function sendResultPage(
  deps: TenorDeps,
  reply: FastifyReply,
  { ids, total, place: { start, seed } }: ResultPage,
  mediaFilter: string | undefined,
): Promise<FastifyReply> {
  const nextStart = start + ids.length
  const next = ids.length > 0 && nextStart < total ? writePageToken({ start: nextStart, seed }) : ''
  return sendResults(deps, reply, ids, `],"next":"${next}"}`, mediaFilter)
}

/** Sends the records of GIFs as `results`; `end` is the JSON that follows the last one. */
export async function sendResults(
  { records }: Pick<TenorDeps, 'records'>,
  reply: FastifyReply,
  ids: readonly number[],
  end: string,
  mediaFilter: string | undefined,
): Promise<FastifyReply> {
  const parts = readMediaFilter(mediaFilter)
  const answer = records.list('{"results":[', ids, parts === undefined ? { end } : { end, parts })
  return sendJson(reply, answer instanceof Promise ? await answer : answer)
}
