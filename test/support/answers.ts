/** A GIF record as the API returns it. */
export type GifAnswer = {
  category: { code: string; name: string }
  code: string
  title: string
  alt: string | null
  flashing: boolean | null
  width: string
  height: string
  gif_url: string
  thumb_url: string
  mp4_url: string
  webp_url: string
  tags: string[]
  nsfw: boolean
  rating: string
  visibility: string
  private: boolean
  hidden?: boolean
  duration: number
  renditions?: Record<string, { url: string; width: number; height: number; bytes?: number }>
}

/** Every field of any answer of the API; the tests check which answer has which. */
export type Answer = {
  status: string
  success: boolean
  error: { code: string; message: string; field?: string }
  id: string
  delete_url: string
  manage_url: string
  visibility: string
  total: number
  categories: { id: number; code: string; name: string }[]
  result: GifAnswer[] & {
    code: string
    url: string
    loop?: { start: number; end: number }
    flashing?: boolean
    missing_characters?: string[]
    size_limit?: { outcome: string; width?: number; fps?: number }
  }
  url: string
  position: number
  progress: number
  step: string
}
