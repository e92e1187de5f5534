import type { UpstreamFiles } from '../../catalogue/upstream.ts'
import type { IncomingHttpHeaders } from 'node:http'
import { extname } from 'node:path'
import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../accounts/account.ts'
import type { CatalogueStore } from '../../catalogue/catalogue-store.ts'
import type { ChangeFeed } from '../../catalogue/change-feed.ts'
import type { Discovery } from '../../catalogue/discovery/discovery.ts'
import { type Gif, isListed, isOpen } from '../../catalogue/gif.ts'
import { maySee } from '../../catalogue/show-gif.ts'
import { AppError } from '../../lib/app-error.ts'
import { resolveRendition } from '../../media/resolve-rendition.ts'
import type { ByteRange, MediaStore, Presign, StoreKey } from '../../media/media-store.ts'
import type { MediaUrls } from '../../media/media-urls.ts'
import { renditionKey, type RenditionName, renditionNames, renditions } from '../../media/rendition.ts'
import { describeClient } from '../describe-client.ts'
import { bearerTokens } from '../plugins/authentication.ts'
import { presentContractError } from '../plugins/errors.ts'
import { type Authentication, readAndSend, type Surface } from '../surface.ts'
import { readRange } from '../send-range.ts'
import { ListedGifs, type ServedGif } from './listed-gifs.ts'
import { type CachedFile, MediaCache } from './media-cache.ts'
import { commonHeaders, gifHeaders, headersOf, type ServedFile, wholeFileHeaders } from './media-headers.ts'
import type { OffloadHeaders } from './offload.ts'
import { upstreamRoute } from './upstream-route.ts'
import { checkPreconditions, isConditional, rangeApplies } from '../preconditions.ts'
import { Readable } from 'node:stream'

/** The number of bytes written at once. */
const chunkBytes = 128 * 1024

/** Sends a range of a file in memory, and releases it when the connection no longer needs it. */
function sendCached(reply: FastifyReply, { bytes, release }: CachedFile, { first, last }: ByteRange): void {
  if (reply.raw.closed) release()
  else reply.raw.on('close', release)
  const part = bytes.subarray(first, last + 1)
  void reply.send(part.length <= chunkBytes ? part : new Chunks(part))
}

/**
 * The rate of a response is measured by whole chunks (connection-limits.ts): one chunk with the whole file would hide a
 * slow client.
 */
class Chunks extends Readable {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    super({ highWaterMark: chunkBytes })
    this.#bytes = bytes
  }

  override _read(): void {
    const chunk = this.#bytes.subarray(this.#at, this.#at + chunkBytes)
    this.#at += chunk.length
    this.push(chunk.length === 0 ? null : chunk)
  }
}

const maxNameLength = 80

/**
 * The Content-Disposition that saves a file under its title: an ASCII name for all clients, and the full name by RFC
 * 8187 for those that support it. Characters that are special in file systems or change the writing direction are
 * removed.
 */
export function attachmentOf(title: string, extension: string): string {
  const cleaned = title
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"/\\|?*%]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+/, '')
  const short = [...cleaned]
    .slice(0, maxNameLength)
    .join('')
    .replace(/(?<![ .])[ .]+$/, '')
  const name = `${short === '' ? 'animation' : short}.${extension}`
  const ascii = name.replace(/[^\x20-\x7e]/gu, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

export type MediaDeps = {
  mediaStore: MediaStore
  catalogue: CatalogueStore
  /** Notifies of changes to listed GIFs, which are cached. */
  changes: ChangeFeed
  discovery: Discovery
  mediaUrls: MediaUrls
  /** Names a file for the reverse proxy, which then sends it; null if the program sends files. */
  offload: OffloadHeaders | null
  /**
   * Makes addresses of the media store itself, to which requests for private GIFs are redirected; null: the program
   * sends their files.
   */
  presign: Presign | null
  /** Null if no files of another server are served. */
  upstreamFiles: UpstreamFiles | null
  /** The viewer of an API token. */
  viewerOf: Authentication['viewerOf']
  /** The viewer of a request, by token or session. Called only for files of hidden GIFs. */
  viewerOfRequest: (request: FastifyRequest) => Promise<Viewer>
}

type MediaRequest = FastifyRequest<{
  Params: { mediaId: string; file: string }
  Querystring: Record<string, unknown>
}>

type Found = ServedFile & { key: StoreKey }

const namesByFile = new Map(renditionNames.map((name) => [renditions[name].file, name]))

const cacheLimits = { maxFileBytes: 4 * 2 ** 20, maxTotalBytes: 64 * 2 ** 20 }
/** The validity of an address of the store for a file of a private GIF. */
const presignedSeconds = 300
const mediaIdShape = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Serves the renditions under /media/gifs. No file is served without a record in the catalogue. Files of a private GIF
 * need a signed address, those of a hidden one a viewer with access, and neither may be cached; those of a listed one
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
  const { mediaStore, catalogue, changes, discovery, mediaUrls, viewerOfRequest } = deps
  const { offload, presign } = deps
  const cache = new MediaCache(mediaStore, cacheLimits)
  const listed = new ListedGifs(catalogue, changes)

  /** Without a promise if the GIF and the file are in memory, as popular ones are. */
  function serve(request: MediaRequest, reply: FastifyReply): Promise<FastifyReply> | undefined {
    const { mediaId, file: fileName } = request.params
    const name = namesByFile.get(fileName)
    if (name === undefined || !mediaIdShape.test(mediaId)) throw noFile()
    const remembered = listed.remembered(mediaId, name)
    const stored = remembered?.listed.stored
    if (offload !== null && remembered !== undefined && stored) {
      handOver(request, reply, { gif: remembered.gif, name }, (headers) =>
        offload(headers, remembered.listed.key, stored),
      )
      return undefined
    }
    const file = remembered && cache.knownFile(remembered.listed.key)
    if (remembered === undefined || file === undefined) {
      return find(request, name, renditionKey(mediaId, name)).then(
        (found) => (found === null ? redirect(request, reply, name) : answer(request, reply, found)) ?? reply,
      )
    }
    const found = { gif: remembered.gif, key: remembered.listed.key, name, file }
    return sendWhole(request, reply, found) ? undefined : answer(request, reply, found)
  }

  /**
   * Lets the reverse proxy send the file. It handles ranges, conditions and HEAD itself, with its own tag, so no tag is
   * sent to it. Without fastify's reply, as in `sendWhole`, if no body can be arriving.
   */
  function handOver(
    request: MediaRequest,
    reply: FastifyReply,
    { gif, name }: { gif: ServedGif; name: RenditionName },
    offloaded: (headers: Record<string, string>) => Record<string, string>,
  ): void {
    const { raw } = request
    const headers = offloaded(gifHeaders(gif, name))
    if (request.query.download === '1' || hasBody(raw.headers) || !reply.raw.shouldKeepAlive) {
      noteDownload(request, reply, gif, name)
      void reply.headers(headers).send()
      return
    }
    reply.hijack()
    reply.raw.writeHead(200, { ...commonHeaders, ...headers, 'content-length': '0' })
    reply.raw.end()
  }

  function noteDownload(
    request: MediaRequest,
    reply: FastifyReply,
    gif: ServedGif,
    name: RenditionName,
  ): void {
    if (request.query.download !== '1') return
    reply.header('content-disposition', dispositionOf(gif, name))
    if (request.method === 'GET') discovery.countUse(gif, 'download', describeClient(request))
  }

  /**
   * Sends a file in the most common case: whole, from memory, and small enough for one write. Without fastify's reply,
   * whose headers and hooks cost as much as the rest of such a response. Returns false in all other cases.
   */
  function sendWhole({ raw, query }: MediaRequest, reply: FastifyReply, found: Found): boolean {
    const { key, file } = found
    const { method, headers } = raw
    if (method !== 'GET' || !reply.raw.shouldKeepAlive || hasBody(headers)) return false
    if (headers.range !== undefined || isConditional(headers)) return false
    if (query.download !== undefined || file.bytes > chunkBytes) return false
    const loaded = cache.acquireLoaded(key)
    if (loaded === undefined) return false
    reply.hijack()
    reply.raw.on('close', loaded.release)
    reply.raw.writeHead(200, wholeFileHeaders(found))
    reply.raw.end(loaded.bytes)
    return true
  }

  /**
   * Null if no GIF has these files (anymore). Throws AppError not_found if there is no such file, or the viewer may not
   * have it.
   */
  async function find(request: MediaRequest, name: RenditionName, key: StoreKey): Promise<Found | null> {
    const gif = await listed.read(request.params.mediaId)
    if (gif === undefined) return null
    if (gif.renditions[name] === undefined) throw noFile()
    if (!isOpen(gif) && !(await mayOpen(request, gif, key))) throw noFile()
    const file = await cache.stat(key)
    if (file === undefined) throw noFile()
    return { gif, name, key, file }
  }

  /** Redirects to the same file of the GIF that this one was merged into, if it is open to everyone. */
  async function redirect(
    request: MediaRequest,
    reply: FastifyReply,
    name: RenditionName,
  ): Promise<FastifyReply> {
    const gif = await catalogue.gifMovedFrom({ mediaId: request.params.mediaId })
    if (gif === undefined || !isOpen(gif)) throw noFile()
    const file = resolveRendition(gif, name).name
    const isDownload = request.query.download === '1'
    reply.header('cache-control', isListed(gif) ? 'public, max-age=3600' : 'private, no-cache')
    return reply.redirect(isDownload ? mediaUrls.downloadUrlOf(gif, file) : mediaUrls.urlOf(gif, file), 301)
  }

  function answer(
    request: MediaRequest,
    reply: FastifyReply,
    found: Found,
  ): Promise<FastifyReply> | undefined {
    const { gif, name, file } = found
    if (offload !== null) {
      const remembered = listed.remembered(request.params.mediaId, name)
      if (remembered !== undefined) remembered.listed.stored = file
      handOver(request, reply, found, (headers) => offload(headers, found.key, file))
      return undefined
    }
    const verdict = checkPreconditions(request.headers, file)
    if (verdict === 'failed') {
      void reply.code(412).header('cache-control', 'no-store').send()
      return undefined
    }
    reply.headers(headersOf(found))
    noteDownload(request, reply, gif, name)
    if (verdict === 'proceed' && presign !== null && mayPresign(request, gif))
      return redirectToStore(request, reply, found, presign)
    if (verdict === 'proceed') return sendFile(request, reply, found)
    void reply.code(304).send()
    return undefined
  }

  /** Valid for so short a time that sharing the address is hardly useful. */
  async function redirectToStore(
    request: MediaRequest,
    reply: FastifyReply,
    { gif, name, key }: Found,
    makeAddress: Presign,
  ): Promise<FastifyReply> {
    const { contentType } = renditions[name]
    const disposition = request.query.download === '1' ? dispositionOf(gif, name) : undefined
    const url = await makeAddress(key, presignedSeconds, {
      contentType,
      ...(disposition !== undefined && { disposition }),
    })
    for (const header of ['etag', 'last-modified', 'accept-ranges', 'content-type', 'content-disposition'])
      reply.removeHeader(header)
    return reply.header('cache-control', 'private, no-store').redirect(url, 302)
  }

  async function mayOpen(request: MediaRequest, gif: Gif, key: StoreKey): Promise<boolean> {
    const { expires, signature } = request.query
    if (!gif.hidden) return mediaUrls.isSigned(key, expires, signature)
    request.cookies = scope.parseCookie(request.headers.cookie ?? '')
    return maySee(catalogue, gif, await viewerOfRequest(request))
  }

  function sendFile(
    request: MediaRequest,
    reply: FastifyReply,
    { key, file }: Found,
  ): Promise<FastifyReply> | undefined {
    const { range: asked, 'if-range': ifRange } = request.headers
    const isPart = asked !== undefined && request.method === 'GET' && rangeApplies(ifRange, file)
    const range = isPart ? readRange(asked, file.bytes) : null
    if (range === 'unsatisfiable') {
      reply.header('cache-control', 'no-store').header('content-range', `bytes */${file.bytes}`)
      void reply.code(416).send()
      return undefined
    }
    const window = range ?? { first: 0, last: file.bytes - 1 }
    reply.header('content-length', String(window.last - window.first + 1))
    if (range !== null)
      reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${file.bytes}`)
    if (request.method === 'HEAD') {
      void reply.send()
      return undefined
    }
    const loaded = cache.acquireLoaded(key)
    if (loaded !== undefined) {
      sendCached(reply, loaded, window)
      return undefined
    }
    return cache.acquire(key, file).then(async (cached) => {
      if (cached !== undefined) sendCached(reply, cached, window)
      else void reply.send(await mediaStore.read(key, range ?? undefined))
      return reply
    })
  }

  // Cookies are parsed only where they are needed: for files of hidden GIFs.
  await scope.register(cookie, { hook: false })
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(commonHeaders)
    done()
  })
  if (deps.upstreamFiles !== null) upstreamRoute(scope, deps.upstreamFiles)
  scope.route({
    method: ['GET', 'HEAD'],
    url: '/gifs/:mediaId/:file',
    schema: { hide: true },
    config: { rate: 'media' },
    handler: serve,
  })
}

function dispositionOf(gif: ServedGif, name: RenditionName): string {
  return attachmentOf(gif.title, extname(renditions[name].file).slice(1))
}

/**
 * Files of a hidden GIF stay with the program, which checks the viewer each time. An address is signed only for GET.
 */
function mayPresign({ method }: MediaRequest, gif: ServedGif): boolean {
  return method === 'GET' && gif.visibility === 'private' && !gif.hidden
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

function noFile(): AppError {
  return new AppError('not_found', { detail: 'noFile' })
}
