import { type ExpressionBuilder, type Kysely, sql, type UpdateObject } from 'kysely'
import type { Clock } from '../../../../lib/clock.ts'
import { randomId } from '../../../../lib/ids.ts'
import { longestDelayMs } from '../../../../webhooks/delivery-retry.ts'
import { averageAnswerMs, slowAnswerMs } from '../../../../webhooks/delivery-places.ts'
import type { Webhook, WebhookEvent } from '../../../../webhooks/webhook.ts'
import type {
  AttemptResult,
  ClaimRoom,
  DeliveryClaim,
  DeliveryEnd,
  DeliveryQueue,
} from '../../../../webhooks/webhook-store.ts'
import { numbersOf } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'

const tokenLength = 22

/** Later than any delay with its jitter: what is due then was put off before the clock was set back. */
const neverPutOffMs = 2 * longestDelayMs

export class SqlDeliveryQueue implements DeliveryQueue {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async claim(leaseMs: number, room: ClaimRoom = roomForAll): Promise<DeliveryClaim | undefined> {
    const now = this.#clock.now()
    // Most often nothing is due, and a transaction that writes would wait for others.
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

  async end(
    claim: DeliveryClaim,
    end: DeliveryEnd,
    { response, error, tookMs }: AttemptResult,
  ): Promise<void> {
    const now = this.#clock.now()
    await inWriteTransaction(this.#db, 'webhooks', async (trx) => {
      const isHeld = await write(trx, claim, { ...afterAttempt(end, claim.failures, now), response, error })
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
      if (end.kind === 'failed' && end.disable !== null) await disable(trx, id, end.disable, now)
    })
  }

  async release(claim: DeliveryClaim): Promise<void> {
    await write(this.#db, claim, { status: 'waiting', due_at: this.#clock.now(), claim_token: null })
  }
}

const roomForAll: ClaimRoom = { slow: true, full: [], slowFull: [] }

/** The id of the operator in lists of owners: no account has it. */
const operatorId = 0

/**
 * The webhook whose turn it is, among those with a due delivery and none being sent: the least recently served webhook
 * of the least recently served owner.
 */
function nextWebhook(db: Kysely<Tables>, now: number, { slow, full, slowFull }: ClaimRoom) {
  const owner = sql<number>`coalesce(account_id, ${sql.lit(operatorId)})`
  const isFast = sql<boolean>`(answer_ms is not null and answer_ms < ${sql.lit(slowAnswerMs)})`
  const ids = (owners: ClaimRoom['full']) => numbersOf(owners.map((one) => one ?? operatorId))
  return db
    .selectFrom('webhook')
    .select(['id', 'account_id', 'url', 'secret', 'previous_secret', 'secret_since'])
    .select(['failing_since', 'answer_ms'])
    .where('disabled', 'is', null)
    .where(isNotBlocked)
    .$if(!slow, (query) => query.where(isFast))
    .$if(full.length > 0, (query) => query.where(owner, 'not in', ids(full)))
    .$if(slow && slowFull.length > 0, (query) =>
      query.where((eb) => eb.or([isFast, eb(owner, 'not in', ids(slowFull))])),
    )
    .where((eb) =>
      eb.or([eb.exists(openOf(eb).where(isDue(now))), eb.exists(openOf(eb).where(isPutOffTooFar(now)))]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          openOf(eb)
            .where(sql<boolean>`status = 'processing'`)
            .where((task) => task.not(isDue(now)))
            .where((task) => task.not(isPutOffTooFar(now))),
        ),
      ),
    )
    .orderBy('owner_attempted_at', (order) => order.asc().nullsFirst())
    .orderBy('attempted_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

/** The deliveries of the webhook of a query that have not ended. */
function openOf(eb: ExpressionBuilder<Tables, 'webhook'>) {
  return eb
    .selectFrom('task')
    .select('seq')
    .whereRef('task.webhook_id', '=', 'webhook.id')
    .where('ended_at', 'is', null)
}

/** Matches a webhook of the query whose account is not blocked; the operator has no account. */
export function isNotBlocked(eb: ExpressionBuilder<Tables, 'webhook'>) {
  return eb.not(
    eb.exists(
      eb
        .selectFrom('account')
        .select('account.id')
        .whereRef('account.id', '=', 'webhook.account_id')
        .where('blocked', '=', 1),
    ),
  )
}

/*
 * Two conditions, each a range of the index on `due_at`: a webhook whose receiver fails may have thousands of
 * deliveries that are not due, and each claim would read all of them.
 */

function isDue(now: number) {
  return sql<boolean>`due_at <= ${now}`
}

/** Matches a delivery that was postponed before the clock was set back. It is also due. */
function isPutOffTooFar(now: number) {
  return sql<boolean>`due_at > ${now + neverPutOffMs}`
}

function afterAttempt(end: DeliveryEnd, failures: number, now: number): UpdateObject<Tables, 'task'> {
  if (end.kind === 'done') return { status: 'done', ended_at: now, claim_token: null, progress: 1 }
  const failed = { failures: failures + 1, claim_token: null }
  if (end.kind === 'failed') return { ...failed, status: 'error', ended_at: now }
  return { ...failed, status: 'waiting', due_at: now + end.delayMs }
}

async function disable(
  trx: Kysely<Tables>,
  id: number,
  reason: NonNullable<Webhook['disabled']>,
  now: number,
): Promise<void> {
  await trx.updateTable('webhook').set({ disabled: reason }).where('id', '=', id).execute()
  await trx
    .updateTable('task')
    .set({ status: 'error', ended_at: now, claim_token: null, error: 'Not sent: the webhook was disabled.' })
    .where('webhook_id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}

/** Holds only while the delivery is the claim's. */
async function write(
  db: Kysely<Tables>,
  { id, token }: DeliveryClaim,
  change: UpdateObject<Tables, 'task'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('task')
    .set(change)
    .where('id', '=', id)
    .where('claim_token', '=', token)
    .where('status', '=', 'processing')
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
