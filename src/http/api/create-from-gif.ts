import { requesterOf } from '../plugins/request-bodies.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { creationRoute } from './creation-route.ts'
import { presentAccepted } from '../../creation/values/present-accepted.ts'
import { editUploads, editValues, readEditRequest } from '../../creation/values/edit-values.ts'

/** POST /api/create-gif/source/gif: a GIF from another one, whose frames stay unchanged unless a value changes them. */
export function createFromGifRoute(app: ApiServer, deps: ApiDeps): void {
  const route = creationRoute(deps, 'createFromGif', 'Edit a GIF or another animation')
  const { uploadLimits, gifLimits, fetchLibrary, submitCreation } = deps
  const { maxUploadBytes: maxFileBytes } = uploadLimits
  const uploads = { fields: editUploads, maxFiles: 1 + gifLimits.maxAppended, maxFileBytes }
  app.post(
    '/create-gif/source/gif',
    { config: { ...route.config, uploads }, schema: { ...route.schema, body: editValues(gifLimits) } },
    async (request) => {
      const folder = request.uploadFolder ?? uploadLimits.folder
      const { viewer } = request
      const edit = await readEditRequest(request.body, { fetchLibrary, viewer, folder, limits: gifLimits })
      try {
        return presentAccepted(deps, await submitCreation(edit.request, requesterOf(request)))
      } finally {
        edit.library.release()
      }
    },
  )
}
