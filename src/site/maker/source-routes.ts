import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { pictureFile, previewFile, sourceIdShape } from '../../creation/sources/prepared-source.ts'
import type { SourceRequest, SourceState } from '../../creation/sources/prepare-source.ts'
import { noSource } from '../../creation/sources/source-store.ts'
import { keepOneVariant, variantsOf } from '../../creation/sources/variants.ts'
import { sendStoredFile } from '../../http/send-range.ts'
import { requesterOf } from '../../http/plugins/request-bodies.ts'
import { upload } from '../../creation/values/uploaded-file.ts'
import { AppError } from '../../lib/app-error.ts'
import { sniffBytes, sniffConvertible, sniffPicture } from '../../media/file-type.ts'
import type { StoreKey } from '../../media/media-store.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { readNumber, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { wantsJson } from '../kit/requests/site-errors.ts'
import { identifySourceOwner, sourceOwnerOf } from '../kit/requests/source-owner.ts'
import type { Site } from '../site.ts'
import { keepVariantPage } from './keep-variant-page.ts'
import { presentSource } from './present-source.ts'

const sourceValues = Type.Object({
  url: Type.Optional(Type.String({ maxLength: 4096 })),
  file: Type.Optional(upload({ detail: 'mustBeVideoFile' })),
  picture: Type.Optional(upload({ detail: 'mustBeOneFile' })),
})

/** What is looked at by its owner alone, and by no cache. */
const privateHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; media-src 'self'",
  'cross-origin-resource-policy': 'same-origin',
}

/** Sources that are prepared before a GIF is made of them. For everyone but their owner they are not there. */
export function sourceRoutes(scope: FastifyInstance, site: Site): void {
  const { prepareSource, uploadLimits, mediaStore, settings } = site
  const hidden = { schema: { hide: true } }
  const ownerOf = (request: FastifyRequest) => sourceOwnerOf(request, settings.url())

  /** Throws AppError not_found for what is no id. */
  function idOf({ params }: FastifyRequest): string {
    const id = readText(params, 'id')
    if (!sourceIdShape.test(id)) throw noSource()
    return id
  }

  async function sendState(request: FastifyRequest, reply: FastifyReply, state: SourceState, status = 200) {
    const gifs = await variantsOf(site, state.source.id, ownerOf(request))
    reply.code(status).headers(privateHeaders)
    return reply.send(presentSource(site.view(request), state, gifs))
  }

  postForm(scope, '/create/sources', {
    values: sourceValues,
    config: {
      rate: 'creation',
      admit: site.admitCreation,
      uploads: { fields: ['file', 'picture'], maxFiles: 1, maxFileBytes: uploadLimits.maxUploadBytes },
    },
    handle: async (values, request, reply) => {
      const asked = readSource(values, uploadLimits.maxPictureBytes)
      const owner = identifySourceOwner(request, reply, site)
      const source = await prepareSource.prepare(asked, requesterOf(request), owner)
      if (!wantsJson(request))
        return reply.redirect(site.view(request).links.path(`/create?prepared=${source.id}`), 303)
      return sendState(request, reply, await prepareSource.state(source.id, owner), 202)
    },
  })

  scope.get('/create/sources/:id', hidden, async (request, reply) =>
    sendState(request, reply, await prepareSource.state(idOf(request), ownerOf(request))),
  )

  scope.get('/create/sources/:id/video', { ...hidden, config: { rate: 'media' } }, async (request, reply) => {
    const source = await prepareSource.own(idOf(request), ownerOf(request))
    const { preview } = source
    if (preview === null) throw noSource()
    const { type } = preview
    // One that is watched stays where it is when a longer one was made.
    const part = readNumber(request.query, 'part', 0)
    const shown = part === 0 ? preview : { ...preview, shownSeconds: part / 1000 }
    reply.headers(privateHeaders)
    reply.type(type === 'png' || type === 'jpeg' ? `image/${type}` : `video/${type}`)
    if (!(await sendStoredFile(request, reply, mediaStore, previewFile(source.id, shown)))) throw noSource()
    return reply
  })

  scope.get(
    '/create/sources/:id/pictures/:name',
    { ...hidden, config: { rate: 'media' } },
    async (request, reply) => {
      const source = await prepareSource.own(idOf(request), ownerOf(request))
      const key = pictureFile(source, readText(request.params, 'name'))
      if (key === null) throw noSource()
      const type = await pictureType(site, key)
      reply.headers(privateHeaders).type(`image/${type}`)
      if (!(await sendStoredFile(request, reply, mediaStore, key))) throw noSource()
      return reply
    },
  )

  postForm(scope, '/create/sources/:id/more', {
    values: Type.Object({ seconds: Type.Optional(Type.Number({ minimum: 0, maximum: 86_400 })) }),
    config: { rate: 'creation' },
    handle: async ({ seconds = null }, request, reply) => {
      const id = idOf(request)
      const owner = ownerOf(request)
      await prepareSource.showMore(id, seconds, requesterOf(request), owner)
      if (wantsJson(request)) return sendState(request, reply, await prepareSource.state(id, owner), 202)
      return reply.redirect(site.view(request).links.path(`/create?prepared=${id}`), 303)
    },
  })

  postForm(scope, '/create/sources/:id/discard', {
    values: Type.Object({}),
    handle: async (_values, request, reply) => {
      await prepareSource.discard(idOf(request), ownerOf(request))
      if (wantsJson(request)) return reply.headers(privateHeaders).code(204).send()
      return reply.redirect(site.view(request).links.path('/create'), 303)
    },
  })

  scope.get('/create/sources/:id/keep', hidden, async (request, reply) => {
    const owner = ownerOf(request)
    const source = await prepareSource.own(idOf(request), owner)
    const gifs = await variantsOf(site, source.id, owner)
    const kept = gifs.find(({ code }) => code === readText(request.query, 'code'))
    if (kept === undefined) throw noSource()
    reply.header('cache-control', 'private, no-store')
    const others = gifs.filter((gif) => gif !== kept)
    return sendPage(
      request,
      reply,
      keepVariantPage(site.view(request), { sourceId: source.id, kept, others }),
    )
  })

  postForm(scope, '/create/sources/:id/keep', {
    values: Type.Object({ code: Type.String({ maxLength: 64 }) }),
    handle: async ({ code }, request, reply) => {
      const owner = ownerOf(request)
      const source = await prepareSource.own(idOf(request), owner)
      await keepOneVariant(site, source.id, code, owner)
      if (wantsJson(request)) return sendState(request, reply, await prepareSource.state(source.id, owner))
      return reply.redirect(site.view(request).links.path(`/${code}`), 303)
    },
  })
}

/** Throws AppError missing_value unless exactly one source was sent, and too_large for a picture over the limit. */
function readSource(
  { url, file, picture }: Static<typeof sourceValues>,
  maxPictureBytes: number,
): SourceRequest {
  const link = url?.trim() ?? ''
  const given = [link === '' ? null : link, file, picture].filter((one) => one != null)
  if (given.length !== 1)
    throw new AppError(
      'missing_value',
      { detail: 'sendOneSource' },
      { field: file === undefined && picture === undefined ? 'url' : 'file' },
    )
  if (file !== undefined) return { kind: 'upload', path: file.path }
  if (picture === undefined) return { kind: 'link', url: link }
  if (picture.bytes > maxPictureBytes)
    throw new AppError('too_large', { detail: 'pictureTooLarge', max: maxPictureBytes }, { field: 'picture' })
  return { kind: 'picture', path: picture.path }
}

async function pictureType({ mediaStore }: Site, key: StoreKey): Promise<string> {
  const file = await mediaStore.stat(key)
  if (file === undefined || file.bytes === 0) throw noSource()
  const chunks: Buffer[] = []
  const last = Math.min(sniffBytes, file.bytes) - 1
  for await (const chunk of await mediaStore.read(key, { first: 0, last })) chunks.push(chunk as Buffer)
  const head = Buffer.concat(chunks)
  const type = sniffPicture(head) ?? sniffConvertible(head)
  if (type === null) throw noSource()
  return type
}
