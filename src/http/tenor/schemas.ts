import Type from 'typebox'

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
