import Type from 'typebox'
import { mediaFormats } from './media-formats.ts'

const text = (description: string) => Type.Optional(Type.String({ description }))

const caller = {
  key: text('Any key, unless the operator requires one; the header X-Goog-Api-Key works, too.'),
  client_key: text('Ignored.'),
  country: text('Ignored.'),
  locale: text('Responses with a `locale` repeat its language.'),
}
const limit = text('1 to 50, by default 20; larger numbers count as 50.')
const mediaFilter = text(
  'Keys of `media_formats`, separated by commas, or `minimal` or `basic`. Default: all.',
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
  pos: text('`next` from the previous page.'),
}
const q = Type.Optional(Type.String({ description: 'The typed text. Required.' }))

export const searchQuery = Type.Object({
  q,
  ...list,
  random: text('`true`: in random order.'),
})
export const featuredQuery = Type.Object(list)
export const categoriesQuery = Type.Object({
  ...caller,
  type: text('`featured` (the default) or `trending`: popular searches.'),
  contentfilter: contentFilter,
})
export const wordsQuery = Type.Object({ q, ...caller, limit })
export const trendingTermsQuery = Type.Object({ ...caller, limit })
export const registerShareQuery = Type.Object({
  id: Type.Optional(Type.String({ description: 'The id of the shared GIF. Required.' })),
  ...caller,
})
export const postsQuery = Type.Object({
  ids: Type.Optional(Type.String({ description: 'Ids of GIFs, separated by commas, at most 50. Required.' })),
  ...caller,
  media_filter: mediaFilter,
})

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
    content_description: Type.String({ description: 'The alternative text, or the title if there is none.' }),
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
