import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../lib/html.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Quick, and within a few percent of the smallest for pages of this size. */
const brotliQuality = 5

/** Sends a page, packed as the browser likes it. What depends on the viewer is kept by no shared cache. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Html,
): Promise<FastifyReply> {
  if (!reply.hasHeader('cache-control')) {
    reply.header('cache-control', request.viewer.account === null ? 'no-cache' : 'private, no-cache')
  }
  reply.header('vary', 'Accept-Encoding, Authorization, Cookie')
  reply.type('text/html; charset=utf-8')
  const text = Buffer.from(page.toString())
  const accepted = request.headers['accept-encoding'] ?? ''
  if (/\bbr\b/.test(accepted)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
    return reply.header('content-encoding', 'br').send(await brotli(text, { params }))
  }
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await gzipped(text))
  return reply.send(text)
}
