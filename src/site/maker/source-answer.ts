import type { SizeNote } from '../../options/rules/size-note.ts'

/** A prepared source as the maker's script reads it. */
export type SourceAnswer = {
  id: string
  kind: 'link' | 'upload' | 'picture' | 'pictures'
  /** `none`: no preview was asked for yet; `done`: there is one, and a longer one may be on its way. */
  status: 'none' | 'waiting' | 'processing' | 'done' | 'error'
  isExtending: boolean
  progress: number
  step: string | null
  position: number | null
  error: { code: string; message: string; field?: string } | null
  title: string | null
  preview: SourcePreview | null
  /** Those of a source of pictures, in their order. */
  pictures: KeptPicture[]
  until: number
  gifs: VariantAnswer[]
}

/** A picture by its name in the source. */
export type KeptPicture = { name: string; url: string }

/** What a browser can show of a source; the sizes and `seconds` are those of the source. */
export type SourcePreview = {
  url: string
  type: 'mp4' | 'webm' | 'png' | 'jpeg'
  width: number
  height: number
  seconds: number
  shownSeconds: number
  rate: number | null
  /** Whether it was coded anew, so that a GIF of it has another size than one of the source. */
  isCopy: boolean
  /** Where the service is asked for the size of a GIF of the source. */
  size: string
}

/** What a GIF comes to, as it would be made. */
export type MeasuredGif = { bytes: number; width: number; height: number; frames: number }

/** A measurement as the maker's script reads it. */
export type MeasurementAnswer = { id: string } & (
  | { status: 'waiting' | 'processing' }
  | { status: 'done'; measured: MeasuredGif; sizeNote: SizeNote | null }
  | { status: 'error'; error: { code: string; message: string; field?: string } }
)

/** A GIF that was made of a source. */
export type VariantAnswer = {
  code: string
  title: string
  page: string
  image: string
  width: number
  height: number
  bytes: number
  durationMs: number
  edit: string
  keep: string
}
