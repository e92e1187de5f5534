import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import { randomId } from '../lib/ids.ts'
import {
  accountEvents,
  type Delivery,
  type EventType,
  operatorEvents,
  type Webhook,
  webhookLimits,
} from './webhook.ts'
import type { WebhookSecrets } from './webhook-secrets.ts'
import type { WebhookOwner, WebhookStore } from './webhook-store.ts'

/** Deliveries that the page of a webhook shows. */
const shownDeliveries = 30

export type ManageDeps = {
  store: WebhookStore
  secrets: WebhookSecrets
  /** Gives the address to send to. Throws AppError, naming `url`, for one that nothing is sent to. */
  checkAddress: (text: string) => URL
  clock: Clock
  /** Something waits to be sent. */
  onDue: () => void
  /** Counts a manual delivery of an owner. Throws AppError rate_limited beyond `webhookLimits.sendsPerMinute`. */
  countSend: (owner: WebhookOwner) => Promise<void>
}

export type Webhooks = ReturnType<typeof webhookManager>

/** The actions of owners on their webhooks. Each throws AppError not_found for a webhook of someone else. */
export function webhookManager({ store, secrets, checkAddress, clock, onDue, countSend }: ManageDeps) {
  const known = async (owner: WebhookOwner, id: number): Promise<Webhook> => {
    const hook = await store.byId(owner, id)
    if (hook === undefined) throw new AppError('not_found', { detail: 'noWebhook' })
    return hook
  }
  return {
    list: (owner: WebhookOwner) => store.list(owner),

    async read(owner: WebhookOwner, id: number): Promise<{ hook: Webhook; deliveries: Delivery[] }> {
      const hook = await known(owner, id)
      return { hook, deliveries: await store.deliveries(id, shownDeliveries) }
    },

    /**
     * Adds a webhook; its secret is shown once. Throws AppError invalid_value for an address or events that break a
     * rule, and unauthorized if the session `sessionId` has ended.
     */
    async add(
      owner: WebhookOwner,
      { url, events, sessionId }: { url: string; events: readonly string[]; sessionId?: number },
    ): Promise<{ hook: Webhook; secret: string }> {
      if (url.length > webhookLimits.urlLength) {
        throw new AppError(
          'invalid_value',
          { detail: 'webhookAddressTooLong', max: webhookLimits.urlLength },
          { field: 'url' },
        )
      }
      const address = checkAddress(url.trim()).href
      const chosen = readEvents(owner, events)
      const { secret, sealed } = secrets.make()
      const hook = await store.add(
        owner,
        { url: address, events: chosen, secret: sealed },
        webhookLimits.ofAccount,
        sessionId,
      )
      if (hook === undefined) {
        throw new AppError('invalid_value', { detail: 'webhooksFull', max: webhookLimits.ofAccount })
      }
      return { hook, secret }
    },

    async rotate(owner: WebhookOwner, id: number): Promise<{ hook: Webhook; secret: string }> {
      const hook = await known(owner, id)
      const { secret, sealed } = secrets.make()
      await store.replaceSecret(id, sealed)
      return { hook, secret }
    },

    async enable(owner: WebhookOwner, id: number): Promise<void> {
      await known(owner, id)
      await store.enable(id)
    },

    async remove(owner: WebhookOwner, id: number): Promise<void> {
      await known(owner, id)
      await store.remove(id)
    },

    async test(owner: WebhookOwner, id: number): Promise<void> {
      await known(owner, id)
      await countSend(owner)
      // At most one test waits, so that tests of a slow receiver do not pile up.
      await store.send(id, newEvent('test', clock.now()), 'test')
      onDue()
    },

    async sendAgain(owner: WebhookOwner, id: number, deliveryId: string): Promise<void> {
      await known(owner, id)
      await countSend(owner)
      if (!(await store.sendAgain(id, deliveryId))) {
        throw new AppError('not_found', { detail: 'noDelivery' })
      }
      onDue()
    },
  }
}

function newEvent(type: 'test', now: number) {
  return { id: newEventId(), type, createdAt: now, data: { kind: 'test' as const } }
}

export function newEventId(): string {
  return `evt_${randomId(22)}`
}

/** The events that a webhook of this owner can have. */
export function eventsFor(owner: WebhookOwner): readonly EventType[] {
  return owner === null ? operatorEvents : accountEvents
}

function readEvents(owner: WebhookOwner, given: readonly string[]): EventType[] {
  const chosen = eventsFor(owner).filter((type) => given.includes(type))
  if (chosen.length === 0) {
    throw new AppError('invalid_value', { detail: 'chooseEvent' }, { field: 'events' })
  }
  return chosen
}
