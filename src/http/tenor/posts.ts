import { AppError } from '../../lib/app-error.ts'
import type { CompatDeps, CompatServer } from '../compat/compat-deps.ts'
import { cacheBriefly } from '../compat/cache-briefly.ts'
import { maxLimit } from './read-values.ts'
import { sendResults } from './results.ts'
import { postsQuery } from './schemas.ts'

/** GET /posts. */
export function tenorPostsRoute(app: CompatServer, deps: CompatDeps): void {
  app.get('/posts', { schema: { hide: true, querystring: postsQuery } }, async (request, reply) => {
    const { ids: text, media_filter: mediaFilter } = request.query
    if (text === undefined) throw new AppError('missing_value', '`ids` is required.', { field: 'ids' })
    const publicIds = text
      .split(',', maxLimit)
      .map((id) => id.trim())
      .filter((id) => id !== '')
    const ids = publicIds.length === 0 ? [] : await deps.catalogue.idsByPublicIds(publicIds)
    cacheBriefly(reply)
    return sendResults(deps, reply, ids, mediaFilter)
  })
}
