import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding } from '../../../http/plugins/content-encoding.ts'
import { isNotModified } from '../../../http/preconditions.ts'
import { findAsset } from './assets.ts'
import { layerFile, layerFolder } from './layer-files.ts'
import type { Asset } from './make-asset.ts'
import type { Site } from '../../site.ts'
import { readText } from '../requests/read-query.ts'
import { noPage } from '../requests/site-errors.ts'

const cacheForever = 'public, max-age=31536000, immutable'
const cacheOneDay = 'public, max-age=86400'

/** RFC 9116 requires an expiry date for the contact, at most a year ahead. */
const contactLifetimeMs = 180 * 24 * 60 * 60_000

/** The files that pages load, and those that browsers and search engines request by themselves. */
export function assetRoutes(scope: FastifyInstance, { assets, settings, clock }: Site): void {
  const hidden = { schema: { hide: true }, config: { rate: 'media' } } as const
  scope.get('/favicon.svg', hidden, (request, reply) => sendAsset(request, reply, assets.mark, cacheOneDay))
  scope.get('/robots.txt', hidden, (_request, reply) =>
    reply.header('cache-control', cacheOneDay).type('text/plain').send('User-agent: *\nDisallow: /api/\n'),
  )
  scope.get('/.well-known/security.txt', hidden, (_request, reply) => {
    const { securityContact } = settings
    if (securityContact === null) throw noPage()
    const expires = new Date(clock.now() + contactLifetimeMs).toISOString()
    return reply
      .header('cache-control', cacheOneDay)
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: en\n`)
  })
  scope.get(`${layerFolder}:name`, hidden, async (request, reply) => {
    const asset = await layerFile(readText(request.params, 'name'))
    if (asset === null) throw noPage()
    return sendAsset(request, reply, asset, cacheForever)
  })
  scope.get<{ Params: { hash: string; name: string } }>('/static/:hash/:name', hidden, (request, reply) => {
    const { hash, name } = request.params
    const asset = findAsset(`/static/${hash}/${name}`)
    if (asset === undefined) throw noPage()
    return sendAsset(request, reply, asset, cacheForever)
  })
}

/** Sends a file in the encoding that the client accepts, or 304. */
export function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cacheControl: string,
): FastifyReply {
  const encoding = asset.isCompressed ? 'identity' : chooseEncoding(request.headers)
  const { bytes, etag } = asset.forms[encoding]
  reply.headers({ 'cache-control': cacheControl, vary: 'Accept-Encoding', etag })
  if (asset.headers !== undefined) reply.headers(asset.headers)
  if (isNotModified(request.headers, etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', asset.contentType).send(bytes)
}
