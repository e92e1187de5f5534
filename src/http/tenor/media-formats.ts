import type { RenditionName } from '../../media/rendition.ts'

/** The rendition of each key of `media_formats`, for every GIF. */
const allFormats = {
  gif: 'gif',
  mediumgif: 'gifRough',
  tinygif: 'gif220w',
  nanogif: 'gif90h',
  mp4: 'mp4',
  loopedmp4: 'mp4',
  tinymp4: 'mp4In320',
  nanomp4: 'mp4In150',
  webm: 'webm',
  tinywebm: 'webmIn320',
  nanowebm: 'webmIn150',
  webp: 'webp',
  tinywebp: 'webp220w',
  nanowebp: 'webp90h',
  preview: 'thumb',
  gifpreview: 'thumb',
  tinygifpreview: 'still220w',
  nanogifpreview: 'still90h',
} as const satisfies Record<string, RenditionName>

/** The same for the keys that only GIFs with transparency have. */
const alphaFormats = {
  gif_transparent: 'gif',
  tinygif_transparent: 'gifSticker220',
  nanogif_transparent: 'gifSticker90',
  webp_transparent: 'webp',
  tinywebp_transparent: 'webpSticker220',
  nanowebp_transparent: 'webpSticker90',
  webppreview_transparent: 'webpStill',
  tinywebppreview_transparent: 'webpStill220',
  nanowebppreview_transparent: 'webpStill90',
} as const satisfies Record<string, RenditionName>

export type MediaFormat = keyof typeof allFormats | keyof typeof alphaFormats

/** The rendition of each key of `media_formats`, in order; the last ones are for GIFs with transparency. */
export const mediaFormats: Readonly<Record<MediaFormat, RenditionName>> = { ...allFormats, ...alphaFormats }

const formatNames = Object.keys(mediaFormats) as MediaFormat[]

/** The keys of a GIF. */
export function formatsOf(gif: { hasAlpha: boolean | null }): readonly MediaFormat[] {
  return gif.hasAlpha === true ? formatNames : plainNames
}

const plainNames = Object.keys(allFormats) as MediaFormat[]

/** The names that the older interface uses for sets of keys. */
const presets = new Map<string, readonly MediaFormat[]>([
  ['minimal', ['gif', 'tinygif', 'mp4']],
  ['basic', ['gif', 'tinygif', 'nanogif', 'mp4', 'tinymp4', 'nanomp4']],
])

const places = new Map<string, number>(formatNames.map((name, place) => [name, place]))

/**
 * The positions in `mediaFormats` of the keys in a `media_filter`, ascending. Undefined, which means all, if it names
 * no known key.
 */
export function readMediaFilter(filter: string | undefined): readonly number[] | undefined {
  if (filter === undefined || filter === '') return undefined
  const chosen = new Set<number>()
  for (const part of filter.split(',', maxNamed)) {
    const name = part.trim().toLowerCase()
    for (const format of presets.get(name) ?? [name]) {
      const place = places.get(format)
      if (place !== undefined) chosen.add(place)
    }
  }
  return chosen.size === 0 ? undefined : [...chosen].toSorted((a, b) => a - b)
}

/** More than the number of keys. */
const maxNamed = 100
