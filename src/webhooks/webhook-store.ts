import type { Delivery, EventType, Webhook, WebhookEvent } from './webhook.ts'

/** The webhooks of an account; null: the operator's. */
export type WebhookOwner = number | null

/** A delivery that this process sends; only the holder of the newest token may end it. */
export type DeliveryClaim = {
  id: string
  token: string
  /** The number of earlier failures. */
  failures: number
  webhook: Pick<Webhook, 'id' | 'accountId' | 'url' | 'failingSince'> & {
    /** True if its receiver takes long to answer on average, or if its answer time is not known yet. */
    slow: boolean
    secret: Uint8Array
    previousSecret: Uint8Array | null
    secretSince: number
  }
  event: WebhookEvent
}

/** `tookMs` is the duration of the attempt; left out if there was none. */
export type AttemptResult = { response: number | null; error: string | null; tookMs?: number }

export type DeliveryEnd =
  | { kind: 'done' }
  | { kind: 'retry'; delayMs: number }
  /** `disable`: the webhook gets nothing more, and all that waits for it ends. */
  | { kind: 'failed'; disable: Webhook['disabled'] }

/** The limits of a claim; see delivery-places.ts. */
export type ClaimRoom = {
  /** True if a delivery of a slow webhook may be claimed. */
  slow: boolean
  /** Owners without room for another delivery. */
  full: readonly WebhookOwner[]
  /** Owners without room for another delivery of a slow webhook. */
  slowFull: readonly WebhookOwner[]
}

/** Webhooks and their deliveries, which are tasks of the queue. */
export type WebhookStore = {
  list(owner: WebhookOwner): Promise<Webhook[]>
  byId(owner: WebhookOwner, id: number): Promise<Webhook | undefined>
  /**
   * Returns undefined if there are `max` already. Throws AppError unauthorized if the session `sessionId`, which adds
   * it, has ended.
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
   * Adds a delivery of an event for this webhook only. With a `key` it replaces a delivery with the same key that was
   * not attempted yet.
   */
  send(id: number, event: WebhookEvent, key?: string): Promise<void>
  /** Sends an ended delivery again; returns false if it does not exist. */
  sendAgain(id: number, deliveryId: string): Promise<boolean>
  /**
   * Claims, of the webhook whose turn it is, the delivery that has been due longest, among those there is room for (by
   * default all). Owners take turns, as do the webhooks of one owner; each webhook is sent one delivery at a time.
   * Blocked accounts are left out.
   */
  claimDelivery(leaseMs: number, room?: ClaimRoom): Promise<DeliveryClaim | undefined>
  /** Returns true if a claimed delivery may still be sent: its webhook has neither ended nor been suspended. */
  maySend(claim: DeliveryClaim): Promise<boolean>
  endDelivery(claim: DeliveryClaim, end: DeliveryEnd, result: AttemptResult): Promise<void>
  /** Gives a delivery back that was not sent. */
  releaseDelivery(claim: DeliveryClaim): Promise<void>
}
