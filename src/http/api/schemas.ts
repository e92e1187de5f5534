import { oneOf } from '../../creation/values/option-schemas.ts'
import Type, { type Static, type TSchema } from 'typebox'
import { errorCodes } from '../../lib/app-error.ts'
import { ratings, visibilities } from '../../catalogue/gif.ts'
import { steps } from '../../creation/task.ts'
import type { Match } from '../../search/search-index.ts'

/** The shapes of the public interface: they validate, serialise and document it at once. */

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
    message: Type.String({ description: 'A sentence that a person can act on.' }),
    field: Type.Optional(Type.String({ description: 'The key at fault.' })),
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

/** The answers of a call, for its documentation: what it gives, and how its errors look. */
export function answers<T extends TSchema>(given: T, error: TSchema = errorAnswer) {
  return { 200: given, '4xx': error, '5xx': error }
}

export const done = Type.Literal('done')

const category = Type.Object(
  {
    id: Type.Integer({ description: 'Given as `category` in creation and random-gif.' }),
    name: Type.String(),
    code: Type.String({ description: 'Given as `category` in search.' }),
  },
  { title: 'Category' },
)

const rendition = Type.Object(
  {
    url: Type.String({ format: 'uri' }),
    width: Type.Integer(),
    height: Type.Integer(),
    bytes: Type.Optional(Type.Integer({ description: 'Left out where it was never kept.' })),
  },
  { title: 'Rendition' },
)

const record = {
  code: Type.String({ description: 'The GIF can be viewed at {site_url}/{code}.' }),
  title: Type.String(),
  alt: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'What can be seen, for people who cannot see it.',
  }),
  flashing: Type.Unsafe<boolean | null>({
    type: ['boolean', 'null'],
    description:
      'Whether it flashes more than three times within a second (WCAG 2.3.1): do not play it unasked. `null`: not measured.',
  }),
  width: Type.String({ description: 'Pixels, as a string.' }),
  height: Type.String({ description: 'Pixels, as a string.' }),
  gif_url: Type.String({ format: 'uri' }),
  thumb_url: Type.String({ format: 'uri', description: 'A still JPEG of the first frame.' }),
  mp4_url: Type.String({ format: 'uri' }),
  webp_url: Type.String({ format: 'uri', description: 'Animated.' }),
  tags: Type.Array(Type.String()),
  nsfw: Type.Boolean({ description: 'Whether it is rated `r`.' }),
  rating: oneOf(ratings, 'Of an unrated GIF: what the operator set for these.'),
  visibility: oneOf(
    visibilities,
    '`public`; `unlisted`: only for those who know its code; `private`: only for its owner.',
  ),
  private: Type.Boolean({ description: 'Its media addresses are signed and expire.' }),
  hidden: Type.Optional(
    Type.Boolean({
      description: 'By the operator: its media addresses open with its owner’s token or session only.',
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
        'The files that it has, by name: further sizes and formats are made after it is published. Always given by `/api/gif/{code}`, in lists with `renditions=1`.',
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
  { description: 'The categories, in their order.' },
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
    id: Type.String({ description: 'The task, for /api/status/{task}.' }),
    success: Type.Literal(true),
    delete_url: Type.String({
      format: 'uri',
      description:
        'A page that deletes the GIF once it is made. Keep it secret: anyone who has the address can use it.',
    }),
    manage_url: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'Without an account: a page where the GIF can be changed, published and deleted. What is after `#` is its manage key, which is shown only here. Keep it secret, and in a safe place.',
      }),
    ),
    visibility: Type.Optional(
      oneOf(
        ['public', 'unlisted'],
        'Without an account: who will see the GIF. Where the operator decides who may publish, one that was asked for as public may be `unlisted`.',
      ),
    ),
    existing: Type.Optional(
      Type.Object(
        {
          code: Type.String(),
          url: Type.String({ description: 'The page of the GIF, relative to the site.' }),
        },
        {
          description:
            'Where the uploaded file is byte for byte one that was kept or imported before: its GIF, if it is listed or your own. A new one is made all the same; cancel it or delete it where this one will do.',
        },
      ),
    ),
  },
  { title: 'AcceptedCreation', description: 'The creation was accepted.' },
)

export const uploadAnswer = Type.Object(
  {
    ...accepted.properties,
    code: Type.String({ description: 'The code that the GIF will have.' }),
    url: Type.String({
      format: 'uri',
      description: 'Its page, which says that it is being made until it is there.',
    }),
  },
  { description: 'The file was accepted.' },
)

export const findValues = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: 1000,
      description:
        'Words; all must match title, `alt`, tags or category name, the last also as the beginning of a word.',
    }),
  ),
  category: Type.Optional(Type.String({ maxLength: 100, description: 'The code of a category.' })),
  start: Type.Optional(Type.Integer({ minimum: 0, default: 0, description: 'Results to skip.' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 25, description: 'Most results to give.' }),
  ),
  nsfw: Type.Optional(
    Type.Boolean({ default: false, description: '1 includes GIFs that are not safe for work.' }),
  ),
  rating: Type.Optional(
    oneOf(
      ratings,
      'The highest rating to find. Left out: `pg-13`, with `nsfw` `r`. An unrated GIF counts as the operator’s default, `g` unless set otherwise.',
    ),
  ),
  match: Type.Optional(
    oneOf(['exact'] as const, '`exact`: no other spellings, and no GIF that lacks a word.'),
  ),
  sort: Type.Optional(
    oneOf(
      ['relevance', 'newest', 'popular'] as const,
      'Left out: by relevance, or newest first without `q`.',
    ),
  ),
  renditions: Type.Optional(
    Type.Boolean({ default: false, description: '1 lists all files of each GIF in its record.' }),
  ),
  stickers: Type.Optional(Type.Boolean({ description: '1 finds only GIFs with transparent pixels.' })),
  aspect: Type.Optional(
    oneOf(
      ['standard', 'wide'],
      'Only GIFs whose width is 0.56 to 1.78 times their height (`standard`), or 0.42 to 2.36 times (`wide`).',
    ),
  ),
})

export const findAnswer = Type.Object(
  {
    status: done,
    total: Type.Integer({ description: 'How many GIFs match, exactly.' }),
    match: Type.Unsafe<Match>({
      type: 'string',
      enum: ['exact', 'close', 'partial'],
      description:
        '`exact`: all words match, as they are, in another form, or the last one as the beginning of a word. `close`: other spellings and synonyms joined. `partial`: all words but one match.',
    }),
    corrected: Type.Optional(
      Type.String({ description: 'What `q` was taken for, where a word of it was respelt.' }),
    ),
    result: Type.Array(gifWithCategory),
  },
  { title: 'FoundGifs', description: 'A page of the GIFs that match.' },
)

/** A list that is not divided into pages. */
export const gifListAnswer = Type.Object(
  {
    status: done,
    total: Type.Integer({ description: 'How many GIFs there are in `result`.' }),
    result: Type.Array(gifWithCategory),
  },
  { title: 'GifList', description: 'The GIFs, the best first.' },
)

export const successAnswer = Type.Object(
  { status: done, success: Type.Literal(true) },
  { title: 'Done', description: 'It is done.' },
)

const sizeLimit = Type.Object(
  {
    outcome: Type.Unsafe<string>({
      type: 'string',
      enum: ['enough', 'rough', 'smaller'],
      description:
        '`enough`: it takes much less, since more bytes would not look better. `rough`: it fits, but as many bytes look better in the width of `width`. `smaller`: it was made narrower, or of fewer frames, to fit.',
    }),
    width: Type.Optional(
      Type.Integer({ description: 'With `rough` the width to ask for, with `smaller` that of the GIF.' }),
    ),
    fps: Type.Optional(
      Type.Number({ description: 'With `smaller`, where frames were left out: how many a second remain.' }),
    ),
  },
  { description: 'With `max_bytes`, where there is something to say of the size.' },
)

export const taskAnswer = Type.Object(
  {
    status: Type.Unsafe<string>({ type: 'string', enum: ['waiting', 'processing', 'done', 'error'] }),
    position: Type.Optional(Type.Integer({ description: 'While waiting: 1 is the next.' })),
    progress: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'While processing.' })),
    step: Type.Optional(
      Type.Unsafe<string>({ type: 'string', enum: [...steps], description: 'While processing.' }),
    ),
    result: Type.Optional(
      Type.Object({
        code: Type.String(),
        url: Type.String({ description: 'The page of the GIF, relative to the site.' }),
        loop: Type.Optional(
          Type.Object(
            { start: Type.Number(), end: Type.Number() },
            { description: 'With `auto_loop`: the part of the video that was taken, in its seconds.' },
          ),
        ),
        flashing: Type.Optional(
          Type.Boolean({ description: 'Where the GIF flashes more than three times within a second: true.' }),
        ),
        missing_characters: Type.Optional(
          Type.Array(Type.String(), {
            description:
              'The characters of its texts that no font here has, where there are any; the GIF shows boxes.',
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
          url: Type.String({ description: 'The page of the GIF, relative to the site.' }),
          title: Type.String(),
          alt: Type.Union([Type.String(), Type.Null()]),
          thumb_url: Type.String(),
        }),
        {
          maxItems: 3,
          description:
            'When done: GIFs that look the same and were here before, if there are any that you may know of.',
        },
      ),
    ),
    error: Type.Optional(errorDetail),
  },
  { title: 'CreationStatus', description: 'How the creation stands.' },
)
