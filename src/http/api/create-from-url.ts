import Type from 'typebox'
import { requesterOf } from '../plugins/request-values.ts'
import type { ApiDeps, ApiServer } from './api.ts'
import { creationRoute, presentAccepted } from './creation-route.ts'
import { clipValues, detailValues, readDetails, title } from './creation-values.ts'

const values = Type.Object({
  ...detailValues,
  ...clipValues,
  url: Type.String({
    maxLength: 4096,
    description: 'A video file, a page that names its video, or a page of a sharing site.',
  }),
  title: Type.Optional(title),
})

/** POST /api/create-gif/source/url. */
export function createFromUrlRoute(app: ApiServer, deps: ApiDeps): void {
  const route = creationRoute(deps, 'createFromUrl', 'Make a GIF from a video address')
  app.post(
    '/create-gif/source/url',
    { ...route, schema: { ...route.schema, body: values } },
    async (request) => {
      const { body } = request
      const title = body.title === undefined || body.title.trim() === '' ? null : body.title
      const clip = { startSeconds: body.start, endSeconds: body.end }
      const wish = {
        ...readDetails(body),
        ...clip,
        title,
        kind: 'url' as const,
        url: body.url,
        uploads: [] as [],
      }
      return presentAccepted((await deps.submitCreation(wish, requesterOf(request))).id)
    },
  )
}
