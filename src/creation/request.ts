import type { Rating, Visibility } from '../catalogue/gif.ts'
import type { Overlay } from '../layers/layer.ts'
import type { EditPlan, PicturesPlan, VideoPlan } from '../media/media-engine.ts'
import type { LocalPath, StoreKey } from '../media/media-store.ts'

/**
 * The request of a creation: the instructions to make its GIF, which are the media engine's plan without the files and
 * the watermark's text, and the details of its record. An `Upload` is the place of a file that was sent with it.
 */
type RequestWith<Upload> = Details &
  (
    | (Drawing<Upload> & (ClipOfAddress | ClipOfUpload<Upload> | Pictures<Upload> | Editing<Upload>))
    | Keeping<Upload>
  )

/** A submitted request; its uploads are files on this machine. */
export type CreationRequest = RequestWith<LocalPath>

/** An accepted request; its uploads are in the media store. */
export type AcceptedRequest = RequestWith<StoreKey>

type Details = {
  categoryId: number
  /** Null only for an address, until the source's own title is known. */
  title: string | null
  /** A description for people who cannot see the GIF; null if missing. */
  alt: string | null
  tags: string[]
  visibility: Visibility
  rating: Rating | null
  /** An imported GIF's details elsewhere; omitted for a new GIF. */
  imported?: ImportedFrom
}

export type ImportedFrom = {
  /** Milliseconds since 1970; null: as old as its record here. */
  createdAt: number | null
  /** The number of times it was used. */
  uses: number
}

/** A plan without the values that depend on the run: its files and the text of the watermark. */
type Making<Plan> = Omit<Plan, 'kind' | 'input' | 'inputs' | 'watermarkText' | 'marksAnimations' | 'overlay'>

/** The watermark switch and the layers over the GIF, whose pictures were sent with the request. */
type Drawing<Upload> = { watermark: boolean; overlay?: Overlay<Upload> }

/** An animation to keep as it is: the one at the address or, if `url` is null, the upload. */
type Keeping<Upload> = { kind: 'keep'; url: string | null; uploads: Upload[] }

type ClipOfAddress = Making<VideoPlan> & { kind: 'url'; url: string; uploads: [] }

type ClipOfUpload<Upload> = Making<VideoPlan> & { kind: 'video'; uploads: Upload[] }

/** An animation with edits to its frames, followed by the appended animations in order. */
type Editing<Upload> = Making<EditPlan> & { kind: 'edit'; uploads: Upload[] }

type Pictures<Upload> = Making<PicturesPlan> & { kind: 'pictures'; uploads: Upload[] }

/** Returns the address of a creation's source; null if the source was uploaded. */
export function addressOf(request: CreationRequest | AcceptedRequest): string | null {
  return 'url' in request ? request.url : null
}

/** Lists all files sent with a request: first those of its source, then the pictures drawn over it. */
export function uploadsOf(request: CreationRequest): LocalPath[]
export function uploadsOf(request: AcceptedRequest): StoreKey[]
export function uploadsOf(request: CreationRequest | AcceptedRequest): string[] {
  return [...request.uploads, ...('overlay' in request ? (request.overlay?.stickers ?? []) : [])]
}

/** Returns the request with its files replaced by these, which are in the same order. */
export function withUploads(request: CreationRequest, files: StoreKey[]): AcceptedRequest {
  const { length } = request.uploads
  const moved = { ...request, uploads: files.slice(0, length) }
  const overlay = 'overlay' in request ? request.overlay : undefined
  const stickers = files.slice(length)
  return (overlay === undefined ? moved : { ...moved, overlay: { ...overlay, stickers } }) as AcceptedRequest
}
