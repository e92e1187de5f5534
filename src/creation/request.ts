import type { Rating, Visibility } from '../catalogue/gif.ts'
import type { ClipOptions } from '../options/clip-options.ts'
import type { GifOptions } from '../options/gif-options.ts'
import type { OptionValues } from '../options/option.ts'
import type { pictureOptions } from '../options/picture-options.ts'

/**
 * What a creation asks for. `uploads` are local paths while it is submitted, keys of the media store once it
 * is accepted.
 */
export type CreationRequest = Details & (ClipOfAddress | ClipOfUpload | Pictures)

type Details = {
  categoryId: number
  /** Null only for an address, until the source has told its own. */
  title: string | null
  tags: string[]
  visibility: Visibility
  rating: Rating | null
  watermark: boolean
  gif: GifOptions
}

type Clip = { startSeconds: number; endSeconds: number; clip: ClipOptions }

type ClipOfAddress = Clip & { kind: 'url'; url: string; uploads: [] }

type ClipOfUpload = Clip & { kind: 'video'; uploads: string[] }

type Pictures = OptionValues<typeof pictureOptions> & { kind: 'pictures'; uploads: string[] }
