import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gif } from '../../catalogue/gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import { creationStatus } from '../../creation/creation-status.ts'
import { presentAccepted } from '../../http/api/creation-route.ts'
import { AppError } from '../../lib/app-error.ts'
import {
  emptyFields,
  fieldsOfRequest,
  fieldsOfTyped,
  type FormFields,
  formValues,
  readWish,
} from '../creation-form.ts'
import { createPage } from '../pages/create-page.ts'
import { taskPage } from '../pages/task-page.ts'
import { inWords } from '../parts/create-words.ts'
import { postForm } from '../post-form.ts'
import { readText } from '../read-query.ts'
import { sendPage } from '../send-page.ts'
import type { Site } from '../site.ts'
import { wantsJson } from '../site-errors.ts'

/** The maker, and the page of each GIF in the making. */
export function createRoutes(scope: FastifyInstance, site: Site): void {
  const { uploadLimits } = site
  scope.get('/create', { schema: { hide: true } }, async (request, reply) => {
    const earlier = await earlierFields(site, request)
    const fields = earlier ?? emptyFields(site.limits.maxClipSeconds)
    const page = await form(site, request, fields, { error: null, isAgain: earlier !== null })
    return sendPage(request, reply, page)
  })

  postForm(scope, '/create', {
    values: formValues,
    config: {
      rate: 'creation',
      admit: site.admitCreation,
      uploads: {
        fields: ['video', 'pictures[]'],
        maxFiles: uploadLimits.maxPictures,
        maxFileBytes: uploadLimits.maxUploadBytes,
      },
    },
    take: async (values, request, reply) => {
      const { id } = await site.submitCreation(readWish(values, uploadLimits), request.viewer)
      if (wantsJson(request)) return reply.header('cache-control', 'no-store').send(presentAccepted(id))
      return reply.redirect(site.view(request).links.path(`/create/${id}`), 303)
    },
    again: (typed, error, request) =>
      form(site, request, fieldsOfTyped(typed), { error: inWords(error), isAgain: true }),
  })

  scope.get<{ Params: { task: string } }>(
    '/create/:task',
    { schema: { hide: true } },
    async (request, reply) => {
      const { task: id } = request.params
      const task = await creationStatus(site.tasks, id)
      const gif = task.status === 'done' ? await gifOf(site, task.code, request) : null
      reply.header('cache-control', 'private, no-store')
      return sendPage(request, reply, taskPage(site.view(request), { id, task, gif }))
    },
  )
}

async function form(
  { catalogue, limits, uploadLimits, view }: Site,
  request: FastifyRequest,
  fields: FormFields,
  state: { error: AppError | null; isAgain: boolean },
) {
  const { maxUploadBytes, maxPictureBytes, maxPictures } = uploadLimits
  const { maxClipSeconds } = limits
  return createPage(view(request), {
    ...state,
    categories: await catalogue.listCategories(),
    fields,
    limits: { maxClipSeconds, maxUploadBytes, maxPictureBytes, maxPictures },
  })
}

/** The fields of the task that `from` names, if it is nobody's or the viewer's own; null otherwise. */
async function earlierFields(site: Site, request: FastifyRequest): Promise<FormFields | null> {
  const from = readText(request.query, 'from')
  if (from === '') return null
  const task = await site.tasks.read(from)
  const isOpen = task !== undefined && (task.ownerId === null || task.ownerId === request.viewer.account?.id)
  return isOpen ? fieldsOfRequest(task.request, site.limits.maxClipSeconds) : null
}

async function gifOf({ catalogue }: Site, code: string, { viewer }: FastifyRequest): Promise<Gif | null> {
  return showGif(catalogue, code, viewer).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
}
