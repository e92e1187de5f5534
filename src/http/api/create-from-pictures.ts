import Type from 'typebox'
import { delayMs, type GifLimits } from '../../creation/limits.ts'
import { upload } from '../read-values.ts'
import { requesterOf } from '../plugins/request-bodies.ts'
import type { ApiDeps, ApiServer } from './api.ts'
import { creationRoute, presentAccepted } from './creation-route.ts'
import { detailValues, pictureValues, readDetails, title } from './creation-values.ts'

const values = (limits: GifLimits) =>
  Type.Object({
    ...detailValues(limits),
    title,
    ...pictureValues,
    'pictures[]': Type.Array(
      upload('a data-URL (data:<image mime type>;base64,<data>) or, in multipart, a file part'),
      {
        description: 'At least 2, one a frame.',
        'x-must-be':
          'at least 2 data-URLs (data:<image mime type>;base64,<data>) or, in multipart, file parts',
      },
    ),
  })

/** POST /api/create-gif/source/pictures. */
export function createFromPicturesRoute(app: ApiServer, deps: ApiDeps): void {
  const route = creationRoute(deps, 'createFromPictures', 'Make a GIF from pictures')
  const { maxPictures, maxPictureBytes } = deps.uploadLimits
  const uploads = { fields: ['pictures[]'], maxFiles: maxPictures, maxFileBytes: maxPictureBytes }
  app.post(
    '/create-gif/source/pictures',
    { config: { ...route.config, uploads }, schema: { ...route.schema, body: values(deps.gifLimits) } },
    async (request) => {
      const { body } = request
      const wish = {
        ...readDetails(body),
        title: body.title,
        kind: 'pictures' as const,
        uploads: body['pictures[]'].map(({ path }) => path),
        width: body.width,
        height: body.height,
        resize: body.resize,
        delayMs: body.delay ?? delayMs.default,
      }
      return presentAccepted((await deps.submitCreation(wish, requesterOf(request))).id)
    },
  )
}
