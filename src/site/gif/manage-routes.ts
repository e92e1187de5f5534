import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { changeGif, gifToManage } from '../../catalogue/change-gif.ts'
import type { Gif } from '../../catalogue/gif.ts'
import { hideOrShow } from '../kit/notices/decide-with-text.ts'
import { isOwner } from '../../catalogue/show-gif.ts'
import { readRatingChoice, unrated } from '../kit/forms/rating.ts'
import { readVisibilityChoice } from '../kit/forms/visibility.ts'
import { codeOf } from '../kit/requests/read-query.ts'
import { deleteRoutes } from './delete-routes.ts'
import { editGifPage, type EditedGif } from './edit-gif-page.ts'
import { manageKeyRoutes } from './manage-key-routes.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { noPage } from '../kit/requests/site-errors.ts'
import { splitTagLine, tagLine } from '../kit/forms/tag-line.ts'
import { accountOf, logAdminChange } from '../kit/requests/viewer.ts'
import { alt, title } from '../../creation/values/creation-values.ts'

const editValues = Type.Object({
  title,
  alt: Type.Optional(alt),
  category: Type.Integer(),
  tags: tagLine,
  rating: Type.Optional(Type.String()),
  visibility: Type.Optional(Type.String()),
})

/** The pages to edit, rate, hide and delete a GIF, for its owner and operators. For everyone else they do not exist. */
export function manageRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site
  const hidden = { schema: { hide: true } }

  const managed = (request: FastifyRequest) => {
    accountOf(request)
    return gifToManage(catalogue, codeOf(request), request.viewer)
  }
  const owned = async (request: FastifyRequest) => {
    const gif = await managed(request)
    if (!isOwner(gif, request.viewer)) throw noPage()
    return gif
  }

  scope.get('/:code/edit', hidden, async (request, reply) => {
    const gif = await owned(request)
    const { code, title, hidden } = gif
    const edited = {
      code,
      title,
      alt: gif.alt ?? '',
      hidden,
      categoryId: String(gif.category.id),
      tags: gif.tags.join(', '),
      rating: gif.rating ?? unrated,
      visibility: gif.visibility,
    }
    reply.header('cache-control', 'private, no-store')
    return sendPage(
      request,
      reply,
      editGifPage(view(request), edited, await catalogue.listCategories(), null),
    )
  })

  postForm(scope, '/:code/edit', {
    values: editValues,
    async handle({ title, alt, category, tags = '', rating, visibility }, request, reply) {
      const { code } = await owned(request)
      const change = {
        title,
        ...(alt !== undefined && { alt }),
        categoryId: category,
        tags: splitTagLine(tags),
        ...(rating !== undefined && { rating: readRatingChoice(rating) }),
        ...(visibility !== undefined && { visibility: readVisibilityChoice(visibility) }),
      }
      await changeGif(catalogue, code, request.viewer, change)
      return reply.redirect(view(request).links.path(`/${code}`), 303)
    },
    async rerender(typed, error, request) {
      const edited = typedGif(await owned(request), typed)
      return editGifPage(view(request), edited, await catalogue.listCategories(), error)
    },
  })

  postForm(scope, '/:code/publish', {
    values: Type.Object({
      published: Type.Boolean(),
      /** The task whose page is shown next. */
      task: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,64}$' })),
    }),
    async handle({ published, task }, request, reply) {
      const { code } = await owned(request)
      await changeGif(catalogue, code, request.viewer, { visibility: published ? 'public' : 'unlisted' })
      return reply.redirect(
        view(request).links.path(task === undefined ? `/${code}` : `/create/${task}`),
        303,
      )
    },
  })

  postForm(scope, '/:code/rate', {
    values: Type.Object({ rating: Type.String({ maxLength: 20 }) }),
    async handle({ rating }, request, reply) {
      const { code } = await managed(request)
      const gif = await changeGif(catalogue, code, request.viewer, { rating: readRatingChoice(rating) })
      if (!isOwner(gif, request.viewer)) logAdminChange(request, 'rate gif', { gif: code, rating })
      return reply.redirect(view(request).links.path(`/${code}`), 303)
    },
  })

  postForm(scope, '/:code/hide', {
    values: Type.Object({ hidden: Type.Boolean() }),
    async handle({ hidden: hide }, request, reply) {
      const gif = await managed(request)
      const { code } = gif
      const { resolved } = await hideOrShow(site, code, request.viewer, hide)
      logAdminChange(request, hide ? 'hide gif' : 'show gif', { gif: code, resolved })
      // An operator cannot see a private GIF once it is unhidden.
      const isSeen = hide || gif.visibility !== 'private' || isOwner(gif, request.viewer)
      return reply.redirect(view(request).links.path(isSeen ? `/${code}` : '/admin/hidden?done=shown'), 303)
    },
  })

  deleteRoutes(scope, site)
  manageKeyRoutes(scope, site)
}

function typedGif({ code, hidden, visibility }: Gif, typed: Typed): EditedGif {
  return {
    code,
    hidden,
    title: typedText(typed, 'title'),
    alt: typedText(typed, 'alt'),
    categoryId: typedText(typed, 'category'),
    tags: typedText(typed, 'tags'),
    rating: typedText(typed, 'rating'),
    visibility: hidden ? visibility : typedText(typed, 'visibility'),
  }
}
