import { oneOf } from '../../creation/values/option-schemas.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { errorCodes } from '../../lib/app-error.ts'
import { ratings, visibilities } from '../../catalogue/gif.ts'
import { steps } from '../../creation/task.ts'
import type { Match } from '../../search/search-index.ts'

/** The shapes of the public interface: one definition validates, serializes and documents it. */

const errorCode = Type.Unsafe<string>({
  title: 'ErrorCode',
  type: 'string',
  enum: Object.keys(errorCodes),
  description: Object.entries(errorCodes)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join('\n'),
})

const errorDetail = Type.Object(
  {
    code: errorCode,
    message: Type.String({ description: 'A sentence that explains what to do.' }),
    field: Type.Optional(Type.String({ description: 'The name of the invalid value.' })),
  },
  { title: 'ErrorDetail' },
)

const errorAnswer = Type.Object(
  { status: Type.Literal('error'), error: errorDetail },
  { title: 'Error', description: 'An error.' },
)

export const creationErrorAnswer = Type.Object(
  { status: Type.Literal('error'), error: errorDetail, success: Type.Literal(false) },
  { title: 'CreationError', description: 'An error.' },
)

/** The responses of a call for the documentation: its result and its errors. */
export function answers<T extends TSchema>(given: T, error: TSchema = errorAnswer) {
  return { 200: given, '4xx': error, '5xx': error }
}

export const done = Type.Literal('done')

const category = Type.Object(
  {
    id: Type.Integer({ description: 'The value of `category` for creation and random-gif.' }),
    name: Type.String(),
    code: Type.String({ description: 'The value of `category` for search.' }),
  },
  { title: 'Category' },
)

const rendition = Type.Object(
  {
    url: Type.String({ format: 'uri' }),
    width: Type.Integer(),
    height: Type.Integer(),
    bytes: Type.Optional(Type.Integer({ description: 'Missing if unknown.' })),
  },
  { title: 'Rendition' },
)

const record = {
  code: Type.String({ description: 'View the GIF at {site_url}/{code}.' }),
  title: Type.String(),
  alt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'A description for people who cannot see the GIF.',
  }),
  flashing: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description:
      '`true` if it flashes more than three times within a second (WCAG 2.3.1): do not autoplay it. `null` if it was not measured.',
  }),
  width: Type.String({ description: 'In pixels, as a string.' }),
  height: Type.String({ description: 'In pixels, as a string.' }),
  gif_url: Type.String({ format: 'uri' }),
  thumb_url: Type.String({ format: 'uri', description: 'A JPEG of the first frame.' }),
  mp4_url: Type.String({ format: 'uri' }),
  webp_url: Type.String({ format: 'uri', description: 'Animated.' }),
  tags: Type.Array(Type.String()),
  nsfw: Type.Boolean({ description: '`true` if it is rated `r`.' }),
  rating: oneOf(ratings, 'An unrated GIF has the operator’s default rating.'),
  visibility: oneOf(
    visibilities,
    '`public`: everyone. `unlisted`: anyone who has the link. `private`: only its owner.',
  ),
  private: Type.Boolean({ description: 'If `true`, the links of its files are signed and expire.' }),
  hidden: Type.Optional(
    Type.Boolean({
      description:
        '`true` if the operator has hidden it: its files open only with its owner’s token or session.',
    }),
  ),
  duration: Type.Number({ description: 'Seconds.' }),
  frames: Type.Integer(),
  created_at: Type.String({ format: 'date-time' }),
  renditions: Type.Optional(
    Type.Unsafe<Record<string, Static<typeof rendition>>>({
      type: 'object',
      additionalProperties: rendition,
      description:
        'Its files, by name. Some sizes and formats are made after publication. `/api/gif/{code}` always has them; lists have them with `renditions=1`.',
    }),
  ),
}

const gif = Type.Object(record, { title: 'GifWithoutCategory' })
export const gifWithCategory = Type.Object(
  { category: Type.Object({ code: Type.String(), name: Type.String() }), ...record },
  { title: 'Gif' },
)

export const categoriesAnswer = Type.Object(
  { status: done, categories: Type.Array(category) },
  { description: 'The categories, in order.' },
)

export const gifAnswer = Type.Object(
  { status: done, result: Type.Array(gifWithCategory) },
  { title: 'OneGif', description: 'A list of one GIF.' },
)

export const randomGifAnswer = Type.Object(
  { status: done, result: Type.Array(gif) },
  { description: 'A list of one GIF, without its category.' },
)

export const accepted = Type.Object(
  {
    status: Type.Literal('waiting'),
    id: Type.String({ description: 'The task id for /api/status/{task}.' }),
    success: Type.Literal(true),
    delete_url: Type.String({
      format: 'uri',
      description:
        'A page that deletes the GIF once it is made. Keep it secret: anyone who has the link can use it.',
    }),
    manage_url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'Without an account: a page to change, publish and delete the GIF. The part after `#` is its manage key, which is never shown again. Store it safely and keep it secret.',
      }),
    ),
    visibility: Type.Optional(
      oneOf(
        ['public', 'unlisted'],
        'Without an account: who can see the GIF. If the operator restricts publishing, it may be `unlisted` even if you requested `public`.',
      ),
    ),
    existing: Type.Optional(
      Type.Object(
        {
          code: Type.String(),
          url: Type.String({ description: 'The GIF’s page, relative to the site.' }),
        },
        {
          description:
            'An existing GIF that was kept or imported from an identical file, if it is public or your own. A new GIF is still made; cancel or delete it if you do not need it.',
        },
      ),
    ),
  },
  { title: 'AcceptedCreation', description: 'The creation was accepted.' },
)

export const uploadAnswer = Type.Object(
  {
    ...accepted.properties,
    code: Type.String({ description: 'The code of the future GIF.' }),
    url: Type.String({
      format: 'uri',
      description: 'Its page, which shows the progress until the GIF is ready.',
    }),
  },
  { description: 'The file was accepted.' },
)

export const findValues = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'Words to find in the title, `alt`, tags and category name. All must match; the last one can be the beginning of a word.',
    }),
  ),
  category: Type.Optional(Type.String({ maxLength: 100, description: 'The code of a category.' })),
  start: Type.Optional(
    Type.Integer({ minimum: 0, default: 0, description: 'The number of results to skip.' }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'The maximum number of results.' }),
  ),
  nsfw: Type.Optional(
    Type.Boolean({ default: false, description: '1 includes GIFs that are not safe for work.' }),
  ),
  rating: Type.Optional(
    oneOf(
      ratings,
      'The highest rating to include. Default: `pg-13`, or `r` with `nsfw`. Unrated GIFs count as the operator’s default rating, which is `g` unless changed.',
    ),
  ),
  match: Type.Optional(
    oneOf(['exact'] as const, '`exact` excludes other spellings, and GIFs that lack a word.'),
  ),
  sort: Type.Optional(
    oneOf(['relevance', 'newest', 'popular'] as const, 'Default: `relevance`, or `newest` without `q`.'),
  ),
  renditions: Type.Optional(Type.Boolean({ default: false, description: '1 lists all files of each GIF.' })),
  stickers: Type.Optional(Type.Boolean({ description: '1 finds only GIFs with transparent pixels.' })),
  aspect: Type.Optional(
    oneOf(
      ['standard', 'wide'],
      'Finds only GIFs whose width is 0.56 to 1.78 times their height (`standard`), or 0.42 to 2.36 times (`wide`).',
    ),
  ),
})

export const findAnswer = Type.Object(
  {
    status: done,
    total: Type.Integer({ description: 'The exact number of matching GIFs.' }),
    match: Type.Unsafe<Match>({
      type: 'string',
      enum: ['exact', 'close', 'partial'],
      description:
        '`exact`: all words match as they are, in another form, or (the last one) as the beginning of a word. `close`: includes other spellings and synonyms. `partial`: all words but one match.',
    }),
    corrected: Type.Optional(
      Type.String({ description: 'The search with corrected spelling, if a word was corrected.' }),
    ),
    result: Type.Array(gifWithCategory),
  },
  { title: 'FoundGifs', description: 'A page of matching GIFs.' },
)

/** A list without pages. */
export const gifListAnswer = Type.Object(
  {
    status: done,
    total: Type.Integer({ description: 'The number of GIFs in `result`.' }),
    result: Type.Array(gifWithCategory),
  },
  { title: 'GifList', description: 'The GIFs, best first.' },
)

export const successAnswer = Type.Object(
  { status: done, success: Type.Literal(true) },
  { title: 'Done', description: 'Done.' },
)

const sizeLimit = Type.Object(
  {
    outcome: Type.Unsafe<string>({
      type: 'string',
      enum: ['enough', 'rough', 'smaller'],
      description:
        '`enough`: the GIF is much smaller than the limit, because more bytes would not look better. `rough`: it fits, but would look better at the width in `width`. `smaller`: it was made narrower, or with fewer frames, to fit.',
    }),
    width: Type.Optional(
      Type.Integer({
        description: 'With `rough`: the suggested width. With `smaller`: the width of the GIF.',
      }),
    ),
    fps: Type.Optional(
      Type.Number({
        description: 'With `smaller`, if frames were dropped: the remaining frames per second.',
      }),
    ),
  },
  { description: 'With `max_bytes`: a note on the size, if there is one.' },
)

export const taskAnswer = Type.Object(
  {
    status: Type.Unsafe<string>({ type: 'string', enum: ['waiting', 'processing', 'done', 'error'] }),
    position: Type.Optional(
      Type.Integer({ description: 'While waiting: the position in the queue; 1 is next.' }),
    ),
    progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'While processing.' })),
    step: Type.Optional(
      Type.Unsafe<string>({ type: 'string', enum: [...steps], description: 'While processing.' }),
    ),
    result: Type.Optional(
      Type.Object({
        code: Type.String(),
        url: Type.String({ description: 'The GIF’s page, relative to the site.' }),
        loop: Type.Optional(
          Type.Object(
            { start: Type.Number(), end: Type.Number() },
            { description: 'With `auto_loop`: the part of the video that was used, in seconds.' },
          ),
        ),
        flashing: Type.Optional(
          Type.Boolean({ description: '`true` if the GIF flashes more than three times within a second.' }),
        ),
        missing_characters: Type.Optional(
          Type.Array(Type.String(), {
            description:
              'Characters in its texts that no available font has, if any; the GIF shows boxes instead.',
          }),
        ),
        size_limit: Type.Optional(sizeLimit),
      }),
    ),
    url: Type.Optional(Type.String({ description: 'When done: the code of the GIF.' })),
    similar: Type.Optional(
      Type.Array(
        Type.Object({
          code: Type.String(),
          url: Type.String({ description: 'The GIF’s page, relative to the site.' }),
          title: Type.String(),
          alt: Type.Union([Type.String(), Type.Null()]),
          thumb_url: Type.String(),
        }),
        {
          maxItems: 3,
          description: 'When done: earlier GIFs that look the same, if you can see any.',
        },
      ),
    ),
    error: Type.Optional(errorDetail),
  },
  { title: 'CreationStatus', description: 'The status of the creation.' },
)
