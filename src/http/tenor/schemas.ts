import Type from 'typebox'

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
