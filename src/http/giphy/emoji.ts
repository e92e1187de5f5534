import type { CompatServer } from '../compat/compat-deps.ts'
import { emptyListRoute } from './empty-lists.ts'
import { envelope } from './envelope.ts'
import { plainRoute } from './route.ts'

/** GET /v2/emoji and /v2/emoji/{id}/variations: there are none. `base` ends with /v2. */
export function emojiRoutes(app: CompatServer, base: string): void {
  emptyListRoute(app, `${base}/emoji`)
  app.get(`${base}/emoji/:id/variations`, plainRoute, async (request) => envelope([], request.id))
}
