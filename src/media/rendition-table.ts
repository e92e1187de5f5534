/** The properties of a rendition that do not depend on the GIF. */
export type RenditionSpec = {
  /** Its id in the rows of the database: permanent, never reused. 1 to 255. */
  id: number
  file: string
  contentType: string
  codec: 'gif' | 'h264' | 'vp9' | 'webp' | 'jpeg'
  /** The box that it is scaled down to fit, never up; null: the size of the GIF. Infinity if a side does not matter. */
  box: { width: number; height: number } | null
  /** `six`: six frames over the whole length. `start`: the first two seconds. `first`: a still. */
  frames: 'all' | 'six' | 'start' | 'first'
  /** The most bytes that it may take; null: no limit of its own. */
  maxBytes: number | null
  /** True if its quality is lower than the GIF's, for fewer bytes. */
  isRougher: boolean
  /** True if it is only made for GIFs with transparency. */
  alphaOnly: boolean
  /** `always`: every GIF has it. `with-gif`: published with it, if it is needed. `later`: derived in the background. */
  made: 'always' | 'with-gif' | 'later'
}

const types = {
  gif: { codec: 'gif', contentType: 'image/gif', extension: 'gif' },
  mp4: { codec: 'h264', contentType: 'video/mp4', extension: 'mp4' },
  webm: { codec: 'vp9', contentType: 'video/webm', extension: 'webm' },
  webp: { codec: 'webp', contentType: 'image/webp', extension: 'webp' },
  jpg: { codec: 'jpeg', contentType: 'image/jpeg', extension: 'jpg' },
} as const

function spec(
  id: number,
  type: keyof typeof types,
  baseName: string,
  own: Partial<Omit<RenditionSpec, 'id' | 'file' | 'contentType' | 'codec'>> = {},
): RenditionSpec {
  const { codec, contentType, extension } = types[type]
  return {
    id,
    file: `${baseName}.${extension}`,
    contentType,
    codec,
    box: null,
    frames: codec === 'jpeg' ? 'first' : 'all',
    maxBytes: null,
    isRougher: false,
    alphaOnly: false,
    made: 'later',
    ...own,
  }
}

const wide = (width: number) => ({ box: { width, height: Infinity } })
const high = (height: number) => ({ box: { width: Infinity, height } })
const within = (side: number) => ({ box: { width: side, height: side } })

/** The files that a GIF can be served as. Adding one here is all that serving, backup and the catalogue need. */
const specs = {
  gif: spec(1, 'gif', 'gif', { made: 'always' }),
  mp4: spec(2, 'mp4', 'video', { made: 'always' }),
  webp: spec(3, 'webp', 'animation', { made: 'always' }),
  thumb: spec(4, 'jpg', 'thumb', { made: 'always' }),

  gif220w: spec(5, 'gif', '220w', { ...wide(220), made: 'with-gif' }),
  gif200w: spec(6, 'gif', '200w', { ...wide(200), made: 'with-gif' }),
  gif200h: spec(7, 'gif', '200h', { ...high(200), made: 'with-gif' }),
  gif100w: spec(8, 'gif', '100w', wide(100)),
  gif100h: spec(9, 'gif', '100h', high(100)),
  gif90h: spec(10, 'gif', '90h', high(90)),
  gif200w6: spec(11, 'gif', '200w-6', { ...wide(200), frames: 'six' }),
  gif200h6: spec(12, 'gif', '200h-6', { ...high(200), frames: 'six' }),
  gifRough: spec(13, 'gif', 'rough', { isRougher: true }),
  gif2mb: spec(14, 'gif', '2mb', { maxBytes: 2_000_000 }),
  gif5mb: spec(15, 'gif', '5mb', { maxBytes: 5_000_000 }),
  gif8mb: spec(16, 'gif', '8mb', { maxBytes: 8_000_000 }),
  gifPreview: spec(17, 'gif', 'preview', { ...within(200), frames: 'start', maxBytes: 50_000 }),
  gifSticker220: spec(18, 'gif', 'sticker-220', { ...within(220), maxBytes: 500_000, alphaOnly: true }),
  gifSticker90: spec(19, 'gif', 'sticker-90', { ...within(90), maxBytes: 100_000, alphaOnly: true }),

  mp4In320: spec(20, 'mp4', 'in-320', within(320)),
  mp4In150: spec(21, 'mp4', 'in-150', within(150)),
  mp4200w: spec(22, 'mp4', '200w', wide(200)),
  mp4200h: spec(23, 'mp4', '200h', high(200)),
  mp4100w: spec(24, 'mp4', '100w', wide(100)),
  mp4100h: spec(25, 'mp4', '100h', high(100)),
  mp4200kb: spec(26, 'mp4', '200kb', { maxBytes: 200_000 }),
  mp4Preview: spec(27, 'mp4', 'preview', { ...within(320), frames: 'start', maxBytes: 50_000 }),

  webm: spec(28, 'webm', 'video'),
  webmIn320: spec(29, 'webm', 'in-320', within(320)),
  webmIn150: spec(30, 'webm', 'in-150', within(150)),

  webp220w: spec(31, 'webp', '220w', wide(220)),
  webp200w: spec(32, 'webp', '200w', wide(200)),
  webp200h: spec(33, 'webp', '200h', high(200)),
  webp100w: spec(34, 'webp', '100w', wide(100)),
  webp100h: spec(35, 'webp', '100h', high(100)),
  webp90h: spec(36, 'webp', '90h', high(90)),
  webp200w6: spec(37, 'webp', '200w-6', { ...wide(200), frames: 'six' }),
  webp200h6: spec(38, 'webp', '200h-6', { ...high(200), frames: 'six' }),
  webpPreview: spec(39, 'webp', 'preview', { ...within(200), frames: 'start', maxBytes: 50_000 }),
  webpSticker220: spec(40, 'webp', 'sticker-220', { ...within(220), maxBytes: 500_000, alphaOnly: true }),
  webpSticker90: spec(41, 'webp', 'sticker-90', { ...within(90), maxBytes: 100_000, alphaOnly: true }),
  webpStill: spec(42, 'webp', 'still', { frames: 'first', alphaOnly: true }),
  webpStill220: spec(43, 'webp', 'still-220', { ...within(220), frames: 'first', alphaOnly: true }),
  webpStill90: spec(44, 'webp', 'still-90', { ...within(90), frames: 'first', alphaOnly: true }),

  still360w: spec(52, 'webp', 'still-360w', { ...wide(360), frames: 'first', made: 'with-gif' }),
  still220w: spec(45, 'jpg', '220w', wide(220)),
  still480w: spec(46, 'jpg', '480w', wide(480)),
  still200w: spec(47, 'jpg', '200w', wide(200)),
  still200h: spec(48, 'jpg', '200h', high(200)),
  still100w: spec(49, 'jpg', '100w', wide(100)),
  still100h: spec(50, 'jpg', '100h', high(100)),
  still90h: spec(51, 'jpg', '90h', high(90)),
}

export type RenditionName = keyof typeof specs

export const renditions: Readonly<Record<RenditionName, RenditionSpec>> = specs

export const renditionNames = Object.keys(specs) as RenditionName[]

/** The renditions that every published GIF has. */
export const mainRenditions = ['gif', 'mp4', 'webp', 'thumb'] as const satisfies RenditionName[]

export type MainRendition = (typeof mainRenditions)[number]
