import Type from 'typebox'
import { requesterOf } from '../plugins/request-bodies.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { creationRoute } from './creation-route.ts'
import { presentAccepted } from '../../creation/values/present-accepted.ts'
import {
  clipOrKeepValues,
  type CreationValueLimits,
  detailValues,
  readClip,
  readDetails,
  readKeptDetails,
  title,
} from '../../creation/values/creation-values.ts'

import { readOverlay, stickerField, stickerLimits } from '../../creation/values/layer-values.ts'

const values = (limits: CreationValueLimits) =>
  Type.Object({
    ...detailValues(limits),
    ...clipOrKeepValues(limits),
    url: Type.String({
      maxLength: 4096,
      description: 'A link to a video file, to a page that names its video, or to a page on a video site.',
    }),
    title: Type.Optional(title),
  })

/** POST /api/create-gif/source/url. */
export function createFromUrlRoute(app: ApiServer, deps: ApiDeps): void {
  const route = creationRoute(deps, 'createFromUrl', 'Make a GIF from a video link')
  const limitsOf = stickerLimits(deps.uploadLimits)
  const uploads = { fields: [stickerField], maxFiles: 0, maxFileBytes: 0, limitsOf }
  app.post(
    '/create-gif/source/url',
    { config: { ...route.config, uploads }, schema: { ...route.schema, body: values(deps.gifLimits) } },
    async (request) => {
      const { body } = request
      const title = body.title === undefined || body.title.trim() === '' ? null : body.title
      const source = { title, url: body.url, uploads: [] as [] }
      const creation = body.keep
        ? { ...readKeptDetails(body, deps.gifLimits), ...source, kind: 'keep' as const }
        : {
            ...readDetails(body),
            ...readOverlay(body, deps.uploadLimits),
            ...readClip(body),
            ...source,
            kind: 'url' as const,
          }
      return presentAccepted(deps, await deps.submitCreation(creation, requesterOf(request)))
    },
  )
}
