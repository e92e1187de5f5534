import type { FastifyInstance, FastifyRequest } from 'fastify'
import { showGif } from '../../catalogue/show-gif.ts'
import { presentAccepted } from '../../creation/values/present-accepted.ts'
import { editUploads, readEditRequest } from '../../creation/values/edit-values.ts'
import { requesterOf } from '../../http/plugins/request-bodies.ts'
import { renditionKey } from '../../media/rendition.ts'
import { codeOfText } from '../../options/rules/gif-code.ts'
import { keepMadeKey, unlistForVisitor } from '../kit/requests/made-by-visitor.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { codeOf, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { wantsJson } from '../kit/requests/site-errors.ts'
import type { Site } from '../site.ts'
import { toolsReader, toolsValues } from './tools-form.ts'
import { toolsPage, type ToolsPageData } from './tools-page.ts'

/** The tools on an animation that is there, and what they need of a GIF: its file, and its frames as an archive. */
export function toolsRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, limits, uploadLimits, mediaStore, openFrameArchive, fetchLibrary } = site
  const readValues = toolsReader(limits)
  const hidden = { schema: { hide: true } }
  const gifOf = (code: string, { viewer }: FastifyRequest) => showGif(catalogue, code, viewer)

  const page = async (request: FastifyRequest, code: string, state: Pick<ToolsPageData, 'typed' | 'error'>) =>
    toolsPage(site.view(request), {
      ...state,
      gif: code === '' ? null : await gifOf(code, request),
      categories: await catalogue.listCategories(),
      limits: { ...limits, maxUploadBytes: uploadLimits.maxUploadBytes },
    })

  scope.get('/tools', hidden, async (request, reply) => {
    const code = codeOfText(readText(request.query, 'gif'))
    if (code !== '') reply.header('cache-control', 'private, no-store')
    return sendPage(request, reply, await page(request, code, { typed: {}, error: null }))
  })

  postForm(scope, '/tools', {
    values: toolsValues,
    config: {
      rate: 'creation',
      admit: site.admitCreation,
      uploads: {
        fields: editUploads,
        maxFiles: 1 + limits.maxAppended,
        maxFileBytes: uploadLimits.maxUploadBytes,
      },
    },
    async handle(values, request, reply) {
      const folder = request.uploadFolder ?? uploadLimits.folder
      const { viewer } = request
      const edit = await readEditRequest(readValues(values), { fetchLibrary, viewer, folder, limits })
      try {
        const task = await site.submitCreation(unlistForVisitor(edit.request, request), requesterOf(request))
        if (task.visitor !== null)
          keepMadeKey(request, reply, site.settings.url(), { code: task.code, key: task.visitor.manageKey })
        if (wantsJson(request)) {
          const answer = presentAccepted({ siteUrl: site.settings.url, deleteKeys: site.deleteKeys }, task)
          return reply.header('cache-control', 'no-store').send(answer)
        }
        return reply.redirect(site.view(request).links.path(`/create/${task.id}`), 303)
      } finally {
        edit.library.release()
      }
    },
    rerender: async (typed, error, request) => {
      const code = codeOfText(typedText(typed, 'gif'))
      const known =
        code === ''
          ? ''
          : await gifOf(code, request).then(
              () => code,
              () => '',
            )
      return page(request, known, { typed: withoutCode(typed, known), error })
    },
  })

  // Of the same origin, so that the page's script can read it wherever media are served from.
  scope.get('/tools/:code/gif', { ...hidden, config: { rate: 'media' } }, async (request, reply) => {
    const { mediaId, renditions } = await gifOf(codeOf(request), request)
    reply.headers({ 'cache-control': 'private, no-store', 'content-type': 'image/gif' })
    if (renditions.gif?.bytes != null) reply.header('content-length', renditions.gif.bytes)
    return reply.send(await mediaStore.read(renditionKey(mediaId, 'gif')))
  })

  scope.get('/:code/frames.zip', { ...hidden, config: { rate: 'creation' } }, async (request, reply) => {
    const gif = await gifOf(codeOf(request), request)
    const requester = requesterOf(request)
    const clients = [site.clientOf(requester).name, requester.clientKey]
    const archive = await openFrameArchive(gif, clients)
    reply.raw.on('close', () => archive.destroy())
    return reply
      .headers({
        'cache-control': 'private, no-store',
        'content-type': 'application/zip',
        // A code has letters and digits only.
        'content-disposition': `attachment; filename="${gif.code}-frames.zip"`,
      })
      .send(archive)
  })
}

/** What was typed, without a code that names no GIF: its field shows it again. */
function withoutCode(typed: Typed, known: string): Typed {
  return known === '' ? typed : { ...typed, gif: known }
}
