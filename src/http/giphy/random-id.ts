import { randomId } from '../../lib/ids.ts'
import type { CompatServer } from '../compat/compat-deps.ts'
import { envelope } from './envelope.ts'
import { plainRoute } from './route.ts'

/** As long as none is given twice. */
const idLength = 32

/** GET /randomid: what an app may call itself by, or its user. Nothing is kept of it. */
export function randomIdRoute(app: CompatServer): void {
  app.get('/randomid', plainRoute, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return envelope({ random_id: randomId(idLength) }, request.id)
  })
}
