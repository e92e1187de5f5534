import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../../../lib/html.ts'

/** Sends a page. Shared caches do not store pages that depend on the viewer. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Html,
): Promise<FastifyReply> {
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', request.viewer.account === null ? 'no-cache' : 'private, no-cache')
  }
  const varies = [
    reply.getHeader('vary') ?? [],
    'Accept-Encoding, Accept-Language, Authorization, Cookie',
  ].flat()
  return reply
    .headers({ vary: varies.join(', '), 'content-language': request.language })
    .type('text/html; charset=utf-8')
    .send(page.toString())
}
