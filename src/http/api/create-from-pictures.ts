import Type from 'typebox'
import { delayMs, sidePixels } from '../../creation/limits.ts'
import { upload } from '../read-values.ts'
import type { ApiDeps, ApiServer } from './api.ts'
import { creationRoute, presentAccepted } from './creation-route.ts'
import { detailValues, readDetails, title } from './creation-values.ts'

const side = (description: string) =>
  Type.Integer({ minimum: sidePixels.min, maximum: sidePixels.max, description })

const values = Type.Object({
  ...detailValues,
  title,
  width: side('GIF width in pixels.'),
  height: side('GIF height in pixels.'),
  resize: Type.Boolean({
    description: '1 scales each picture to fit the GIF; 0 keeps its own pixels, cut or padded.',
  }),
  delay: Type.Optional(
    Type.Integer({
      minimum: delayMs.min,
      maximum: delayMs.max,
      default: delayMs.default,
      description: 'Milliseconds between frames.',
    }),
  ),
  'pictures[]': Type.Array(
    upload('a data-URL (data:<image mime type>;base64,<data>) or, in multipart, a file part'),
    {
      description: 'At least 2, one a frame.',
      'x-must-be': 'at least 2 data-URLs (data:<image mime type>;base64,<data>) or, in multipart, file parts',
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
    { config: { ...route.config, uploads }, schema: { ...route.schema, body: values } },
    async ({ body, viewer }) => {
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
      return presentAccepted((await deps.submitCreation(wish, viewer)).id)
    },
  )
}
