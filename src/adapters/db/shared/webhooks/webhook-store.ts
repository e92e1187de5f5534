import type { Kysely } from 'kysely'
import type { Clock } from '../../../../lib/clock.ts'
import type { Delivery, EventType, Webhook, WebhookEvent } from '../../../../webhooks/webhook.ts'
import type {
  AttemptResult,
  ClaimRoom,
  DeliveryClaim,
  DeliveryEnd,
  WebhookOwner,
  WebhookStore,
} from '../../../../webhooks/webhook-store.ts'
import { accountGone, isSession } from '../accounts/account-rows.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { RowOf, Tables } from '../tables.ts'
import { waitingColumns } from '../tasks/task-rows.ts'
import { addDelivery, deleteDeliveries } from './event-rows.ts'
import { randomId } from '../../../../lib/ids.ts'
import { averageAnswerMs, slowAnswerMs } from '../../../../webhooks/delivery-places.ts'
import {
  afterAttempt,
  disableWebhook,
  isDue,
  isNotBlocked,
  isPutOffTooFar,
  nextWebhook,
  writeClaimed,
} from './delivery-rows.ts'

/** The columns for showing webhooks: all but the secret. */
const columns = [
  'id',
  'account_id',
  'url',
  'events',
  'created_at',
  'disabled',
  'failing_since',
  'dropped',
] as const

const tokenLength = 22

export class SqlWebhookStore implements WebhookStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async list(owner: WebhookOwner): Promise<Webhook[]> {
    const rows = await this.#of(owner).orderBy('id').execute()
    return rows.map(toWebhook)
  }

  async byId(owner: WebhookOwner, id: number): Promise<Webhook | undefined> {
    const row = await this.#of(owner).where('id', '=', id).executeTakeFirst()
    return row && toWebhook(row)
  }

  add(
    owner: WebhookOwner,
    { url, events, secret }: { url: string; events: EventType[]; secret: Uint8Array },
    max: number,
    sessionId?: number,
  ): Promise<Webhook | undefined> {
    const now = this.#clock.now()
    return inWriteTransaction(this.#db, 'webhooks', async (trx) => {
      // Ending the session also ends the webhooks, under the same lock.
      if (sessionId !== undefined && !(await isSession(trx, sessionId))) throw accountGone()
      const { count, last } = await trx
        .selectFrom('webhook')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('owner_attempted_at').as('last')])
        .where('account_id', 'is not distinct from', owner)
        .executeTakeFirstOrThrow()
      if (count >= max) return undefined
      const row = await trx
        .insertInto('webhook')
        .values({
          account_id: owner,
          url,
          events: JSON.stringify(events),
          secret,
          secret_since: now,
          created_at: now,
          // Adding one more webhook does not move its owner ahead of others.
          owner_attempted_at: last,
        })
        .returning(columns)
        .executeTakeFirstOrThrow()
      return toWebhook(row)
    })
  }

  async replaceSecret(id: number, secret: Uint8Array): Promise<void> {
    await this.#db
      .updateTable('webhook')
      .set((eb) => ({ previous_secret: eb.ref('secret'), secret, secret_since: this.#clock.now() }))
      .where('id', '=', id)
      .execute()
  }

  async enable(id: number): Promise<void> {
    await this.#db
      .updateTable('webhook')
      .set({ disabled: null, failing_since: null })
      .where('id', '=', id)
      .execute()
  }

  async remove(id: number): Promise<void> {
    // No delivery is added while the webhook is being removed.
    await this.#db.updateTable('webhook').set({ events: '[]' }).where('id', '=', id).execute()
    await deleteDeliveries(this.#db, [id], { waiting: true })
    await this.#db.deleteFrom('webhook').where('id', '=', id).execute()
  }

  async deliveries(id: number, limit: number): Promise<Delivery[]> {
    const rows = await this.#db
      .selectFrom('task')
      .select(['id', 'request', 'status', 'attempts', 'response', 'error', 'due_at'])
      .where('webhook_id', '=', id)
      .orderBy('seq', 'desc')
      .limit(limit)
      .execute()
    return rows.map((row) => {
      const event = JSON.parse(row.request) as WebhookEvent
      return {
        id: row.id,
        event: { id: event.id, type: event.type, createdAt: event.createdAt },
        status: row.status,
        attempts: row.attempts,
        response: row.response,
        error: row.error,
        dueAt: row.due_at,
      }
    })
  }

  send(id: number, event: WebhookEvent, key?: string): Promise<void> {
    return inWriteTransaction(this.#db, 'webhooks', (trx) => addDelivery(trx, id, event, key))
  }

  async sendAgain(id: number, deliveryId: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('task')
      .set({
        ...dueAgain(this.#clock.now()),
        error: null,
        response: null,
      })
      .where('id', '=', deliveryId)
      .where('webhook_id', '=', id)
      .where('ended_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  #of(owner: WebhookOwner) {
    return this.#db.selectFrom('webhook').select(columns).where('account_id', 'is not distinct from', owner)
  }

  async claimDelivery(leaseMs: number, room: ClaimRoom = roomForAll): Promise<DeliveryClaim | undefined> {
    const now = this.#clock.now()
    // Usually nothing is due, and a writing transaction would wait for others.
    if ((await nextWebhook(this.#db, now, room)) === undefined) return undefined
    return inWriteTransaction(this.#db, 'webhooks', async (trx) => {
      const hook = await nextWebhook(trx, now, room)
      if (hook === undefined) return undefined
      const row = await trx
        .updateTable('task')
        .set((eb) => ({
          status: 'processing' as const,
          attempts: eb('attempts', '+', 1),
          due_at: now + leaseMs,
          claim_token: randomId(tokenLength),
        }))
        .where('seq', '=', (eb) => {
          const open = eb
            .selectFrom('task')
            .select('seq')
            .where('webhook_id', '=', hook.id)
            .where('ended_at', 'is', null)
            .orderBy('due_at')
            .orderBy('seq')
            .limit(1)
          return eb.fn.coalesce(open.where(isDue(now)), open.where(isPutOffTooFar(now)))
        })
        .returning(['id', 'claim_token', 'failures', 'request'])
        .executeTakeFirstOrThrow()
      await trx.updateTable('webhook').set({ attempted_at: now }).where('id', '=', hook.id).execute()
      await trx
        .updateTable('webhook')
        .set({ owner_attempted_at: now })
        .where('account_id', 'is not distinct from', hook.account_id)
        .execute()
      return {
        id: row.id,
        token: row.claim_token ?? '',
        failures: row.failures,
        webhook: {
          id: hook.id,
          accountId: hook.account_id,
          slow: hook.answer_ms === null || hook.answer_ms >= slowAnswerMs,
          url: hook.url,
          failingSince: hook.failing_since,
          secret: hook.secret,
          previousSecret: hook.previous_secret,
          secretSince: hook.secret_since,
        },
        event: JSON.parse(row.request) as WebhookEvent,
      }
    })
  }

  async maySend({ id, token }: DeliveryClaim): Promise<boolean> {
    const row = await this.#db
      .selectFrom('task')
      .innerJoin('webhook', 'webhook.id', 'task.webhook_id')
      .select('task.id')
      .where('task.id', '=', id)
      .where('claim_token', '=', token)
      .where('status', '=', 'processing')
      .where('disabled', 'is', null)
      .where(isNotBlocked)
      .executeTakeFirst()
    return row !== undefined
  }

  async endDelivery(
    claim: DeliveryClaim,
    end: DeliveryEnd,
    { response, error, tookMs }: AttemptResult,
  ): Promise<void> {
    const now = this.#clock.now()
    await inWriteTransaction(this.#db, 'webhooks', async (trx) => {
      const isHeld = await writeClaimed(trx, claim, {
        ...afterAttempt(end, claim.failures, now),
        response,
        error,
      })
      if (!isHeld) return
      const { id } = claim.webhook
      const hook = await trx
        .selectFrom('webhook')
        .select('answer_ms')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('webhook')
        .set((eb) => ({
          ...(tookMs !== undefined && { answer_ms: averageAnswerMs(hook.answer_ms, tookMs) }),
          failing_since: end.kind === 'done' ? null : eb.fn.coalesce('failing_since', eb.val(now)),
        }))
        .where('id', '=', id)
        .execute()
      if (end.kind === 'failed' && end.disable !== null) await disableWebhook(trx, id, end.disable, now)
    })
  }

  async releaseDelivery(claim: DeliveryClaim): Promise<void> {
    await writeClaimed(this.#db, claim, { status: 'waiting', due_at: this.#clock.now(), claim_token: null })
  }
}

function dueAgain(now: number) {
  const { created_at: _, ...columnsOfWaiting } = waitingColumns(now)
  return { ...columnsOfWaiting, ended_at: null, claim_token: null }
}

function toWebhook(row: RowOf<'webhook', typeof columns>): Webhook {
  return {
    id: row.id,
    accountId: row.account_id,
    url: row.url,
    events: JSON.parse(row.events) as EventType[],
    createdAt: row.created_at,
    disabled: row.disabled,
    failingSince: row.failing_since,
    dropped: row.dropped,
  }
}

const roomForAll: ClaimRoom = { slow: true, full: [], slowFull: [] }
