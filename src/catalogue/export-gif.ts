import { type Gif, isNsfw } from './gif.ts'

/** The data stored about a GIF. */
export function exportGif(gif: Gif) {
  const { code, title, alt, category, tags, width, height, durationMs, frames, hidden, createdAt } = gif
  return {
    code,
    title,
    alt,
    category: { code: category.code, name: category.name },
    tags,
    width,
    height,
    duration_seconds: durationMs / 1000,
    frames,
    /** As it was given; null: not rated. */
    rating: gif.rating,
    nsfw: isNsfw(gif),
    visibility: gif.visibility,
    private: gif.visibility === 'private',
    hidden_by_operator: hidden,
    created_at: new Date(createdAt).toISOString(),
  }
}
