import type { Rating, Visibility } from '../catalogue/gif.ts'
import type { Overlay } from '../layers/layer.ts'
import type { EditPlan, PicturesPlan, VideoPlan } from '../media/media-engine.ts'
import type { LocalPath, StoreKey } from '../media/media-store.ts'

/**
 * The request of a creation: how to make its GIF, which is the plan for the media engine but for its files and the text of
 * the watermark, and the details of its record. An `Upload` is the place of a file that was sent with it.
 */
type RequestWith<Upload> = Details &
  (
    | (Drawing<Upload> & (ClipOfAddress | ClipOfUpload<Upload> | Pictures<Upload> | Editing<Upload>))
    | Keeping<Upload>
  )

/** A submitted request, whose uploads are files of this machine. */
export type CreationRequest = RequestWith<LocalPath>

/** An accepted request, whose uploads are in the media store. */
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

/** A plan without what depends on the run: its files and the text of the watermark. */
type Making<Plan> = Omit<Plan, 'kind' | 'input' | 'inputs' | 'watermarkText' | 'marksAnimations' | 'overlay'>

/** Whether the watermark is drawn, and the layers over the GIF, whose pictures were sent with the request. */
type Drawing<Upload> = { watermark: boolean; overlay?: Overlay<Upload> }

/** An animation that is taken over as it is: that of the address or, if `url` is null, the upload. */
type Keeping<Upload> = { kind: 'keep'; url: string | null; uploads: Upload[] }

type ClipOfAddress = Making<VideoPlan> & { kind: 'url'; url: string; uploads: [] }

type ClipOfUpload<Upload> = Making<VideoPlan> & { kind: 'video'; uploads: Upload[] }

/** An animation whose frames are edited, followed by appended animations in their order. */
type Editing<Upload> = Making<EditPlan> & { kind: 'edit'; uploads: Upload[] }

type Pictures<Upload> = Making<PicturesPlan> & { kind: 'pictures'; uploads: Upload[] }

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
