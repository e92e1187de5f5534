import type { NewVisitorGif, UnpublishedQuota } from '../catalogue/publishing/visitor-gif.ts'
import type { ErrorView } from '../lib/app-error.ts'
import type { MeasuredGif, Rendered } from '../media/media-engine.ts'
import type { RenditionName } from '../media/rendition.ts'
import type { SizeNote } from '../options/rules/size-note.ts'
import type { KeptSource } from './kept-source.ts'
import type { AcceptedRequest } from './request.ts'

export const steps = ['preparing', 'fetching', 'rendering', 'storing'] as const
export type Step = (typeof steps)[number]

/** The progress of a run: 0 to 1 over the whole run. */
export type Progress = { fraction: number; step: Step }

/** One account or address that requests GIFs. Clients take turns. */
export type Client = {
  /** A keyed hash, which does not identify the client. */
  name: string
  /** The maximum number of its waiting tasks. */
  maxWaiting: number
  /** The quota of its unpublished GIFs; omitted: no limit. */
  unpublished?: UnpublishedQuota
}

/** The part of the video that was chosen as the loop, in its seconds. */
export type FoundLoop = NonNullable<Rendered['loop']>

/** Results of making a GIF that are stored with its task. */
export type FoundInGif = {
  loop?: FoundLoop | null
  missingCharacters?: readonly string[]
  sizeNote?: SizeNote | null
  /** Present only for a measurement. */
  measured?: MeasuredGif
}

/** The status of a task, as the status call returns it. */
export type TaskView =
  | { status: 'waiting'; position: number }
  | { status: 'processing'; progress: number; step: Step }
  | TaskDone
  | { status: 'error'; error: ErrorView }

export type TaskDone = {
  status: 'done'
  code: string
  loop: FoundLoop | null
  /** The GIF flashes more than three times within a second. */
  flashing?: true
  /** The characters of its texts that no font has. */
  missingCharacters?: string[]
  /** A note about its size, if that is limited. */
  sizeNote?: SizeNote
}

export type NewTask = {
  id: string
  /** The code its GIF will have, chosen at acceptance so that publishing twice is impossible. */
  code: string
  request: AcceptedRequest
  ownerId: number | null
  /** The SHA-256 of the kept file, if known. */
  sourceHash?: Uint8Array
  /** The manage key of a GIF that a visitor without an account requests. */
  visitor?: NewVisitorGif
  /** The prepared source that it uses, or that its source is kept as. */
  prepared?: TaskSource
  /** The W3C traceparent of the request that submitted it, if requests are traced: its run continues that trace. */
  trace?: string
}

/**
 * A prepared source in a task. `isKept`: it exists already; otherwise the task's source is kept under this id, for the
 * account or this browser.
 */
export type TaskSource = {
  id: string
  isKept: boolean
  browser: string | null
  /** The pictures of the GIF in order; omitted: those of the source, or the uploaded ones. */
  pictures?: SourceFile[]
  /** The pictures of its layers in order; omitted: no pictures, or those of an import. */
  stickers?: SourceFile[]
  /** The source whose kept stickers are used, if it is another one. */
  stickersOf?: string
}

/** A file of a source by its name. `isSent`: it was sent with the request, and is kept under this name. */
export type SourceFile = { name: string; isSent?: true }

/** The tasks of a class that have not ended. */
export type TaskCounts = { waiting: number; processing: number }

/** A task as its owner and the operator see it. */
export type TaskRecord = NewTask & {
  status: TaskView['status']
  step: Step | null
  progress: number
  failures: number
  error: ErrorView | null
  createdAt: number
  endedAt: number | null
  /** True if it ended in an error and the inputs for a retry still exist. */
  mayRetry: boolean
}

/** Renditions to derive from a published GIF. */
export type NewDerivation = {
  id: string
  mediaId: string
  renditions: RenditionName[]
  /** The number of times the GIF plays; 0 means forever. */
  loops: number
  /** Null: they are derived from the stored renditions. */
  source: KeptSource | null
  /** The client whose turn it takes; null if unknown. */
  client: string | null
  /** The account that owns the source. */
  ownerId: number | null
}

/** A worker's hold on a task: only the holder of the newest token may write. */
type Hold = {
  token: string
  /** The number of claims, including this one: a worker that dies counts, though it reports nothing. */
  attempt: number
  /** The number of failures. */
  failures: number
}

export type CreationClaim = NewTask &
  Hold & {
    kind: 'creation' | 'import'
    /** The SHA-256 of the file that is imported. */
    sourceHash?: Uint8Array
    /** The name of its files in the media store. Each claim has its own, so that a lost one cannot spoil them. */
    mediaId: string
    /** The client that requested it; null if unknown. */
    client: string | null
    /** The wait until its first claim; null at later ones. */
    waitedMs: number | null
  }

export type DerivationClaim = NewDerivation & Hold & { kind: 'derivation' }

/** The preparation of a source. */
export type PreparationTask = {
  id: string
  sourceId: string
  /** The minimum length of video that it shows. */
  seconds: number
  /** The first one of a source is made at once, a longer one after creations. */
  kind: 'preparation' | 'preview'
  ownerId: number | null
}

/** The claim of a source's preparation or of a longer preview. */
export type PreparationClaim = PreparationTask & Hold & { client: string | null }

/** A GIF of a prepared source, measured before it is made. */
export type MeasurementTask = {
  id: string
  sourceId: string
  /** The owner that the GIF would have. */
  ownerId: number | null
  creation: { request: AcceptedRequest; prepared: TaskSource }
}

export type MeasurementClaim = MeasurementTask & Hold & { kind: 'measurement'; client: string | null }

export type Claim = CreationClaim | DerivationClaim | PreparationClaim | MeasurementClaim
