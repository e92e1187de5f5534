import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { gifToManage } from '../../catalogue/change-gif.ts'
import { gifOfDeleteKey, removeGif, removeGifByKey } from '../../catalogue/remove-gif.ts'
import { removeByKey } from '../../catalogue/publishing/manage-by-key.ts'
import { looksLikeManageKey } from '../../catalogue/publishing/manage-key.ts'
import { isOwner } from '../../catalogue/show-gif.ts'
import { decideWithText } from '../kit/notices/decide-with-text.ts'
import { logAdminChange } from '../kit/requests/log-admin-change.ts'
import { postForm } from '../kit/requests/post-form.ts'
import { readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import { accountOf } from '../kit/requests/viewer-of-session.ts'
import type { Site } from '../site.ts'
import { codeOf } from '../kit/requests/code-of.ts'
import { deleteGifPage, gifDeletedPage } from './delete-gif-page.ts'

/** Deleting a GIF, for its owner, for operators, and for who has its delete key or manage key. Opening the address deletes nothing. */
export function deleteRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const managed = (request: FastifyRequest) => {
    accountOf(request)
    return gifToManage(catalogue, codeOf(request), request.viewer)
  }

  scope.get('/:code/delete', { schema: { hide: true } }, async (request, reply) => {
    const key = readText(request.query, 'key')
    const gif =
      key === ''
        ? await managed(request)
        : await gifOfDeleteKey(site.catalogue, site.deleteKeys, codeOf(request), key)
    // The key must not reach other sites with a link that is followed from here.
    reply.headers({ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' })
    return sendPage(request, reply, deleteGifPage(view(request), gif, key === '' ? undefined : key))
  })

  postForm(scope, '/:code/delete', {
    values: Type.Object({
      key: Type.Optional(Type.String({ maxLength: 100 })),
      // The GIF that is used instead, whose page is shown then.
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
