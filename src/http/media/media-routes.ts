import { extname } from 'node:path'
import { Readable } from 'node:stream'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../accounts/account.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import { type Gif, isListed, isOpen } from '../../catalogue/gif.ts'
import { maySee } from '../../catalogue/show-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import type { MediaStore, StoredFile, StoreKey } from '../../media/media-store.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { type RenditionName, renditionKey, renditionNames, renditions } from '../../media/rendition.ts'
import { describeClient } from '../describe-client.ts'
import { bearerTokens } from '../plugins/authentication.ts'
import { presentContractError } from '../plugins/errors.ts'
import { type Authentication, readAndSend, type Surface } from '../surface.ts'
import { readRange } from './byte-range.ts'
import { attachmentOf } from './download-name.ts'
import { MediaCache } from './media-cache.ts'
import { checkPreconditions, httpDate, rangeApplies } from './preconditions.ts'

export type MediaDeps = {
  mediaStore: MediaStore
  catalogue: Pick<CatalogueStore, 'gifByMediaId' | 'hasOpenReports'>
  discovery: Pick<Discovery, 'countUse'>
  mediaUrls: Pick<MediaUrls, 'isSigned'>
  /** The viewer of an API token. */
  viewerOf: Authentication['viewerOf']
  /** The viewer of a request, by token or session. Called for files of hidden GIFs only. */
  viewerOfRequest: (request: FastifyRequest) => Promise<Viewer>
}

type MediaRequest = FastifyRequest<{
  Params: { mediaId: string; file: string }
  Querystring: Record<string, unknown>
}>

const cacheLimits = { maxFileBytes: 4 * 2 ** 20, maxTotalBytes: 64 * 2 ** 20 }
const chunkBytes = 64 * 1024
const mediaIdShape = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Any site may embed a file, and no file is a page. A browser that opens one directly builds a page around it, which
 * loads the file again: so images and media are allowed, and scripts are not.
 */
const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * Serves the renditions under /media/gifs. Without a record in the catalogue no file is served. Files of a private GIF
 * need a signed address, those of a hidden one a viewer who may see it, and neither may be cached; those of a listed one
 * never change and are cached for a year.
 */
export function mediaSurface(deps: MediaDeps): Surface {
  return {
    prefix: '/media',
    methods: readAndSend,
    authentication: bearerTokens(deps.viewerOf, 'ignored'),
    presentError: presentContractError,
    leniency: 'strict',
    routes: (scope) => mediaRoutes(scope, deps),
  }
}

async function mediaRoutes(scope: FastifyInstance, deps: MediaDeps): Promise<void> {
  const { mediaStore, catalogue, discovery, mediaUrls, viewerOfRequest } = deps
  const cache = new MediaCache(mediaStore, cacheLimits)

  async function serve(request: MediaRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { mediaId, file: fileName } = request.params
    const name = renditionNames.find((candidate) => renditions[candidate].file === fileName)
    const gif =
      name !== undefined && mediaIdShape.test(mediaId) ? await catalogue.gifByMediaId(mediaId) : undefined
    if (name === undefined || gif?.renditions[name] === undefined) throw noFile()
    const key = renditionKey(mediaId, name)
    if (!isOpen(gif) && !(await mayOpen(request, gif, key))) throw noFile()
    const file = await cache.stat(key)
    if (file === undefined) throw noFile()

    const verdict = checkPreconditions(request.headers, file)
    if (verdict === 'failed') return reply.code(412).header('cache-control', 'no-store').send()
    reply.headers(fileHeaders(gif, name, file))
    if (request.query.download === '1') {
      reply.header('content-disposition', attachmentOf(gif.title, extname(fileName).slice(1)))
      if (request.method === 'GET') discovery.countUse(gif, 'download', describeClient(request))
    }
    if (verdict === 'not-modified') return reply.code(304).send()
    return sendFile(request, reply, key, file)
  }

  async function mayOpen(request: MediaRequest, gif: Gif, key: StoreKey): Promise<boolean> {
    const { expires, signature } = request.query
    if (!gif.hidden) return mediaUrls.isSigned(key, expires, signature)
    return maySee(catalogue, gif, await viewerOfRequest(request))
  }

  async function sendFile(request: MediaRequest, reply: FastifyReply, key: StoreKey, file: StoredFile) {
    const { range: asked, 'if-range': ifRange } = request.headers
    const range =
      request.method === 'GET' && rangeApplies(ifRange, file) ? readRange(asked, file.bytes) : null
    if (range === 'unsatisfiable') {
      reply.header('cache-control', 'no-store').header('content-range', `bytes */${file.bytes}`)
      return reply.code(416).send()
    }
    const window = range ?? { first: 0, last: file.bytes - 1 }
    reply.header('content-length', String(window.last - window.first + 1))
    if (range !== null)
      reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.bytes}`)
    if (request.method === 'HEAD') return reply.send()

    const cached = await cache.acquire(key, file)
    if (cached === undefined) return reply.send(await mediaStore.read(key, range ?? undefined))
    if (reply.raw.closed) cached.release()
    else reply.raw.once('close', cached.release)
    return reply.send(inChunks(cached.bytes.subarray(window.first, window.last + 1)))
  }

  await scope.register(cookie)
  scope.addHook('onRequest', async (_request, reply) => void reply.headers(commonHeaders))
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/gifs/:mediaId/:file',
    schema: { hide: true },
    config: { rate: 'media' },
    handler: serve,
  })
}

function fileHeaders(gif: Gif, name: RenditionName, file: StoredFile): Record<string, string> {
  return {
    'content-type': renditions[name].contentType,
    'cache-control': cacheControlOf(gif),
    'accept-ranges': 'bytes',
    ...(gif.hidden && { 'cross-origin-resource-policy': 'same-origin' }),
    ...(!isListed(gif) && { 'x-robots-tag': 'noindex' }),
    etag: file.etag,
    'last-modified': httpDate(file.modifiedAt),
  }
}

/** Only the browser that asked for an unlisted file caches it, and revalidates it each time. */
function cacheControlOf(gif: Gif): string {
  if (isListed(gif)) return 'public, max-age=31536000, immutable'
  return isOpen(gif) ? 'private, no-cache' : 'private, no-store'
}

/** The rate of an answer is measured by whole chunks (connection-limits.ts): a chunk of the whole file would hide a slow client. */
function inChunks(bytes: Buffer): Buffer | Readable {
  return bytes.length <= chunkBytes ? bytes : Readable.from(chunksOf(bytes), { objectMode: false })
}

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
}

function noFile(): AppError {
  return new AppError('not_found', 'There is no file at this address.')
}
