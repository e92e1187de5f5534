import type { Category } from './category.ts'

/** A published record. It exists only once all its renditions are in the media store. */
export type Gif = {
  id: number
  code: string
  /** Names the folder of its renditions in the media store; another one for each attempt to make it. */
  mediaId: string
  title: string
  category: Category
  tags: string[]
  width: number
  height: number
  durationMs: number
  frames: number
  gifBytes: number
  mp4Bytes: number
  webpBytes: number
  nsfw: boolean
  private: boolean
  /** By the operator, until it is shown again: as if it were private, but its files have no signed addresses. */
  hidden: boolean
  /** The account that made it; null for a visitor without one. */
  ownerId: number | null
  createdAt: number
}

export type NewGif = Omit<Gif, 'id' | 'category'> & { categoryId: number }

/** What of a GIF can be changed. */
export type GifChange = Partial<Pick<NewGif, 'title' | 'categoryId' | 'tags' | 'nsfw' | 'private' | 'hidden'>>

/** Whether everyone may see it. Only such a GIF is found by search and random, and its files are open to all. */
export function isPublic(gif: Pick<Gif, 'private' | 'hidden'>): boolean {
  return !gif.private && !gif.hidden
}
