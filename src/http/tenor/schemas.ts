import Type from 'typebox'
import { mediaFormats } from './media-formats.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

const caller = {
  key: text('Any, unless the operator has listed keys; the header X-Goog-Api-Key is read, too.'),
  client_key: text('Not read.'),
  country: text('Not read.'),
  locale: text('Its language is repeated in answers that have a `locale`.'),
}
const limit = text('1 to 50, 20 unless set; a larger number counts as 50.')
const mediaFilter = text(
  'Keys of `media_formats`, with commas between them, or `minimal` or `basic`. All unless set.',
)
const contentFilter = text(
  '`off` (the default), `low` (up to pg-13), `medium` (up to pg) or `high` (g only); any other value counts as `high`.',
)
const list = {
  ...caller,
  searchfilter: text('`sticker`: only GIFs with transparency.'),
  contentfilter: contentFilter,
  media_filter: mediaFilter,
  ar_range: text('`all`, `wide` (0.42 to 2.36 times as wide as high) or `standard` (0.56 to 1.78 times).'),
  limit,
  pos: text('`next` of the page before.'),
}
const q = Type.Optional(Type.String({ description: 'What was typed. Required.' }))

export const searchQuery = Type.Object({
  q,
  ...list,
  random: text('`true`: in random order.'),
})
export const featuredQuery = Type.Object(list)
export const categoriesQuery = Type.Object({
  ...caller,
  type: text('`featured` (the default) or `trending`: searches that many people make.'),
  contentfilter: contentFilter,
})
export const wordsQuery = Type.Object({ q, ...caller, limit })
export const trendingTermsQuery = Type.Object({ ...caller, limit })
export const registerShareQuery = Type.Object({
  id: Type.Optional(Type.String({ description: 'Of the GIF that was shared. Required.' })),
  ...caller,
})
export const postsQuery = Type.Object({
  ids: Type.Optional(
    Type.String({ description: 'Of GIFs, with commas between them, 50 at most. Required.' }),
  ),
  ...caller,
  media_filter: mediaFilter,
})

const mediaObject = Type.Object(
  {
    url: Type.String({ format: 'uri' }),
    dims: Type.Tuple([Type.Integer({ minimum: 1 }), Type.Integer({ minimum: 1 })]),
    duration: Type.Number({ minimum: 0, description: 'Seconds; 0 for a still.' }),
    size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
    preview: Type.Literal(''),
  },
  { additionalProperties: false },
)

export const resultObject = Type.Object(
  {
    id: Type.String({ pattern: '^[1-9][0-9]{0,19}$' }),
    title: Type.String(),
    content_description: Type.String({ description: 'The alternative text, or else the title.' }),
    content_description_source: Type.String(),
    created: Type.Number({ minimum: 0, description: 'Seconds since 1970, with a fraction.' }),
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
  next: Type.String({ description: 'The `pos` of the next page; empty on the last one.' }),
})
export const postsAnswer = Type.Object({ results: Type.Array(resultObject) }, { additionalProperties: false })
export const categoriesAnswer = Type.Object({
  locale: Type.String(),
  tags: Type.Array(
    Type.Object(
      {
        searchterm: Type.String(),
        path: Type.String({ format: 'uri', description: 'Searches for it.' }),
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
