import { formatEnglish } from '../lib/errors/error-text.ts'
import { AppError } from '../lib/app-error.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log/log.ts'
import { type HeldPlace, roomBeside } from './delivery-places.ts'
import { decideDelivery } from './delivery-retry.ts'
import { webhookLimits } from './webhook.ts'
import { signedHeaders, type WebhookSecrets } from './webhook-secrets.ts'
import type { AttemptResult, DeliveryClaim, WebhookStore } from './webhook-store.ts'
import { type PresentGif, writePayload } from './write-payload.ts'

/** Posts a body and gives the status of the answer, also of a redirect, which is not followed. Throws AppError. */
export type PostPayload = (
  url: URL,
  options: { body: string; headers: Record<string, string>; signal: AbortSignal },
) => Promise<number>

export type DelivererDeps = {
  webhooks: WebhookStore
  secrets: WebhookSecrets
  post: PostPayload
  presentGif: PresentGif
  clock: Clock
  log: Log
}

/** Longer than an attempt may take. */
const leaseMs = 30_000

const pollMs = 1000

/** For so long after a change messages are signed with the previous secret too. */
const previousSecretMs = 24 * 60 * 60_000

/**
 * Claims deliveries that are due and sends them, some at a time, until it is stopped. Apart from the worker that makes
 * GIFs.
 */
export class Deliverer {
  readonly #deps: DelivererDeps
  readonly #running = new Map<Promise<void>, HeldPlace>()
  readonly #stop = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #filling: Promise<void> | undefined
  /** True to look again after `#filling`: a delivery came due or a place became free while it looked. */
  #again = false

  constructor(deps: DelivererDeps) {
    this.#deps = deps
  }

  /** Looks now for what is due, and from then on again and again. */
  wake(): void {
    if (this.#stop.signal.aborted) return
    if (this.#filling !== undefined) {
      this.#again = true
      return
    }
    clearTimeout(this.#timer)
    this.#again = false
    this.#filling = this.#fill().finally(() => {
      this.#filling = undefined
      if (this.#stop.signal.aborted) return
      if (this.#again) this.wake()
      else this.#timer = setTimeout(() => this.wake(), pollMs)
    })
  }

  /** Aborts running attempts: the receiver may get them again. */
  async stop(): Promise<void> {
    this.#stop.abort()
    clearTimeout(this.#timer)
    await this.#filling
    await Promise.all(this.#running.keys())
  }

  async #fill(): Promise<void> {
    try {
      while (!this.#stop.signal.aborted) {
        const room = roomBeside([...this.#running.values()])
        const claim = room === null ? undefined : await this.#deps.webhooks.claimDelivery(leaseMs, room)
        if (claim === undefined) return
        const sending = this.#send(claim).finally(() => {
          this.#running.delete(sending)
          this.wake()
        })
        const { accountId, slow } = claim.webhook
        this.#running.set(sending, { owner: accountId, slow })
      }
    } catch (error) {
      this.#deps.log.error({ err: error }, 'could not claim a delivery')
    }
  }

  /** Never rejects. */
  async #send(claim: DeliveryClaim): Promise<void> {
    const { webhooks, clock, log } = this.#deps
    const { webhook, event } = claim
    try {
      if (!(await webhooks.maySend(claim))) {
        await webhooks.releaseDelivery(claim)
        return
      }
      const startedAt = performance.now()
      const result = { ...(await this.#attempt(claim)), tookMs: performance.now() - startedAt }
      if (this.#stop.signal.aborted && result.response === null) {
        await webhooks.releaseDelivery(claim)
        return
      }
      const { response } = result
      const { failingSince } = webhook
      const end = decideDelivery({ response, failures: claim.failures + 1, failingSince }, clock.now())
      await webhooks.endDelivery(claim, end, result)
      log.info(
        { webhook: webhook.id, event: event.id, response, end: end.kind },
        'webhook delivery attempted',
      )
    } catch (error) {
      // The lease runs out by itself, so the delivery is not lost.
      log.error({ err: error, webhook: webhook.id, event: event.id }, 'could not end a delivery')
    }
  }

  async #attempt({ webhook, event }: DeliveryClaim): Promise<AttemptResult> {
    const { secrets, post, presentGif, clock } = this.#deps
    try {
      const body = writePayload(event, presentGif)
      if (Buffer.byteLength(body) > webhookLimits.payloadBytes) {
        return {
          response: null,
          error: formatEnglish({ detail: 'eventTooLong', max: webhookLimits.payloadBytes }),
        }
      }
      const now = clock.now()
      const isFresh = now - webhook.secretSince < previousSecretMs
      const sealed = [webhook.secret, ...(isFresh && webhook.previousSecret ? [webhook.previousSecret] : [])]
      const signed = { id: event.id, seconds: Math.floor(now / 1000), body }
      const response = await post(new URL(webhook.url), {
        body,
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(
            signed,
            sealed.map((secret) => secrets.open(secret)),
          ),
        },
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(webhookLimits.attemptMs)]),
      })
      const isDone = response >= 200 && response < 300
      return {
        response,
        error: isDone ? null : formatEnglish({ detail: 'receiverAnswered', status: response }),
      }
    } catch (error) {
      if (error instanceof AppError) return { response: null, error: error.message }
      if (error instanceof Error && error.name === 'TimeoutError') {
        return { response: null, error: formatEnglish({ detail: 'receiverSilent' }) }
      }
      if (!this.#stop.signal.aborted)
        this.#deps.log.error({ err: error, webhook: webhook.id }, 'could not send a delivery')
      return { response: null, error: formatEnglish({ detail: 'eventNotSent' }) }
    }
  }
}
