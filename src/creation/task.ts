import type { NewVisitorGif, UnpublishedQuota } from '../catalogue/publishing/visitor-gif.ts'
import type { ErrorView } from '../lib/app-error.ts'
import type { Rendered } from '../media/media-engine.ts'
import type { RenditionName } from '../media/rendition.ts'
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
export type TakenLoop = NonNullable<Rendered['loop']>

/** What the status call tells of a task. */
export type TaskView =
  | { status: 'waiting'; position: number }
  | { status: 'processing'; progress: number; step: Step }
  /** `flashing`: its GIF flashes more than three times within a second. */
  | { status: 'done'; code: string; loop: TakenLoop | null; flashing?: true }
  | { status: 'error'; error: ErrorView }

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
  /** The W3C traceparent of the request that submitted it, where requests are traced: its run continues that trace. */
  trace?: string
}

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

export type Claim = CreationClaim | DerivationClaim
