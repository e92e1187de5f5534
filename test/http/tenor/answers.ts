import Type from 'typebox'
import { mediaFormats } from '#src/http/tenor/media-formats.ts'

/** The shapes of the answers of the Tenor-v2-compatible interface. */

const mediaObject = Type.Object(
  {
    url: Type.String({ format: 'uri' }),
    dims: Type.Tuple([Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 1 })]),
    duration: Type.Number({ minimum: 0, description: 'In seconds; 0 for a still.' }),
    size: Type.Integer({ minimum: 0, description: 'In bytes.' }),
    preview: Type.Literal(''),
  },
  { additionalProperties: false },
)

export const resultObject = Type.Object(
  {
    id: Type.String({ pattern: '^[1-9][0-9]{0,19}$' }),
    title: Type.String(),
    content_description: Type.String({ description: 'The alternative text; by default, the title.' }),
    content_description_source: Type.String(),
    created: Type.Number({ minimum: 0, description: 'Seconds since 1970, with decimals.' }),
    itemurl: Type.String({ format: 'uri' }),
    url: Type.String({ format: 'uri' }),
    tags: Type.Array(Type.String()),
    flags: Type.Array(Type.Union([Type.Literal('sticker'), Type.Literal('static'), Type.Literal('audio')])),
    hasaudio: Type.Boolean(),
    hascaption: Type.Boolean(),
    bg_color: Type.String(),
    media_formats: Type.Partial(
      Type.Object(Object.fromEntries(Object.keys(mediaFormats).map((format) => [format, mediaObject]))),
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

export const pageAnswer = Type.Object({
  results: Type.Array(resultObject),
  next: Type.String({ description: 'The value of `pos` for the next page; empty on the last one.' }),
})
export const postsAnswer = Type.Object({ results: Type.Array(resultObject) }, { additionalProperties: false })
export const categoriesAnswer = Type.Object({
  locale: Type.String(),
  tags: Type.Array(
    Type.Object(
      {
        searchterm: Type.String(),
        path: Type.String({ format: 'uri', description: 'The address of this search.' }),
        image: Type.String({ format: 'uri' }),
        name: Type.String(),
      },
      { additionalProperties: false },
    ),
  ),
})
export const wordsAnswer = Type.Object({ locale: Type.String(), results: Type.Array(Type.String()) })
export const shareAnswer = Type.Object({ status: Type.Literal('ok') })
export const errorAnswer = Type.Object({
  error: Type.Object({
    code: Type.Integer(),
    message: Type.String(),
    status: Type.String(),
    details: Type.Array(Type.Object({})),
  }),
})
