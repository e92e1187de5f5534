import Type from 'typebox'
import { acceptedVideos } from '../../media/accepted-files.ts'
import { upload } from '../../creation/values/uploaded-file.ts'
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

const uploadForm = 'a data-URL (data:<video mime type>;base64,<data>) or, in multipart, a file part'

const values = (limits: CreationValueLimits) =>
  Type.Object({
    ...detailValues(limits),
    ...clipOrKeepValues(limits),
    title,
    video: upload(uploadForm, `The video: ${acceptedVideos}; ${uploadForm}.`),
  })

/** POST /api/create-gif/source/video. */
export function createFromVideoRoute(app: ApiServer, deps: ApiDeps): void {
  const route = creationRoute(deps, 'createFromVideo', 'Make a GIF from an uploaded video')
  const { maxUploadBytes } = deps.uploadLimits
  const uploads = {
    fields: ['video', stickerField],
    maxFiles: 1,
    maxFileBytes: maxUploadBytes,
    isHashed: true,
    limitsOf: stickerLimits(deps.uploadLimits),
  }
  app.post(
    '/create-gif/source/video',
    { config: { ...route.config, uploads }, schema: { ...route.schema, body: values(deps.gifLimits) } },
    async (request) => {
      const { body } = request
      const source = { title: body.title, uploads: [body.video.path] }
      const creation = body.keep
        ? { ...readKeptDetails(body, deps.gifLimits), ...source, kind: 'keep' as const, url: null }
        : {
            ...readDetails(body),
            ...readOverlay(body, deps.uploadLimits),
            ...readClip(body),
            ...source,
            kind: 'video' as const,
          }
      const sourceHash = body.keep ? body.video.sha256 : null
      return presentAccepted(deps, await deps.submitCreation(creation, requesterOf(request), sourceHash))
    },
  )
}
