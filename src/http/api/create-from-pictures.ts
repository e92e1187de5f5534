import Type from 'typebox'
import { AppError } from '../../lib/app-error.ts'
import { acceptedPictures } from '../../media/accepted-files.ts'
import { pictureOptions } from '../../options/picture-options.ts'
import { upload } from '../../creation/values/uploaded-file.ts'
import { requesterOf } from '../plugins/request-bodies.ts'
import type { ApiDeps, ApiServer } from './api-deps.ts'
import { creationRoute } from './creation-route.ts'
import { presentAccepted } from '../../creation/values/present-accepted.ts'
import {
  type CreationValueLimits,
  detailValues,
  readDetails,
  title,
} from '../../creation/values/creation-values.ts'
import { readOverlay, stickerField, stickerLimits } from '../../creation/values/layer-values.ts'
import { optionSchemas, readOptions } from '../../creation/values/option-schemas.ts'

const values = (limits: CreationValueLimits) =>
  Type.Object({
    ...detailValues(limits),
    title,
    keep: Type.Optional(
      Type.Boolean({ description: 'Pictures cannot be kept as they are: send 0 or leave it out.' }),
    ),
    ...optionSchemas(pictureOptions, limits),
    'pictures[]': Type.Array(
      upload(
        `${acceptedPictures}, by its bytes; a data-URL (data:<image mime type>;base64,<data>) or, in multipart, a file part`,
      ),
      {
        description: 'At least 2, one per frame.',
        'x-must-be':
          'at least 2 data-URLs (data:<image mime type>;base64,<data>) or, in multipart, file parts',
      },
    ),
  })

/** POST /api/create-gif/source/pictures. */
export function createFromPicturesRoute(app: ApiServer, deps: ApiDeps): void {
  const route = creationRoute(deps, 'createFromPictures', 'Make a GIF from pictures')
  const { maxPictures, maxPictureBytes } = deps.uploadLimits
  const uploads = {
    fields: ['pictures[]', stickerField],
    maxFiles: maxPictures,
    maxFileBytes: maxPictureBytes,
    limitsOf: stickerLimits(deps.uploadLimits),
  }
  app.post(
    '/create-gif/source/pictures',
    { config: { ...route.config, uploads }, schema: { ...route.schema, body: values(deps.gifLimits) } },
    async (request) => {
      const { body } = request
      if (body.keep === true) {
        const message = '`keep` takes an animation over as it is; of pictures one is made. Leave it out.'
        throw new AppError('invalid_value', message, { field: 'keep' })
      }
      const creation = {
        ...readDetails(body),
        ...readOverlay(body, deps.uploadLimits),
        title: body.title,
        kind: 'pictures' as const,
        uploads: body['pictures[]'].map(({ path }) => path),
        ...readOptions(pictureOptions, body),
      }
      return presentAccepted(deps, await deps.submitCreation(creation, requesterOf(request)))
    },
  )
}
