import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { gifToManage } from '../../catalogue/change-gif.ts'
import { gifOfDeleteKey, removeGif, removeGifByKey } from '../../catalogue/remove-gif.ts'
import { removeByKey } from '../../catalogue/publishing/manage-by-key.ts'
import { looksLikeManageKey } from '../../catalogue/publishing/manage-key.ts'
import { isOwner } from '../../catalogue/show-gif.ts'
import { decideWithText } from '../kit/notices/decide-with-text.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { codeOf, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { accountOf, logAdminChange } from '../kit/requests/viewer.ts'
import type { Site } from '../site.ts'
import { deleteGifPage, gifDeletedPage } from './delete-gif-page.ts'

/** Lets owners, operators, and people with the delete key or manage key delete a GIF. Opening the address deletes nothing. */
export function deleteRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const managed = (request: FastifyRequest) => {
    accountOf(request)
    return gifToManage(catalogue, codeOf(request), request.viewer)
  }

  scope.get('/:code/delete', { schema: { hide: true } }, async (request, reply) => {
    const key = readText(request.query, 'key')
    // Links on this page must not reveal the key to other sites.
    const gif =
      key === ''
        ? await managed(request)
        : await gifOfDeleteKey(site.catalogue, site.deleteKeys, codeOf(request), key)
    reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    return sendPage(request, reply, deleteGifPage(view(request), gif, key === '' ? undefined : key))
  })

  postForm(scope, '/:code/delete', {
    values: Type.Object({
      key: Type.Optional(Type.String({ maxLength: 100 })),
      // The GIF to use instead, whose page is shown next.
      with: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,64}$' })),
    }),
    async handle({ key, with: other }, request, reply) {
      if (key !== undefined) {
        const code = codeOf(request)
        if (looksLikeManageKey(key))
          await site.manageKeys.check(request, () => removeByKey(site, { code, key, client: null }))
        else await removeGifByKey(site, site.deleteKeys, code, key)
        reply.header('cache-control', 'private, no-store')
        return sendPage(request, reply, gifDeletedPage(view(request), code))
      }
      const gif = await managed(request)
      const isOwn = isOwner(gif, request.viewer)
      if (isOwn) await removeGif(site, gif.code, request.viewer)
      else {
        await decideWithText(site, gif.code, request.viewer, { action: 'remove' })
        logAdminChange(request, 'remove gif', { gif: gif.code })
      }
      if (other !== undefined) return reply.redirect(view(request).links.path(`/${other}`), 303)
      return reply.redirect(view(request).links.path(isOwn ? '/mine?done=delete&count=1' : '/'), 303)
    },
  })
}
