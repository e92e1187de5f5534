import type { Logger } from 'pino'
import { createPostPayload } from '../adapters/sources/fetch/post-payload.ts'
import { guardedClient } from '../adapters/sources/source-fetcher.ts'
import { defaultTransferLimits } from '../adapters/sources/transfer-limits.ts'
import type { Config } from '../config/config.ts'
import { presentGifWithCategory } from '../http/records/present.ts'
import { rateLimited } from '../http/plugins/rate-limited.ts'
import type { Clock } from '../lib/clock.ts'
import type { MediaUrls } from '../media/media-urls.ts'
import { Deliverer } from '../webhooks/deliverer.ts'
import { type ManageDeps, webhookManager } from '../webhooks/manage-webhooks.ts'
import { webhookLimits } from '../webhooks/webhook.ts'
import { createWebhookSecrets } from '../webhooks/webhook-secrets.ts'
import type { Stores } from './stores.ts'

/** Shorter than for a video: a receiver answers immediately. */
const transferLimits = { ...defaultTransferLimits, connectMs: 5000, handshakeMs: 5000, headersMs: 10_000 }

/** Webhooks: their management by owners, and the delivery of events. */
export function createWebhooks(
  { sources, rates }: Config,
  {
    stores,
    mediaUrls,
    clock,
    log,
  }: {
    stores: Stores
    mediaUrls: MediaUrls
    clock: Clock
    log: Logger
  },
) {
  const { guard, client } = guardedClient({ ...sources, transferLimits })
  const secrets = createWebhookSecrets(stores.secret)
  const { catalogue } = stores
  const deliverer = new Deliverer({
    webhooks: stores.webhooks,
    secrets,
    post: createPostPayload(client),
    presentGif: (gif) => presentGifWithCategory(gif, { catalogue, mediaUrls }),
    clock,
    log,
  })
  const webhooks = webhookManager({
    store: stores.webhooks,
    secrets,
    checkAddress: (text) => guard.check(text),
    clock,
    onDue: () => deliverer.wake(),
    countSend: rates === null ? async () => {} : sendCounter(stores),
  })
  let unsubscribe = () => {}
  return {
    webhooks,
    deliveries: {
      /** Starts sending due deliveries. */
      start(): void {
        deliverer.wake()
        // The end of a task is an event; other events are found within a second.
        unsubscribe = stores.taskMessages.onTask((notice) => {
          if (notice?.event !== 'moved') deliverer.wake()
        })
      },
      async stop(): Promise<void> {
        unsubscribe()
        await deliverer.stop()
      },
    },
  }
}

/** Counts by owner instead of address, so that many addresses do not raise the limit. */
function sendCounter({ counters }: Stores): ManageDeps['countSend'] {
  const counter = counters.exact({ name: 'webhook sends', windowMs: 60_000, maxKeys: 10_000 })
  return async (owner) => {
    const { remaining, resetSeconds } = await counter.add(
      owner === null ? 'operator' : `account ${owner}`,
      webhookLimits.sendsPerMinute,
    )
    if (remaining < 0) throw rateLimited('Too many events sent by hand', resetSeconds)
  }
}
