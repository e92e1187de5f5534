import type { Rating, Visibility } from '../catalogue/gif.ts'
import type { Overlay } from '../layers/layer.ts'
import type { EditPlan } from '../media/media-engine.ts'
import type { LocalPath, StoreKey } from '../media/media-store.ts'
import type { ClipOptions } from '../options/clip-options.ts'
import type { GifOptions } from '../options/gif-options.ts'
import type { OptionValues } from '../options/option.ts'
import type { pictureOptions } from '../options/picture-options.ts'

/** What a creation asks for; `Upload` says where what was sent with it is. */
type RequestWith<Upload> = Details &
  (
    | (Making<Upload> & (ClipOfAddress | ClipOfUpload<Upload> | Pictures<Upload> | Editing<Upload>))
    | Keeping<Upload>
  )

/** As it is submitted: its uploads are files of this machine. */
export type CreationRequest = RequestWith<LocalPath>

/** As it was accepted: its uploads are in the media store. */
export type AcceptedRequest = RequestWith<StoreKey>

type Details = {
  categoryId: number
  /** Null only for an address, until the source has told its own. */
  title: string | null
  /** A description for people who cannot see the GIF; null: none. */
  alt: string | null
  tags: string[]
  visibility: Visibility
  rating: Rating | null
  /** What an imported GIF was elsewhere; left out where it is new. */
  imported?: ImportedFrom
}

export type ImportedFrom = {
  /** Milliseconds since 1970; null: it is as old as its record here. */
  createdAt: number | null
  /** How often it was used. */
  uses: number
}

/** How a GIF is made of its source. */
type Making<Upload> = {
  watermark: boolean
  gif: GifOptions
  /** What is drawn over it; left out: nothing. Its pictures were sent with the request. */
  overlay?: Overlay<Upload>
}

/** An animation that is taken over as it is: that of the address, or the upload where `url` is null. */
type Keeping<Upload> = { kind: 'keep'; url: string | null; uploads: Upload[] }

type Clip = { startSeconds: number; endSeconds: number; clip: ClipOptions }

type ClipOfAddress = Clip & { kind: 'url'; url: string; uploads: [] }

type ClipOfUpload<Upload> = Clip & { kind: 'video'; uploads: Upload[] }

/** An animation whose frames are edited, and those that are shown after it, in their order. */
type Editing<Upload> = Omit<EditPlan, 'inputs' | 'watermarkText' | 'marksAnimations' | 'gif' | 'overlay'> & {
  uploads: Upload[]
}

type Pictures<Upload> = OptionValues<typeof pictureOptions> & { kind: 'pictures'; uploads: Upload[] }

/** The address that a creation takes its source from; null where that was sent with it. */
export function addressOf(request: CreationRequest | AcceptedRequest): string | null {
  return 'url' in request ? request.url : null
}

/** All files that were sent with a request: those of its source, then the pictures that are drawn over it. */
export function uploadsOf(request: CreationRequest): LocalPath[]
export function uploadsOf(request: AcceptedRequest): StoreKey[]
export function uploadsOf(request: CreationRequest | AcceptedRequest): string[] {
  return [...request.uploads, ...('overlay' in request ? (request.overlay?.stickers ?? []) : [])]
}

/** A request whose files, all of them and in their order, are elsewhere now. */
export function withUploads(request: CreationRequest, files: StoreKey[]): AcceptedRequest {
  const { length } = request.uploads
  const moved = { ...request, uploads: files.slice(0, length) }
  const overlay = 'overlay' in request ? request.overlay : undefined
  const stickers = files.slice(length)
  return (overlay === undefined ? moved : { ...moved, overlay: { ...overlay, stickers } }) as AcceptedRequest
}
