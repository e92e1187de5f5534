import Type, { type TProperties } from 'typebox'
import { ratings } from '#src/catalogue/gif.ts'
import { giphyImages, type ImageSpec } from '#src/http/giphy/image-renditions.ts'

/** The shapes of the answers of the GIPHY-compatible interface, in which the numbers of renditions are strings. */

const text = Type.String()
const filled = Type.String({ minLength: 1 })
const url = Type.String({ pattern: '^https?://' })
const wholeNumber = Type.String({ pattern: '^[0-9]+$' })
const time = Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$` })
const exactly = { additionalProperties: false }

function imageSchema(name: string, spec: ImageSpec) {
  const properties: TProperties = {
    ...(name !== 'looping' && { height: wholeNumber, width: wholeNumber }),
    ...(spec.url !== undefined && { size: wholeNumber, url }),
    ...(spec.mp4 !== undefined && { mp4_size: wholeNumber, mp4: url }),
    ...(spec.webp !== undefined && { webp_size: wholeNumber, webp: url }),
    ...(name === 'original' && { frames: wholeNumber, hash: filled }),
  }
  return Type.Object(properties, exactly)
}

const images = Object.fromEntries(
  Object.entries(giphyImages).map(([name, spec]) => [name, imageSchema(name, spec)]),
)

const action = Type.Object({ url }, exactly)

export const gifSchema = Type.Object(
  {
    type: Type.Union([Type.Literal('gif'), Type.Literal('sticker')]),
    id: filled,
    slug: filled,
    url,
    bitly_url: url,
    bitly_gif_url: url,
    embed_url: url,
    username: text,
    source: text,
    source_tld: text,
    source_post_url: text,
    title: text,
    alt_text: text,
    rating: Type.Union(ratings.map((rating) => Type.Literal(rating))),
    content_url: text,
    tags: Type.Array(text),
    featured_tags: Type.Array(text),
    is_sticker: Type.Union([Type.Literal(0), Type.Literal(1)]),
    import_datetime: time,
    create_datetime: time,
    update_datetime: time,
    trending_datetime: time,
    images: Type.Object(images, exactly),
    analytics_response_payload: filled,
    analytics: Type.Object({ onload: action, onclick: action, onsent: action }, exactly),
  },
  exactly,
)

export const metaSchema = Type.Object({ status: Type.Integer(), msg: filled, response_id: filled }, exactly)

export const paginationSchema = Type.Object(
  {
    total_count: Type.Integer({ minimum: 0 }),
    count: Type.Integer({ minimum: 0 }),
    offset: Type.Integer({ minimum: 0 }),
  },
  exactly,
)

export const gifListSchema = Type.Object(
  { data: Type.Array(gifSchema), pagination: paginationSchema, meta: metaSchema },
  exactly,
)

export const categorySchema = Type.Object(
  {
    name: filled,
    name_encoded: filled,
    subcategories: Type.Array(Type.Object({ name: filled, name_encoded: filled })),
    gif: gifSchema,
  },
  exactly,
)
