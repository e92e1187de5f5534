import assert from 'node:assert/strict'
import Type, { type Static } from 'typebox'
import { Check, Errors } from 'typebox/value'

/*
 * Reads answers like the crate `giphy`, in Rust with serde (maciej-makowski/giphy-rs, src/v1/model.rs): it names twenty
 * keys of `images` and fails on a GIF that lacks one; an Option may be missing or null.
 */
const text = Type.String()
const option = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const i32 = Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })
const animated = Type.Object({
  width: text,
  height: text,
  url: option,
  size: option,
  mp4: option,
  mp4_size: option,
  webp: option,
  webp_size: option,
})
const still = Type.Object({ url: text, width: text, height: text })
const gif = Type.Object({
  type: text,
  id: text,
  slug: text,
  url: text,
  bitly_url: text,
  embed_url: text,
  username: text,
  source: text,
  rating: option,
  source_tld: text,
  source_post_url: text,
  update_datetime: option,
  create_datetime: option,
  import_datetime: option,
  trending_datetime: option,
  title: text,
  images: Type.Object({
    fixed_height: animated,
    fixed_height_still: still,
    fixed_height_downsampled: animated,
    fixed_width: animated,
    fixed_width_still: still,
    fixed_width_downsampled: animated,
    fixed_height_small: animated,
    fixed_height_small_still: still,
    fixed_width_small: animated,
    fixed_width_small_still: still,
    downsized: animated,
    downsized_still: still,
    downsized_large: animated,
    downsized_medium: animated,
    downsized_small: animated,
    original: animated,
    original_still: still,
    looping: Type.Object({ mp4: text }),
    preview: Type.Object({ mp4: text, mp4_size: text, width: text, height: text }),
    preview_gif: Type.Object({ url: text, size: text, width: text, height: text }),
  }),
})
const meta = Type.Object({ msg: text, status: i32, response_id: text })
const list = Type.Object({
  data: Type.Array(gif),
  pagination: Type.Object({ count: i32, total_count: i32, offset: i32 }),
  meta,
})
const single = Type.Object({ data: gif, meta })

export function readPaginatedGifs(body: unknown): Static<typeof list> {
  assert.ok(Check(list, body), JSON.stringify(Errors(list, body).slice(0, 3)))
  return body
}

export function readSingleGif(body: unknown): Static<typeof gif> {
  assert.ok(Check(single, body), JSON.stringify(Errors(single, body).slice(0, 3)))
  return body.data
}
