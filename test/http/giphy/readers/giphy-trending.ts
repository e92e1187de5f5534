import assert from 'node:assert/strict'
import Type, { type Static } from 'typebox'
import { Check, Errors } from 'typebox/value'

/*
 * Reads answers like ryanw-mobile/giphy-trending, in Kotlin with kotlinx.serialization
 * (app/src/main/java/com/rwmobi/giphytrending/data/source/network/dto/TrendingDataDto.kt, CustomInstantSerializer.kt):
 * a key without a default value is required and not null, numbers of renditions are texts, dates are split by hand.
 */
const text = Type.String()
const optional = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const int = Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })
const moving = {
  height: text,
  width: text,
  size: text,
  url: text,
  mp4: optional,
  mp4_size: optional,
  webp: optional,
  webp_size: optional,
}
const gif = Type.Object({
  analytics_response_payload: text,
  bitly_gif_url: text,
  bitly_url: text,
  content_url: text,
  embed_url: text,
  id: text,
  images: Type.Object({
    fixed_height: Type.Object(moving),
    fixed_width: Type.Object(moving),
    original: Type.Object({ ...moving, frames: text, hash: text }),
  }),
  import_datetime: text,
  is_sticker: int,
  rating: text,
  slug: text,
  source: text,
  source_post_url: text,
  source_tld: text,
  title: text,
  trending_datetime: text,
  type: text,
  url: text,
  username: text,
})
const answer = Type.Object({
  data: Type.Array(gif),
  meta: Type.Object({ msg: text, response_id: text, status: int }),
  pagination: Type.Object({ count: int, offset: int, total_count: int }),
})

/** The GIFs of a list, with the time at which each was added. */
export function readList(body: unknown): { gif: Static<typeof gif>; imported: Date }[] {
  assert.ok(Check(answer, body), JSON.stringify(Errors(answer, body).slice(0, 3)))
  return body.data.map((item) => {
    readInstant(item.trending_datetime)
    return { gif: item, imported: readInstant(item.import_datetime) }
  })
}

function readInstant(text: string): Date {
  if (text === '0000-00-00 00:00:00') return new Date(0)
  const [date = '', time = ''] = text.split(' ')
  const parts = [...date.split('-'), ...time.split(':')].map((part) => Number.parseInt(part, 10))
  const [year = NaN, month = NaN, day = NaN, hour = NaN, minute = NaN, second = NaN] = parts
  const instant = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  assert.ok(parts.length === 6 && !Number.isNaN(instant.getTime()), `Invalid date-time format: ${text}`)
  return instant
}
