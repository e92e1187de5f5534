import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { visibilities } from '../../catalogue/gif.ts'
import { upload } from '../../creation/values/uploaded-file.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { randomId } from '../../lib/ids.ts'
import { splitTagLine, tagLine } from '../kit/forms/tag-line.ts'
import { readRatingChoice, unrated } from '../kit/forms/rating.ts'
import { postForm, type Typed, typedFlag, typedText } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { signedInAccount } from '../kit/requests/viewer.ts'
import { wantsJson } from '../kit/requests/site-errors.ts'
import { english } from '../messages/en/messages.ts'
import type { Site } from '../site.ts'
import { dropRoutes } from './drop-routes.ts'
import { type ImportFields, importForAccountsPage, importPage } from './import-page.ts'

const batchLength = 22
const recentDrops = 5

const values = Type.Object({
  batch: Type.String({ pattern: `^[0-9A-Za-z]{${batchLength}}$` }),
  category: Type.Integer(),
  tags: tagLine,
  rating: Type.Optional(Type.String({ default: unrated })),
  visibility: Type.Optional(
    Type.Union(
      visibilities.map((known) => Type.Literal(known)),
      { default: 'public' },
    ),
  ),
  folders: Type.Optional(Type.Boolean({ default: false })),
  /** The paths of the files, in the same order, for files from folders. */
  'paths[]': Type.Optional(Type.Array(Type.String({ maxLength: 4096 }), { default: [] })),
  'files[]': Type.Optional(Type.Array(upload('files'), { default: [] })),
})

/** The import page and the pages of drops. Visitors see why importing requires an account. */
export function importRoutes(scope: FastifyInstance, site: Site): void {
  const { dropLimits, view } = site
  scope.get('/import', { schema: { hide: true } }, async (request, reply) => {
    if (request.viewer.account === null) return sendPage(request, reply, importForAccountsPage(view(request)))
    reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await form(site, request, noFields, null))
  })

  postForm(scope, '/import', {
    values,
    config: {
      rate: 'creation',
      admit: (bytes, from) => {
        // Checked before a large body is read.
        if (from.viewer.account === null)
          throw new AppError('unauthorized', english.kit.errors.signInWithBrowser)
        return site.admitCreation(bytes, from)
      },
      uploads: {
        fields: ['files[]'],
        maxFiles: dropLimits.maxFiles,
        maxFileBytes: dropLimits.maxBytes,
        maxTotalBytes: dropLimits.maxBytes,
      },
    },
    async handle(values, request, reply) {
      const { id: ownerId } = signedInAccount(request)
      const { batch, category, tags = '', rating = unrated, visibility = 'public' } = values
      const { 'files[]': files = [], 'paths[]': paths = [] } = values
      if (files.length === 0)
        throw new AppError('missing_value', english.import.noFiles, { field: 'files[]' })
      if ((await site.catalogue.categoryById(category)) === undefined)
        throw new AppError('invalid_value', 'Choose a category.', { field: 'category' })
      await site.receiveFiles(
        files.map(({ path, fileName }, index) => ({ path, name: paths[index] ?? fileName ?? '' })),
        { batch, ownerId },
        {
          categoryId: category,
          tags: splitTagLine(tags),
          rating: readRatingChoice(rating),
          visibility,
          folders: values.folders === true ? 'tags' : 'none',
        },
      )
      if (wantsJson(request)) return reply.header('cache-control', 'no-store').send({ status: 'done' })
      return reply.redirect(view(request).links.path(`/import/${batch}`), 303)
    },
    rerender: (typed, error, request) => form(site, request, typedFields(typed), error),
  })

  dropRoutes(scope, site)
}

const noFields: ImportFields = {
  category: '',
  tags: '',
  rating: unrated,
  visibility: 'public',
  folders: true,
}

function typedFields(typed: Typed): ImportFields {
  return {
    category: typedText(typed, 'category'),
    tags: typedText(typed, 'tags'),
    rating: typedText(typed, 'rating'),
    visibility: typedText(typed, 'visibility'),
    folders: typedFlag(typed, 'folders'),
  }
}

async function form(
  { catalogue, drops, dropLimits, clock, view }: Site,
  request: FastifyRequest,
  fields: ImportFields,
  error: AppError | null,
): Promise<Html> {
  const { id } = signedInAccount(request)
  return importPage(view(request), {
    batch: randomId(batchLength),
    categories: await catalogue.listCategories(),
    fields,
    limits: dropLimits,
    recent: await drops.ofOwner(id, recentDrops),
    nowMs: clock.now(),
    error,
  })
}
