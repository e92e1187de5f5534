import type { Renditions } from '../media/rendition.ts'
import type { Category } from './category.ts'

/**
 * The visibility of a GIF. Public: visible to everyone and in search. Unlisted: visible to everyone who has the
 * address. Private: visible to its owner, whose file addresses are signed and expire.
 */
export const visibilities = ['public', 'unlisted', 'private'] as const

export type Visibility = (typeof visibilities)[number]

/** The audience ratings of GIFs, as for films, from the mildest. */
export const ratings = ['g', 'pg', 'pg-13', 'r'] as const

export type Rating = (typeof ratings)[number]

/** The possible ratings of unrated GIFs: never r, so that they stay safe for work. */
export type DefaultRating = Exclude<Rating, 'r'>

/** A published record. It exists only once all its renditions are in the media store. */
export type Gif = {
  id: number
  code: string
  /** A random number of 19 digits: its id for clients that expect a number. */
  tenorId: string
  /** The folder of its renditions in the media store; each attempt to make it has another one. */
  mediaId: string
  title: string
  category: Category
  tags: string[]
  width: number
  height: number
  durationMs: number
  frames: number
  renditions: Renditions
  /** True if any frame has a transparent pixel; null for GIFs of older versions. */
  hasAlpha: boolean | null
  /** A description for people who cannot see it; null if it has none. */
  alt: string | null
  /** True if it flashes more than three times within a second; null: not measured, as in older versions. */
  flashing: boolean | null
  /** True if its GIF file was kept unchanged, and everything else is made from it. */
  isOriginal?: boolean
  visibility: Visibility
  /** The rating as it was set; null: not rated. `resolveRating` applies the default. */
  rating: Rating | null
  /** Set by the operator: until it is shown again, it is treated as private, but its files have no signed addresses. */
  hidden: boolean
  /** The account that made it; null for a visitor without one. */
  ownerId: number | null
  createdAt: number
}

export type NewGif = Omit<Gif, 'id' | 'category'> & {
  categoryId: number
  /** The SHA-256 of the file that it was imported from; omitted if it was not imported. */
  sourceHash?: Uint8Array | null
  /** The number of earlier uses elsewhere. */
  uses?: number
  /** Its packed look; omitted if unknown. */
  look?: Uint8Array | null
}

/** The maximum uses of a new GIF; more would not fit in the search index together with those counted later. */
export const maxUses = 1_000_000_000

/** The properties of a GIF that can be changed. */
export type GifChange = Partial<
  Pick<NewGif, 'title' | 'alt' | 'categoryId' | 'tags' | 'rating' | 'visibility' | 'hidden'>
>

/** The properties of a GIF that decide whether people other than its owner see it. */
export type GifExposure = { visibility: Visibility; hidden: boolean }

/** Returns true if search, random and lists may show the GIF. */
export function isListed(gif: GifExposure): boolean {
  return gif.visibility === 'public' && !gif.hidden
}

/** Returns true if the page and the files of the GIF open for everyone who has the address. */
export function isOpen(gif: GifExposure): boolean {
  return gif.visibility !== 'private' && !gif.hidden
}

/** Returns true if the GIF is not safe for work. */
export function isNsfw({ rating }: { rating: Rating | null }): boolean {
  return rating === 'r'
}

/** Returns the rating of a GIF marked as not safe for work, or as safe; a finer rating stays. */
export function markNsfw(nsfw: boolean, before: Rating | null = null): Rating | null {
  if (nsfw) return 'r'
  return before === 'r' ? null : before
}

/** Returns the visibility of a GIF marked as private, or as not private; an unlisted one does not become public. */
export function markPrivate(isPrivate: boolean, before: Visibility = 'public'): Visibility {
  if (isPrivate) return 'private'
  return before === 'private' ? 'public' : before
}

/** Returns the rating for display and filters: an unrated GIF has the operator's default. */
export function resolveRating(rating: Rating | null, defaultRating: DefaultRating): Rating {
  return rating ?? defaultRating
}

/** Returns the stored ratings that a search up to `max` finds. */
export function ratingsUpTo(max: Rating, defaultRating: DefaultRating): (Rating | null)[] {
  const rated = ratings.slice(0, ratings.indexOf(max) + 1)
  return rated.includes(defaultRating) ? [null, ...rated] : rated
}
