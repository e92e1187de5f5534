import type { Delivery, EventType, Webhook, WebhookEvent } from './webhook.ts'

/** The webhooks of an account; null: the operator's. */
export type WebhookOwner = number | null

export interface WebhookStore {
  list(owner: WebhookOwner): Promise<Webhook[]>
  byId(owner: WebhookOwner, id: number): Promise<Webhook | undefined>
  /**
   * Undefined where there are `max` already. Throws AppError unauthorized when the session `sessionId`, which adds it, has
   * ended.
   */
  add(
    owner: WebhookOwner,
    hook: { url: string; events: EventType[]; secret: Uint8Array },
    max: number,
    sessionId?: number,
  ): Promise<Webhook | undefined>
  /** The previous secret signs too for a while. */
  replaceSecret(id: number, secret: Uint8Array): Promise<void>
  enable(id: number): Promise<void>
  /** With its deliveries. */
  remove(id: number): Promise<void>
  /** The newest first. */
  deliveries(id: number, limit: number): Promise<Delivery[]>
  /**
   * Adds a delivery of an event for this webhook alone. With a `key` it replaces one of the same key that was not attempted
   * yet.
   */
  send(id: number, event: WebhookEvent, key?: string): Promise<void>
  /** Sends one that has ended again; false where there is none. */
  sendAgain(id: number, deliveryId: string): Promise<boolean>
}

/** A delivery that this process sends; only the holder of the newest token may end it. */
export type DeliveryClaim = {
  id: string
  token: string
  /** How often it failed before. */
  failures: number
  webhook: Pick<Webhook, 'id' | 'accountId' | 'url' | 'failingSince'> & {
    /** Whether its receiver takes long to answer on average, or is not known yet. */
    slow: boolean
    secret: Uint8Array
    previousSecret: Uint8Array | null
    secretSince: number
  }
  event: WebhookEvent
}

/** `tookMs`: how long the attempt took; left out where none was made. */
export type AttemptResult = { response: number | null; error: string | null; tookMs?: number }

export type DeliveryEnd =
  | { kind: 'done' }
  | { kind: 'retry'; delayMs: number }
  /** `disable`: the webhook gets nothing more, and all that waits for it ends. */
  | { kind: 'failed'; disable: Webhook['disabled'] }

/** What may be claimed now; see delivery-places.ts. */
export type ClaimRoom = {
  /** Whether one of a slow webhook may be. */
  slow: boolean
  /** Owners of whom none may be. */
  full: readonly WebhookOwner[]
  /** Owners of whose slow webhooks none may be. */
  slowFull: readonly WebhookOwner[]
}

/** Deliveries are tasks of the queue. */
export interface DeliveryQueue {
  /**
   * The delivery that is due for longest of the webhook whose turn it is, of what there is room for (by default for all). Owners
   * take turns, and the webhooks of one; each is sent one delivery at a time. None of a blocked account.
   */
  claim(leaseMs: number, room?: ClaimRoom): Promise<DeliveryClaim | undefined>
  /** Whether a claimed delivery may be sent now: its webhook has neither ended nor been suspended meanwhile. */
  maySend(claim: DeliveryClaim): Promise<boolean>
  end(claim: DeliveryClaim, end: DeliveryEnd, result: AttemptResult): Promise<void>
  /** Gives a delivery back that was not sent. */
  release(claim: DeliveryClaim): Promise<void>
}
