import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isNotModified } from '../../../http/preconditions.ts'
import type { Html } from '../../../lib/html.ts'
import { languageVary } from './language.ts'

/** Sends an Atom feed, which readers on other sites may fetch and ask for again by its ETag. */
export async function sendFeed(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Html,
): Promise<FastifyReply> {
  const feed = String(document)
  const etag = `"${createHash('sha256').update(feed).digest('base64url').slice(0, 22)}"`
  reply.headers({
    etag,
    vary: languageVary,
    'cache-control': 'public, max-age=300',
    'access-control-allow-origin': '*',
  })
  if (isNotModified(request.headers, etag)) return reply.code(304).send()
  return reply.type('application/atom+xml; charset=utf-8').send(feed)
}
