import type { UpstreamFiles } from '../../catalogue/upstream.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/app-error.ts'
import { clientKey } from '../../lib/net/client-key.ts'
import { readRange } from '../send-range.ts'

type UpstreamRequest = FastifyRequest<{ Params: { signature: string; encoded: string } }>

/** GIFs of an upstream server may change or disappear. */
const cacheControl = 'public, max-age=86400'

/** Serves only those files of the upstream server that this server has named in a response. */
export function upstreamRoute(scope: FastifyInstance, { upstream, urls }: UpstreamFiles): void {
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/upstream/:signature/:encoded/:file',
    schema: { hide: true },
    config: { rate: 'media' },
    handler: serve,
  })

  async function serve(request: UpstreamRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { signature, encoded } = request.params
    const url = urls.read(signature, encoded)
    if (url === null) throw new AppError('not_found', { detail: 'noFile' })
    const { bytes, contentType } = await upstream
      .fetchFile(url, clientKey(request.ip))
      .catch((error: unknown) => {
        throw asMediaError(error)
      })
    const range = request.method === 'GET' ? readRange(request.headers.range, bytes.length) : null
    reply.headers({ 'content-type': contentType, 'cache-control': cacheControl, 'accept-ranges': 'bytes' })
    if (range === 'unsatisfiable')
      return reply
        .code(416)
        .headers({ 'cache-control': 'no-store', 'content-range': `bytes */${bytes.length}` })
        .send()
    if (range === null) {
      reply.header('content-length', String(bytes.length))
      return request.method === 'HEAD' ? reply.send() : reply.send(bytes)
    }
    const { first, last } = range
    return reply
      .code(206)
      .header('content-range', `bytes ${first}-${last}/${bytes.length}`)
      .send(bytes.subarray(first, last + 1))
  }
}

/** Errors of an upstream server, without details of its address. */
function asMediaError(error: unknown): unknown {
  if (!(error instanceof AppError) || !error.code.startsWith('source_')) return error
  if (!error.retry) return new AppError('not_found', { detail: 'noFile' }, { cause: error })
  return new AppError('unavailable', { detail: 'fileNotFetchedNow' })
}
