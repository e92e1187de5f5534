import type { ErrorView } from '../lib/app-error.ts'
import type { Rendered } from '../media/media-engine.ts'
import type { CreationRequest } from './request.ts'

export const steps = ['preparing', 'fetching', 'rendering', 'storing'] as const
export type Step = (typeof steps)[number]

/** Whoever asks for GIFs, as one name whatever the task: they take turns. */
export type Client = {
  /** Tells nobody who it is. */
  name: string
  /** How many of its tasks may wait at once. */
  maxWaiting: number
}

/** The part of the video that was taken, in its seconds, where the loop was looked for. */
export type TakenLoop = NonNullable<Rendered['loop']>

/** What the status call tells of a task. */
export type TaskView =
  | { status: 'waiting'; position: number }
  | { status: 'processing'; progress: number; step: Step }
  | { status: 'done'; code: string; loop: TakenLoop | null }
  | { status: 'error'; error: ErrorView }

export type NewTask = {
  id: string
  /** The code its GIF will have, chosen at acceptance so that publishing twice is impossible. */
  code: string
  request: CreationRequest
  ownerId: number | null
}

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

/** A worker's hold on a task: whoever holds the newest token may write. */
export type Claim = NewTask & {
  token: string
  /** The name of its files in the media store: of this claim alone, so that a lost one cannot spoil them. */
  mediaId: string
  /** How often it was claimed, this time too: a worker that dies counts, though it can tell nobody. */
  attempt: number
  /** How often making it failed. */
  failures: number
  /** Who asked for it; null when nobody knows. */
  client: string | null
  /** How long it waited until its first claim; null at later ones. */
  waitedMs: number | null
}
