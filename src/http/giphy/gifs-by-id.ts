import Type from 'typebox'
import type { CompatServer } from '../compat/compat-deps.ts'
import type { GiphyDeps } from './giphy-deps.ts'
import { readRoute } from './route.ts'
import { sendGifs, sendKnownGif } from './send-gifs.ts'
import { gifValues, readList } from './values.ts'

const values = Type.Object(gifValues)
const listValues = Type.Object({ ...gifValues, ids: Type.Optional(Type.String()) })

const maxIds = 100

/** GET /gifs/{id} and /gifs?ids=, by the ids of either interface. */
export function gifsByIdRoutes(app: CompatServer, deps: GiphyDeps): void {
  const { catalogue } = deps
  app.get('/gifs', readRoute(listValues), async (request, reply) => {
    const { ids: given, fields } = request.query
    const ids = await catalogue.idsByPublicIds(readList(given).slice(0, maxIds))
    return sendGifs({ deps, request, reply, fields }, { ids, total: ids.length, offset: 0 })
  })
  const byId = readRoute(values)
  app.get(
    '/gifs/:id',
    { ...byId, schema: { ...byId.schema, params: Type.Object({ id: Type.String() }) } },
    async (request, reply) => {
      const [id] = await catalogue.idsByPublicIds([request.params.id])
      return sendKnownGif({ deps, request, reply, fields: request.query.fields }, id)
    },
  )
}
