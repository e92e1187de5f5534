import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import {
  changeByKey,
  gifOfManageKey,
  type ManagedGif,
  publishByKey,
  unpublishByKey,
  type ManageRequest,
} from '../../catalogue/publishing/manage-by-key.ts'
import { looksLikeManageKey } from '../../catalogue/publishing/manage-key.ts'
import { requesterOf } from '../../http/plugins/request-bodies.ts'
import type { AppError } from '../../lib/app-error.ts'
import type { Html } from '../../lib/html.ts'
import { readRatingChoice, unrated } from '../kit/forms/rating.ts'
import { splitTagLine, tagLine } from '../kit/forms/tag-line.ts'
import { codeOf } from '../kit/requests/read-query.ts'
import { postForm, type Typed, typedText } from '../kit/requests/post-form.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { alt, title } from '../../creation/values/creation-values.ts'
import { manageGifPage, type ManagedFields, manageKeyPage } from './manage-key-page.ts'

const values = Type.Object({
  key: Type.String({ maxLength: 200 }),
  action: Type.Union(
    ['open', 'save', 'publish', 'unpublish'].map((action) => Type.Literal(action)),
    { 'x-must-be': 'open, save, publish or unpublish' },
  ),
  title: Type.Optional(title),
  alt: Type.Optional(alt),
  category: Type.Optional(Type.Integer()),
  tags: tagLine,
  rating: Type.Optional(Type.String()),
  /** The task whose page is shown next. */
  task: Type.Optional(Type.String({ pattern: '^[0-9A-Za-z]{1,64}$' })),
})

type Done = Parameters<typeof manageGifPage>[2]['done']

/**
 * GET /{code}/manage, for GIFs made without an account. The key is only sent in request bodies: it appears in no address,
 * log or Referer, and no cache stores a page that shows it.
 */
export function manageKeyRoutes(scope: FastifyInstance, site: Site): void {
  const { catalogue, view } = site

  scope.get('/:code/manage', { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, setSecretHeaders(reply), manageKeyPage(view(request), codeOf(request), null)),
  )

  postForm(scope, '/:code/manage', {
    values,
    async handle(given, request, reply) {
      const code = codeOf(request)
      const key = readKey(given.key)
      await site.manageKeys.check(request, () => gifOfManageKey(site, code, key))
      const client = site.clientOf(requesterOf(request)).name
      const done = await act(site, { code, key, client }, given)
      if (given.task !== undefined)
        return reply.redirect(view(request).links.path(`/create/${given.task}`), 303)
      const held = await gifOfManageKey(site, code, key)
      return sendPage(request, setSecretHeaders(reply), await managed(request, held, key, { done }))
    },
    async rerender(typed, error, request) {
      const key = readKey(typedText(typed, 'key'))
      const isKeyAtFault = error.field === 'key' || error.code === 'rate_limited'
      const held = isKeyAtFault ? null : await gifOfManageKey(site, codeOf(request), key).catch(() => null)
      if (held === null) return manageKeyPage(view(request), codeOf(request), error)
      return managed(request, held, key, { error, typed })
    },
  })

  async function managed(
    request: FastifyRequest,
    { gif, visitorGif }: ManagedGif,
    key: string,
    { done = null, error = null, typed }: { done?: Done; error?: AppError | null; typed?: Typed },
  ): Promise<Html> {
    const isSaving = typed !== undefined && typedText(typed, 'action') === 'save'
    return manageGifPage(
      view(request),
      { gif, visitorGif, key },
      {
        fields: isSaving ? fieldsOfTyped(typed) : fieldsOf({ gif, visitorGif }),
        categories: await catalogue.listCategories(),
        error,
        done,
      },
    )
  }
}

async function act(site: Site, which: ManageRequest, given: Static<typeof values>): Promise<Done> {
  if (given.action === 'publish') {
    await publishByKey(site, site.publishing, which)
    return site.publishing === 'review' ? 'asked' : 'published'
  }
  if (given.action === 'unpublish') {
    await unpublishByKey(site, which)
    return 'unpublished'
  }
  if (given.action !== 'save') return null
  const { title, alt, category, tags, rating } = given
  await changeByKey(site, site.publishing, which, {
    ...(title !== undefined && { title }),
    ...(alt !== undefined && { alt }),
    ...(category !== undefined && { categoryId: category }),
    ...(tags !== undefined && { tags: splitTagLine(tags) }),
    ...(rating !== undefined && { rating: readRatingChoice(rating) }),
  })
  return 'saved'
}

/** Reads a key that was typed or pasted, alone or as the whole link. Empty for a malformed one. */
function readKey(text: string): string {
  const key = text.slice(text.lastIndexOf('#') + 1).trim()
  return looksLikeManageKey(key) ? key : ''
}

/** Forbids caches to store the page, and links on it to send its address. */
function setSecretHeaders(reply: FastifyReply): FastifyReply {
  return reply.headers({
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
}

function fieldsOf({ gif }: ManagedGif): ManagedFields {
  return {
    title: gif.title,
    alt: gif.alt ?? '',
    category: String(gif.category.id),
    tags: gif.tags.join(', '),
    rating: gif.rating ?? unrated,
  }
}

function fieldsOfTyped(typed: Typed): ManagedFields {
  return {
    title: typedText(typed, 'title'),
    alt: typedText(typed, 'alt'),
    category: typedText(typed, 'category'),
    tags: typedText(typed, 'tags'),
    rating: typedText(typed, 'rating'),
  }
}
