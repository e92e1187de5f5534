import type { NewVisitorGif, UnpublishedQuota } from '../catalogue/publishing/visitor-gif.ts'
import type { ErrorView } from '../lib/app-error.ts'
import type { MeasuredGif, Rendered } from '../media/media-engine.ts'
import type { RenditionName } from '../media/rendition.ts'
import type { SizeNote } from '../options/rules/size-note.ts'
import type { KeptSource } from './kept-source.ts'
import type { AcceptedRequest } from './request.ts'

export const steps = ['preparing', 'fetching', 'rendering', 'storing'] as const
export type Step = (typeof steps)[number]

/** How far a run is: 0 to 1 over the whole of it. */
export type Progress = { fraction: number; step: Step }

/** One account or address that requests GIFs. Clients take turns. */
export type Client = {
  /** A keyed hash, which does not identify the client. */
  name: string
  /** How many of its tasks may wait at once. */
  maxWaiting: number
  /** How much it may have unpublished; left out: no limit. */
  unpublished?: UnpublishedQuota
}

/** The part of the video that was taken, in its seconds, where the loop was looked for. */
export type FoundLoop = NonNullable<Rendered['loop']>

/** What making a GIF found that its task keeps. */
export type FoundInGif = {
  loop?: FoundLoop | null
  missingCharacters?: readonly string[]
  sizeNote?: SizeNote | null
  /** Of a measurement, and only of one. */
  measured?: MeasuredGif
}

/** What the status call tells of a task. */
export type TaskView =
  | { status: 'waiting'; position: number }
  | { status: 'processing'; progress: number; step: Step }
  | TaskDone
  | { status: 'error'; error: ErrorView }

export type TaskDone = {
  status: 'done'
  code: string
  loop: FoundLoop | null
  /** Its GIF flashes more than three times within a second. */
  flashing?: true
  /** The characters of its texts that no font has. */
  missingCharacters?: string[]
  /** What there is to say of its size, where that has a limit. */
  sizeNote?: SizeNote
}

export type NewTask = {
  id: string
  /** The code its GIF will have, chosen at acceptance so that publishing twice is impossible. */
  code: string
  request: AcceptedRequest
  ownerId: number | null
  /** The SHA-256 of the file that is kept, where it is known. */
  sourceHash?: Uint8Array
  /** How its GIF is managed, where a visitor without an account asks for it. */
  visitor?: NewVisitorGif
  /** The prepared source that it is made of, or that its source is kept as. */
  prepared?: TaskSource
  /** The W3C traceparent of the request that submitted it, where requests are traced: its run continues that trace. */
  trace?: string
}

/** `isKept`: it is there already; otherwise what the GIF is made of is kept under this id, for the account or this browser. */
export type TaskSource = {
  id: string
  isKept: boolean
  browser: string | null
  /** The pictures of the GIF in their order; left out: those of the source, or those that were sent. */
  pictures?: SourceFile[]
  /** The pictures of its layers in their order; left out: there are none, or those of an import. */
  stickers?: SourceFile[]
  /** The source whose kept stickers are used, where it is another one. */
  stickersOf?: string
}

/** A file of a source by its name. `isSent`: it came with the request, and is kept under this name. */
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
  /** Whether it ended in error and what it needs is still there. */
  mayRetry: boolean
}

/** Renditions to be made of a GIF that is published. */
export type NewDerivation = {
  id: string
  mediaId: string
  renditions: RenditionName[]
  /** How many times the GIF plays; 0 is for ever. */
  loops: number
  /** Null: they are derived from the renditions that are stored. */
  source: KeptSource | null
  /** Who takes a turn for it; null if unknown. */
  client: string | null
  /** The account that the source is of. */
  ownerId: number | null
}

/** A worker's hold on a task: only the holder of the newest token may write. */
type Hold = {
  token: string
  /** How often it was claimed, including this time: a worker that dies counts, though it reports nothing. */
  attempt: number
  /** How often it failed. */
  failures: number
}

export type CreationClaim = NewTask &
  Hold & {
    kind: 'creation' | 'import'
    /** The SHA-256 of the file that is imported. */
    sourceHash?: Uint8Array
    /** The name of its files in the media store: of this claim alone, so that a lost one cannot spoil them. */
    mediaId: string
    /** Who requested it; null if unknown. */
    client: string | null
    /** How long it waited until its first claim; null at later ones. */
    waitedMs: number | null
  }

export type DerivationClaim = NewDerivation & Hold & { kind: 'derivation' }

/** What a run makes of a source. */
export type PreparationTask = {
  id: string
  sourceId: string
  /** How much of a video it shows at least. */
  seconds: number
  /** The first one of a source is made at once, a longer one behind creations. */
  kind: 'preparation' | 'preview'
  ownerId: number | null
}

/** A source that is prepared, or of which a longer preview is made. */
export type PreparationClaim = PreparationTask & Hold & { client: string | null }

/** A GIF of a prepared source that is measured before it is made. */
export type MeasurementTask = {
  id: string
  sourceId: string
  /** Whose GIF it would be. */
  ownerId: number | null
  creation: { request: AcceptedRequest; prepared: TaskSource }
}

export type MeasurementClaim = MeasurementTask & Hold & { kind: 'measurement'; client: string | null }

export type Claim = CreationClaim | DerivationClaim | PreparationClaim | MeasurementClaim
