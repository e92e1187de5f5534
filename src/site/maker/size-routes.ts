import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { defaultCategory } from '../../catalogue/category.ts'
import { sourceIdShape } from '../../creation/sources/prepared-source.ts'
import { noSource } from '../../creation/sources/source-store.ts'
import { stickerField, stickerLimits } from '../../creation/values/layer-values.ts'
import { requesterOf } from '../../http/plugins/request-bodies.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sourceOwnerOf } from '../kit/requests/source-owner.ts'
import type { Site } from '../site.ts'
import { creationReader, formValues } from './creation-form.ts'
import { readKeptPictures, readKeptStickers } from './kept-fields.ts'
import type { MeasurementAnswer } from './source-answer.ts'

const headers = { 'cache-control': 'private, no-store' }

/**
 * What a GIF of a prepared source comes to, for the maker's script: asked for with the fields that make the GIF, then polled.
 * For everyone but the owner of the source it is not there.
 */
export function sizeRoutes(scope: FastifyInstance, site: Site): void {
  const { limits, uploadLimits, measureSize, settings } = site
  const readCreation = creationReader({ ...limits, ...uploadLimits })
  const ownerOf = (request: FastifyRequest) => sourceOwnerOf(request, settings.url())

  postForm(scope, '/create/sources/:id/size', {
    values: formValues,
    config: {
      rate: 'size',
      admit: site.admitCreation,
      uploads: {
        fields: [stickerField],
        limitsOf: stickerLimits(uploadLimits),
        maxFiles: uploadLimits.maxPictures,
        maxFileBytes: uploadLimits.maxPictureBytes,
      },
    },
    handle: async (values, request, reply) => {
      const sourceId = idOf(request)
      const categories = await site.catalogue.listCategories()
      const creation = readCreation(
        { ...values, prepared: sourceId },
        {
          categoryId: defaultCategory(categories, settings.defaultCategory)?.id ?? null,
          untitled: site.view(request).messages.maker.untitled,
        },
      )
      const choice = {
        id: sourceId,
        owner: ownerOf(request),
        stickers: readKeptStickers(values.kept_stickers),
        pictures: readKeptPictures(values) ?? [],
      }
      const id = await measureSize.measure(creation, choice, requesterOf(request))
      return reply
        .code(202)
        .headers(headers)
        .send({ id, status: 'waiting' } satisfies MeasurementAnswer)
    },
  })

  scope.get('/create/sources/:id/size/:measurement', { schema: { hide: true } }, async (request, reply) => {
    const id = readText(request.params, 'measurement')
    const state = await measureSize.state(idOf(request), id, ownerOf(request))
    if (state.status !== 'done')
      return reply.headers(headers).send({ id, ...state } satisfies MeasurementAnswer)
    const { sizeNote = null, ...measured } = state.measured
    return reply.headers(headers).send({ id, status: 'done', measured, sizeNote } satisfies MeasurementAnswer)
  })

  postForm(scope, '/create/sources/:id/size/stop', {
    values: Type.Object({}),
    handle: async (_values, request, reply) => {
      await measureSize.stop(idOf(request), ownerOf(request))
      return reply.headers(headers).code(204).send()
    },
  })
}

/** Throws AppError not_found for what is no id. */
function idOf({ params }: FastifyRequest): string {
  const id = readText(params, 'id')
  if (!sourceIdShape.test(id)) throw noSource()
  return id
}
