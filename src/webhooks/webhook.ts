import type { Gif } from '../catalogue/gif.ts'
import type { TaskView } from '../creation/task.ts'

/** The events for accounts: of their own tasks and GIFs. */
export const accountEvents = [
  'task.done',
  'task.failed',
  'gif.published',
  'gif.reported',
  'gif.hidden',
  'gif.shown',
  'gif.removed',
] as const

/** The events for the operator: of public GIFs, notices about any GIF, and GIFs that wait for review. */
export const operatorEvents = [
  'gif.published',
  'gif.reported',
  'gif.hidden',
  'gif.shown',
  'gif.removed',
  'gif.waiting',
] as const

/** All of them. */
export const eventTypes = [...new Set([...accountEvents, ...operatorEvents])]

export type EventType = (typeof accountEvents)[number] | (typeof operatorEvents)[number]

/** Limits of webhooks. Ordinary use reaches only `ofAccount`, `waiting` and `sendsPerMinute`. */
export const webhookLimits = {
  /** Webhooks of one account, and of the operator. */
  ofAccount: 10,
  /** The number of waiting deliveries of one webhook beyond which those older than `keptMs` are dropped. */
  waiting: 1000,
  /** The minimum age of a delivery before it is dropped. */
  keptMs: 24 * 60 * 60_000,
  /** The number of test events and repeated deliveries, for all webhooks of one owner. */
  sendsPerMinute: 30,
  urlLength: 2000,
  payloadBytes: 64 * 1024,
  /** Read of the answer, and ignored. */
  answerBytes: 1024,
  /** The whole attempt, from resolving the name to the end of the answer. */
  attemptMs: 10_000,
}

/** The content of an event at the time it happened. */
export type EventData =
  | { kind: 'gif'; gif: Gif }
  /** A removed GIF has no record any more. */
  | { kind: 'removed'; code: string; title: string }
  /**
   * Nothing of who sent the notice. `gif` is null where the receiver may not see it, `reference` is for operators
   * alone.
   */
  | { kind: 'notice'; gif: Gif | null; reason: string; reference: string | null }
  /** A GIF of a visitor waits for review: how many do, and nothing of it, since it is not public. */
  | { kind: 'review'; waiting: number }
  | { kind: 'task'; task: string; view: Extract<TaskView, { status: 'done' | 'error' }> }
  | { kind: 'test' }

export type WebhookEvent = {
  /** The same in each attempt, and to each webhook: receivers drop doubles by it. */
  id: string
  type: EventType | 'test'
  createdAt: number
  data: EventData
}

export type Webhook = {
  id: number
  /** Null: the operator's. */
  accountId: number | null
  url: string
  events: EventType[]
  createdAt: number
  /** Why nothing is sent any more; null while it is. `failing`: it failed for days; `gone`: it answered 410. */
  disabled: 'failing' | 'gone' | null
  /** Since when every attempt has failed; null after a success. */
  failingSince: number | null
  /** Deliveries that were dropped since too many waited. */
  dropped: number
}

/** A delivery as the pages show it. */
export type Delivery = {
  id: string
  event: Pick<WebhookEvent, 'id' | 'type' | 'createdAt'>
  status: 'waiting' | 'processing' | 'done' | 'error'
  attempts: number
  /** The HTTP status of the newest answer; null where none came. */
  response: number | null
  /** Why the newest attempt failed. */
  error: string | null
  /** When it is tried next, where it waits. */
  dueAt: number
}
