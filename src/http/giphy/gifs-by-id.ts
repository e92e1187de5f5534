import Type from 'typebox'
import { AppError } from '../../lib/app-error.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { readRoute } from './route.ts'
import { sendGifs, sendKnownGif } from './send-gifs.ts'
import { gifValues, readList } from './values.ts'

const values = Type.Object(gifValues)
const listValues = Type.Object({ ...gifValues, ids: Type.Optional(Type.String()) })

const maxIds = 100

/**
 * GET /gifs/{id} and /gifs?ids=, with ids of either interface; and /gifs/id/{id}, the file itself, which Jitsi Meet
 * requests from the server in its `giphy.proxyUrl`.
 */
export function gifsByIdRoutes(app: CompatServer, deps: CompatDeps): void {
  const { catalogue } = deps
  app.get('/gifs', readRoute(listValues), async (request, reply) => {
    const { ids: given, fields } = request.query
    const ids = await catalogue.idsByPublicIds(readList(given).slice(0, maxIds))
    return sendGifs({ deps, request, reply, fields }, { ids, total: ids.length, offset: 0 })
  })
  const byQuery = readRoute(values)
  const byId = { ...byQuery, schema: { ...byQuery.schema, params: Type.Object({ id: Type.String() }) } }
  app.get('/gifs/:id', byId, async (request, reply) => {
    const [id] = await catalogue.idsByPublicIds([request.params.id])
    return sendKnownGif({ deps, request, reply, fields: request.query.fields }, id)
  })
  app.get('/gifs/id/:id', byId, async (request, reply) => {
    const gif = await catalogue.gifByPublicId(request.params.id)
    if (gif === undefined) throw new AppError('not_found', 'There is no GIF with this id.')
    reply.header('cache-control', 'public, max-age=300')
    return reply.redirect(deps.mediaUrls.urlOf(gif, 'gif'))
  })
}
