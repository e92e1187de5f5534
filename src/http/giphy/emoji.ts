import type { CompatServer } from '../compat/compat-deps.ts'
import { emptyListRoute } from './empty-lists.ts'
import { envelope } from './envelope.ts'
import { plainRoute } from './route.ts'

/** GET /v2/emoji and /v2/emoji/{id}/variations: there are none. */
export function emojiRoutes(app: CompatServer): void {
  emptyListRoute(app, '/emoji')
  app.get('/emoji/:id/variations', plainRoute, async (request) => envelope([], request.id))
}
