import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { type Gif, type GifExposure, isListed } from '../../../../catalogue/gif.ts'
import type { ErrorView } from '../../../../lib/app-error.ts'
import { systemClock } from '../../../../lib/clock.ts'
import { randomId } from '../../../../lib/ids.ts'
import { newEventId } from '../../../../webhooks/manage-webhooks.ts'
import {
  type EventData,
  type EventType,
  type WebhookEvent,
  webhookLimits,
} from '../../../../webhooks/webhook.ts'
import { jsonListHas } from '../dialect.ts'
import { countWaiting } from '../publishing/visitor-rows.ts'
import type { Tables } from '../tables.ts'
import { waitingColumns } from '../tasks/task-rows.ts'
import { isPostgres } from '../transactions.ts'
import { isNotBlocked } from './delivery-rows.ts'

/*
 * Events are added in the transaction of the change they report: whatever is committed gets delivered, even if the
 * process dies.
 */

/** The webhooks that receive an event: those of the owner, or those of the operator. */
type Audience = 'account' | 'operator'

/** The number of deliveries dropped for each one added. */
const dropBatch = 100

/** The number of deliveries deleted in one statement, so that none holds the process for long. */
const deletionBatch = 500

type NewEvent = {
  type: EventType
  ownerId: number | null
  /** Identifies events that one delivery can cover for everything that has happened since. */
  key?: string
  /** Returns the data for an audience, or null for no event. Called only if the audience has webhooks. */
  tell: (audience: Audience) => Promise<EventData | null> | EventData | null
}

/** Queues the event of a published GIF, which `read` returns. Call inside a transaction. */
export async function recordPublished(
  trx: Kysely<Tables>,
  gif: GifExposure & { ownerId: number | null },
  read: () => Promise<Gif>,
): Promise<void> {
  await record(trx, {
    type: 'gif.published',
    ownerId: gif.ownerId,
    tell: async (audience) =>
      audience === 'account' || isListed(gif) ? { kind: 'gif', gif: await read() } : null,
  })
}

/**
 * Queues the event of a change visible to others: a GIF was hidden, shown again, or made public. Call inside a
 * transaction.
 */
export async function recordChange(trx: Kysely<Tables>, before: Gif, gif: Gif): Promise<void> {
  const data = { kind: 'gif', gif } as const
  const isPublic = gif.visibility === 'public'
  if (before.hidden !== gif.hidden) {
    await record(trx, {
      type: gif.hidden ? 'gif.hidden' : 'gif.shown',
      ownerId: gif.ownerId,
      tell: (audience) => (audience === 'account' || isPublic ? data : null),
    })
  } else if (isPublic && before.visibility !== 'public' && !gif.hidden) {
    // The owner already knows about it. However often the GIF is made public, there is only one unsent event.
    const key = `gif.published ${gif.id}`
    await record(trx, { type: 'gif.published', ownerId: null, key, tell: () => data })
  }
}

/** Queues the event of a removed GIF. Call inside a transaction. */
export async function recordRemoved(trx: Kysely<Tables>, gif: Gif): Promise<void> {
  const data = { kind: 'removed', code: gif.code, title: gif.title } as const
  await record(trx, {
    type: 'gif.removed',
    ownerId: gif.ownerId,
    tell: (audience) => (audience === 'account' || gif.visibility === 'public' ? data : null),
  })
}

/** Queues the event of a notice about a GIF, without its sender. Call inside a transaction. */
export async function recordNotice(
  trx: Kysely<Tables>,
  gif: Gif,
  { reason, reference }: { reason: string; reference: string },
): Promise<void> {
  await record(trx, {
    type: 'gif.reported',
    ownerId: gif.ownerId,
    tell: (audience) =>
      audience === 'account'
        ? { kind: 'notice', gif, reason, reference: null }
        : // The operator's webhook never contains an address that is not public.
          { kind: 'notice', gif: gif.visibility === 'public' ? gif : null, reason, reference },
  })
}

/** Queues the event of a visitor's GIF that waits for review. Call inside a transaction. */
export async function recordWaiting(trx: Kysely<Tables>): Promise<void> {
  await record(trx, {
    type: 'gif.waiting',
    ownerId: null,
    tell: async () => ({ kind: 'review', waiting: await countWaiting(trx) }),
  })
}

/** Queues the event of an account's ended task. Call inside a transaction. */
export async function recordTask(
  trx: Kysely<Tables>,
  { id, ownerId }: { id: string; ownerId: number | null },
  end: { code: string } | { error: ErrorView },
): Promise<void> {
  const view =
    'error' in end
      ? ({ status: 'error', error: end.error } as const)
      : ({ status: 'done', code: end.code, loop: null } as const)
  await record(trx, {
    type: view.status === 'done' ? 'task.done' : 'task.failed',
    ownerId,
    tell: (audience) => (audience === 'account' ? { kind: 'task', task: id, view } : null),
  })
}

async function record(trx: Kysely<Tables>, { type, ownerId, key, tell }: NewEvent): Promise<void> {
  const hooks = await trx
    .selectFrom('webhook')
    .select(['id', 'account_id'])
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', ownerId)]))
    .where('disabled', 'is', null)
    .where(isNotBlocked)
    .where(jsonListHas('webhook.events', type))
    // Ending access waits for the event and deletes it too, instead of making the transaction of the event fail.
    .$if(isPostgres(trx), (query) => query.forKeyShare('webhook'))
    .execute()
  if (hooks.length === 0) return
  const base = { id: newEventId(), type, createdAt: systemClock.now() }
  for (const hook of hooks) {
    const data = await tell(hook.account_id === null ? 'operator' : 'account')
    if (data !== null) await addDelivery(trx, hook.id, { ...base, data }, key)
  }
}

/**
 * Adds a delivery, and drops old ones if too many wait. A delivery replaces another with the same `key` that was not
 * attempted yet. Call inside a transaction.
 */
export async function addDelivery(
  trx: Kysely<Tables>,
  hookId: number,
  event: WebhookEvent,
  key?: string,
): Promise<void> {
  const request = JSON.stringify(event)
  if (key !== undefined && (await replaceWaiting(trx, { hookId, key, request }))) return
  await dropOld(trx, hookId, event.createdAt)
  await trx
    .insertInto('task')
    .values({
      id: randomId(22),
      class: 'delivery',
      code: null,
      request,
      batch: key ?? null,
      owner_id: null,
      webhook_id: hookId,
      ...waitingColumns(event.createdAt),
    })
    .execute()
}

async function replaceWaiting(
  trx: Kysely<Tables>,
  { hookId, key, request }: { hookId: number; key: string; request: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('task')
    .set({ request })
    .where('batch', '=', key)
    .where('webhook_id', '=', hookId)
    .where('status', '=', 'waiting')
    .where('attempts', '=', 0)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Makes room for one more delivery if too many wait: drops some of those that are old enough. */
async function dropOld(trx: Kysely<Tables>, hookId: number, now: number): Promise<void> {
  const before = now - webhookLimits.keptMs
  const waiting = trx.selectFrom('task').where('webhook_id', '=', hookId).where('ended_at', 'is', null)
  const oldest = await waiting.select('created_at').orderBy('seq').limit(1).executeTakeFirst()
  if (oldest === undefined || oldest.created_at >= before) return
  const last = await waiting
    .select('seq')
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(webhookLimits.waiting - 1)
    .executeTakeFirst()
  if (last === undefined) return
  const { numUpdatedRows } = await trx
    .updateTable('task')
    .set({
      status: 'error',
      ended_at: now,
      claim_token: null,
      error: `Dropped: it was older than a day, and ${webhookLimits.waiting} newer deliveries waited.`,
    })
    .where(
      'seq',
      'in',
      waiting
        .select('seq')
        .where('seq', '<=', last.seq)
        .where('created_at', '<', before)
        .orderBy('seq')
        .limit(dropBatch),
    )
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('webhook')
    .set((eb) => ({ dropped: eb('dropped', '+', Number(numUpdatedRows)) }))
    .where('id', '=', hookId)
    .execute()
}

/**
 * Deletes deliveries of webhooks that are about to be removed, in batches: removing the webhook would delete all in one
 * statement. With `waiting`, also those that have not ended.
 */
export async function deleteDeliveries(
  db: Kysely<Tables>,
  hookIds: readonly number[],
  { waiting }: { waiting: boolean },
): Promise<void> {
  for (const hookId of hookIds) {
    for (;;) {
      const some = db
        .selectFrom('task')
        .select('seq')
        .where('webhook_id', '=', hookId)
        .$if(!waiting, (query) => query.where('ended_at', 'is not', null))
        .orderBy('seq')
        .limit(deletionBatch)
      const { numDeletedRows } = await db
        .deleteFrom('task')
        .where('seq', 'in', some)
        .executeTakeFirstOrThrow()
      if (numDeletedRows < deletionBatch) break
      await nextTurn()
    }
  }
}
