import { type ExpressionBuilder, type Kysely, sql, type UpdateObject } from 'kysely'
import { longestDelayMs } from '../../../../webhooks/delivery-retry.ts'
import { slowAnswerMs } from '../../../../webhooks/delivery-places.ts'
import type { Webhook } from '../../../../webhooks/webhook.ts'
import type { ClaimRoom, DeliveryClaim, DeliveryEnd } from '../../../../webhooks/webhook-store.ts'
import { numbersOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/** Longer than any delay with its jitter: a later delivery was postponed before the clock was set back. */
const neverPutOffMs = 2 * longestDelayMs

/** The id of the operator in lists of owners; no account has it. */
const operatorId = 0

/**
 * The webhook whose turn it is, among those with a due delivery and none being sent: the least recently served webhook
 * of the least recently served owner.
 */
export function nextWebhook(db: Kysely<Tables>, now: number, { slow, full, slowFull }: ClaimRoom) {
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

/** Selects the deliveries of the query's webhook that have not ended. */
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

/** Matches a delivery that is due. */
export function isDue(now: number) {
  return sql<boolean>`due_at <= ${now}`
}

/** Matches a delivery that was postponed before the clock was set back. It is also due. */
export function isPutOffTooFar(now: number) {
  return sql<boolean>`due_at > ${now + neverPutOffMs}`
}

/** The changes to a delivery after an attempt. */
export function afterAttempt(end: DeliveryEnd, failures: number, now: number): UpdateObject<Tables, 'task'> {
  if (end.kind === 'done') return { status: 'done', ended_at: now, claim_token: null, progress: 1 }
  const failed = { failures: failures + 1, claim_token: null }
  if (end.kind === 'failed') return { ...failed, status: 'error', ended_at: now }
  return { ...failed, status: 'waiting', due_at: now + end.delayMs }
}

/** Disables a webhook and ends its waiting deliveries. */
export async function disableWebhook(
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

/** Changes a claimed delivery. Returns false if the claim no longer holds. */
export async function writeClaimed(
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
