import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { defaultCategory } from '../../catalogue/category.ts'
import { similarGifs } from '../../catalogue/duplicates/similar-gifs.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { showGif } from '../../catalogue/show-gif.ts'
import { remakeKept } from '../../creation/remake-kept.ts'
import { noPreparedSticker } from '../../creation/sources/source-store.ts'
import { creationStatus } from '../../creation/creation-status.ts'
import type { TaskDone, TaskRecord } from '../../creation/task.ts'
import { presentAccepted } from '../../creation/values/present-accepted.ts'
import { stickerField, stickerLimits } from '../../creation/values/layer-values.ts'
import { requesterOf } from '../../http/plugins/request-bodies.ts'
import { AppError, type ErrorView, fromErrorView, toErrorView } from '../../lib/app-error.ts'
import { formNameOf, type OptionLimits } from '../../options/option.ts'
import { creationReader, formValues } from './creation-form.ts'
import { emptyFields, fieldsOfRequest, fieldsOfTyped, type FormFields, withWidth } from './form-fields.ts'
import { readKeptPictures, readKeptStickers } from './kept-fields.ts'
import { makerPage, type MakerPageData } from './maker-page.ts'
import { openedForm, typedSource, withPrepared } from './opened-form.ts'
import { sizeRoutes } from './size-routes.ts'
import { sourceRoutes } from './source-routes.ts'
import { taskPage } from './task-page.ts'
import { recordingPolicy } from '../kit/requests/security-headers.ts'
import { gifWithBrowserKey, keepMadeKey, unlistForVisitor } from '../kit/requests/made-by-visitor.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { FinishedSize } from './finished-size.ts'
import type { Language } from '../messages/languages.ts'
import type { Site } from '../site.ts'
import { unlessUnavailable, wantsJson } from '../kit/requests/site-errors.ts'
import { identifySourceOwner, keptSourceOf } from '../kit/requests/source-owner.ts'
import { messagesOf } from '../messages/messages.ts'
import { translateView } from '../messages/translate-error.ts'
import { formOptions, labelMessage } from '../../options/form-options.ts'
import { mustBeInForm } from '../../options/must-be.ts'

/** The maker, and the page of each GIF in the making. */
export function makerRoutes(scope: FastifyInstance, site: Site): void {
  const { limits, uploadLimits } = site
  const readCreation = creationReader({ ...limits, ...uploadLimits })
  // Layers are drawn on the page itself.
  scope.get('/create', { schema: { hide: true }, config: { webAssembly: true } }, async (request, reply) => {
    const { earlier, prepared, stickers, isGone } = await openedForm(site, request)
    const known = earlier === null ? emptyFields(limits) : fieldsOfRequest(earlier.request, limits, stickers)
    const fields = withWidth(withPrepared(known, prepared), readText(request.query, 'width'))
    const page = await form(site, request, fields, {
      error: errorOf(earlier, limits, request.language),
      isRetry: earlier !== null && prepared === null,
      isAgain: earlier !== null,
      prepared,
      isSourceGone: isGone,
      hasMissedShare: readText(request.query, 'shared') === 'missed',
    })
    reply.header('permissions-policy', recordingPolicy)
    if (prepared !== null) reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, page)
  })

  sourceRoutes(scope, site)
  sizeRoutes(scope, site)

  postForm(scope, '/create', {
    values: formValues,
    config: {
      webAssembly: true,
      rate: 'creation',
      admit: site.admitCreation,
      uploads: {
        fields: ['video', 'pictures[]', stickerField],
        limitsOf: stickerLimits(uploadLimits),
        maxFiles: uploadLimits.maxPictures,
        maxFileBytes: uploadLimits.maxUploadBytes,
        isHashed: true,
      },
    },
    handle: async (values, request, reply) => {
      const categories = await site.catalogue.listCategories()
      const asked = readCreation(values, {
        categoryId: defaultCategory(categories, site.settings.defaultCategory)?.id ?? null,
        untitled: site.view(request).messages.maker.untitled,
      })
      const creation = unlistForVisitor(asked, request)
      const sourceHash = creation.kind === 'keep' ? (values.video?.sha256 ?? null) : null
      const owner = identifySourceOwner(request, reply, site)
      const kept = {
        stickers: readKeptStickers(values.kept_stickers),
        pictures: readKeptPictures(values) ?? [],
      }
      if (site.keepSourceMs === 0 && kept.stickers.length > 0) throw noPreparedSticker()
      const chosen = site.keepSourceMs === 0 ? null : { id: values.prepared || null, owner, ...kept }
      const task = await site.submitCreation(creation, requesterOf(request), sourceHash, chosen)
      const { deleteKeys, settings } = site
      if (task.visitor !== null)
        keepMadeKey(request, reply, settings.url(), { code: task.code, key: task.visitor.manageKey })
      if (wantsJson(request)) {
        const answer = presentAccepted({ siteUrl: settings.url, deleteKeys }, task)
        return reply.header('cache-control', 'no-store').send(answer)
      }
      return reply.redirect(site.view(request).links.path(`/create/${task.id}`), 303)
    },
    describeError: (error, language) => errorForForm(toErrorView(error), limits, language),
    rerender: async (typed, error, request) =>
      form(site, request, fieldsOfTyped(typed), {
        prepared: await typedSource(site, request, typed),
        error,
        isRetry: true,
      }),
  })

  postForm(scope, '/create/:task/cancel', {
    values: Type.Object({}),
    handle: async (_values, request, reply) => {
      const id = readText(request.params, 'task')
      await site.cancelCreation(id, request.viewer)
      if (wantsJson(request))
        return reply.header('cache-control', 'no-store').send(await creationStatus(site.tasks, id))
      return reply.redirect(site.view(request).links.path(`/create/${id}`), 303)
    },
  })

  postForm(scope, '/create/:task/remake', {
    values: Type.Object({}),
    handle: async (_values, request, reply) => {
      const id = readText(request.params, 'task')
      await remakeKept(site, id, request.viewer)
      return reply.redirect(site.view(request).links.path(`/create/${id}`), 303)
    },
  })

  scope.get<{ Params: { task: string } }>(
    '/create/:task',
    { schema: { hide: true } },
    async (request, reply) => {
      const { task: id } = request.params
      const task = await creationStatus(site.tasks, id)
      const gif = task.status === 'done' ? await gifOf(site, task.code, request) : null
      const similar =
        gif === null
          ? []
          : await unlessUnavailable(similarGifs(site.catalogue, site.looks, gif.code, request.viewer), [])
      const held = gif === null ? null : await gifWithBrowserKey(site, gif, request)
      reply.header('cache-control', 'private, no-store')
      const kept = gif === null ? null : await keptSourceOf(site, gif.code, request)
      const size = task.status === 'done' ? await sizeOf(site, id, task) : null
      return sendPage(
        request,
        reply,
        taskPage(site.view(request), { id, task, gif, similar, held, kept, size }),
      )
    },
  )
}

async function form(
  { catalogue, limits, uploadLimits, settings, view }: Site,
  request: FastifyRequest,
  fields: FormFields,
  state: Pick<
    MakerPageData,
    'error' | 'isRetry' | 'isAgain' | 'hasMissedShare' | 'prepared' | 'isSourceGone'
  >,
) {
  const { maxUploadBytes, maxPictureBytes, maxPictures } = uploadLimits
  const { maxClipSeconds, maxFps, maxWidth, preset, layers } = limits
  return makerPage(view(request), {
    ...state,
    categories: await catalogue.listCategories(),
    fields,
    limits: {
      maxClipSeconds,
      maxUploadBytes,
      maxPictureBytes,
      maxPictures,
      maxRecordingSeconds: settings.maxRecordingSeconds,
      maxFps,
      maxWidth,
      preset,
      layers,
    },
  })
}

/** What an earlier try failed of, as a person at the form understands it. */
function errorOf(task: TaskRecord | null, limits: OptionLimits, language: Language): AppError | null {
  if (task === null || task.error === null) return null
  return errorForForm(task.error, limits, language)
}

/** What became of the size limit of a finished creation. */
async function sizeOf({ tasks }: Site, id: string, { sizeNote }: TaskDone): Promise<FinishedSize | null> {
  if (sizeNote === undefined) return null
  const request = (await tasks.submissions.read(id))?.request
  const maxBytes = request !== undefined && 'gif' in request ? request.gif.maxBytes : null
  return maxBytes === null ? null : { note: sizeNote, maxBytes }
}

async function gifOf({ catalogue }: Site, code: string, { viewer }: FastifyRequest): Promise<Gif | null> {
  return showGif(catalogue, code, viewer).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  })
}

/** An error of the API for the person at the form, in a language: it names fields by their labels. */
function errorForForm(error: ErrorView, limits: OptionLimits, language: Language): AppError {
  const { code, field } = error
  const texts = messagesOf(language).maker
  const sentence =
    texts.errors[`${code} ${field ?? ''}`] ??
    labelMessage(
      translateView({ ...error, ...formRule(error, limits) }, language),
      (name) => texts.options.texts[name]?.label ?? texts.labels[name],
      language,
    )
  return fromErrorView(error).withMessage(sentence)
}

/** The rule about a value that is invalid or too long for an option, in the units of the form. */
function formRule({ field, detail }: ErrorView, limits: OptionLimits): Partial<ErrorView> {
  const option = formOptions.find((option) => formNameOf(option) === field)
  if (option === undefined || !(detail?.startsWith('mustBe') || detail === 'tooLong')) return {}
  const { detail: rule, ...values } = mustBeInForm(option, limits)
  return { detail: rule, values }
}
