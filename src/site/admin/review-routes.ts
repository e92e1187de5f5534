import type { FastifyInstance, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { maxReasonLength, review, type SeenGif } from '../../catalogue/publishing/review.ts'
import type { Html } from '../../lib/html.ts'
import { nothingSelected } from '../kit/forms/bulk-change.ts'
import { listingOf } from '../kit/page/list-pages.ts'
import { typedText } from '../kit/requests/post-form.ts'
import { readPage, readText } from '../kit/requests/read-query.ts'
import { sendPage } from '../kit/requests/send-page.ts'
import type { Site } from '../site.ts'
import { adminChange } from './admin-change.ts'
import { redirectWith } from './admin-page.ts'
import { trimmedText } from '../../lib/text/text-lengths.ts'
import { type ReviewData, reviewPage } from './review-page.ts'

const path = '/admin/review'
const pageSize = 20

const seen = Type.String({ pattern: '^[0-9A-Za-z]{1,64}:[0-9]{1,16}$' })

/** GET /admin/review, and the decision about one or several GIFs. */
export function reviewRoutes(scope: FastifyInstance, site: Site): void {
  scope.get(path, { schema: { hide: true } }, async (request, reply) =>
    sendPage(request, reply, await renderReview(site, request, readPage(request.query))),
  )

  adminChange(scope, site, path, {
    values: Type.Object({
      action: Type.Optional(Type.Union([Type.Literal('approve'), Type.Literal('decline')])),
      'gifs[]': Type.Optional(Type.Array(seen, { maxItems: pageSize, default: [] })),
      approve: Type.Optional(seen),
      decline: Type.Optional(seen),
      reason: Type.Optional(trimmedText(maxReasonLength, { default: '' })),
      page: Type.Optional(Type.String()),
    }),
    action: 'review gifs',
    async handle({ action, 'gifs[]': selected = [], approve, decline, reason, page }) {
      const [decision, gifs] =
        approve !== undefined
          ? (['approve', [approve]] as const)
          : decline !== undefined
            ? (['decline', [decline]] as const)
            : ([action, selected] as const)
      if (decision === undefined || gifs.length === 0) throw nothingSelected()
      const { decided, changed } = await review(site.visitorGifs, gifs.map(readSeen), decision, reason)
      const about = { decision, gifs: decided.join(' '), changed: changed.join(' ') }
      const flash = changed.length > 0 ? 'reviewChanged' : decision === 'approve' ? 'approved' : 'declined'
      return {
        about,
        to: redirectWith(flash, path, page !== undefined && page !== '1' ? `page=${page}` : ''),
      }
    },
    rerender: (typed, error, request) => {
      const given = typed['gifs[]']
      return renderReview(site, request, readPage({ page: typedText(typed, 'page') }), {
        error,
        reason: typedText(typed, 'reason'),
        selected: new Set(
          (Array.isArray(given) ? given : [given]).filter((item) => typeof item === 'string'),
        ),
      })
    },
  })
}

function readSeen(value: string): SeenGif {
  const [code = '', since = ''] = value.split(':')
  return { code, since: Number(since) }
}

async function renderReview(
  { visitorGifs, clock, view }: Site,
  request: FastifyRequest,
  page: number,
  refused: Pick<ReviewData, 'error' | 'reason' | 'selected'> = {},
): Promise<Html> {
  const { total, gifs } = await visitorGifs.waiting({ start: (page - 1) * pageSize, limit: pageSize })
  return reviewPage(view(request), {
    nowMs: clock.now(),
    total,
    waiting: gifs,
    listing: listingOf(path, {}, page, total, pageSize),
    done: readText(request.query, 'done'),
    ...refused,
  })
}
