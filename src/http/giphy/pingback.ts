import Type from 'typebox'
import type { FastifyRequest } from 'fastify'
import type { UseKind } from '../../catalogue/discovery/use-counter.ts'
import { AppError } from '../../lib/app-error.ts'
import { readBody } from '../bodies/read-body.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { envelope } from './envelope.ts'
import { plainRoute, readRoute } from './route.ts'

/** The kinds of use, by the names that clients of this interface send. */
const useOfAction = new Map<string, UseKind>([
  ['SEEN', 'view'],
  ['CLICK', 'copy'],
  ['FAVORITE', 'copy'],
  ['SENT', 'share'],
])

/** The maximum events read from one call; a library sends those of a second at once. */
const maxEvents = 100

const values = Type.Object({
  analytics_response_payload: Type.Optional(Type.String()),
  action_type: Type.Optional(Type.String()),
})

type PingbackEvent = { payload: unknown; action: unknown }

/**
 * GET /v2/pingback_simple and POST /v2/pingback. Reported events count as use. The response is always 200, since
 * clients ignore it.
 */
export function pingbackRoutes(app: CompatServer, deps: CompatDeps): void {
  app.get('/pingback_simple', readRoute(values), async (request, reply) => {
    const { analytics_response_payload: payload, action_type: action } = request.query
    if (request.method === 'GET') await countEvents(deps, request, [{ payload, action }])
    reply.header('cache-control', 'no-store')
    return envelope({}, request.id)
  })

  app.post('/pingback', plainRoute, async (request, reply) => {
    await countEvents(deps, request, await readEvents(deps, request))
    reply.header('cache-control', 'no-store')
    return envelope({}, request.id)
  })
}

/** Returns no events if the body cannot be read. */
async function readEvents({ uploadLimits }: CompatDeps, request: FastifyRequest): Promise<PingbackEvent[]> {
  try {
    const { values } = await readBody(request, null, uploadLimits.minDataRate)
    const events: unknown[] = Array.isArray(values.events) ? values.events : []
    return events.slice(0, maxEvents).map((event) => {
      const { analytics_response_payload: payload, action_type: action } = Object(event) as Record<
        string,
        unknown
      >
      return { payload, action }
    })
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

/** Counts the events that name a listed GIF, by our payload or by an id of either interface. */
async function countEvents(
  { catalogue, countShare }: CompatDeps,
  request: FastifyRequest,
  events: readonly PingbackEvent[],
): Promise<void> {
  const publicIds = new Map<UseKind, string[]>()
  for (const { payload, action } of events) {
    const kind = typeof action === 'string' ? useOfAction.get(action.toUpperCase()) : undefined
    if (kind === undefined || typeof payload !== 'string') continue
    publicIds.set(kind, [...(publicIds.get(kind) ?? []), payload])
  }
  for (const [kind, payloads] of publicIds) {
    for (const id of await catalogue.idsByPublicIds(payloads))
      countShare(request, { id, visibility: 'public', hidden: false }, kind)
  }
}
