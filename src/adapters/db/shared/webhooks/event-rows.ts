import { type Kysely } from 'kysely'
import { type Gif, isListed } from '../../../../catalogue/gif.ts'
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

/*
 * Events are added in the transaction of what they tell: what is committed is delivered, whatever happens to the process.
 */

/** What is told to the webhooks of the owner, and to those of the operator; null: nothing. Asked where there is one. */
type Audience = 'account' | 'operator'
type NewEvent = {
  type: EventType
  ownerId: number | null
  tell: (audience: Audience) => Promise<EventData | null> | EventData | null
}

/** Adds a GIF that was published to what is delivered. `read` gives it. Inside a transaction. */
export async function recordPublished(
  trx: Kysely<Tables>,
  gif: Pick<Gif, 'ownerId' | 'visibility' | 'hidden'>,
  read: () => Promise<Gif>,
): Promise<void> {
  await record(trx, {
    type: 'gif.published',
    ownerId: gif.ownerId,
    tell: async (audience) =>
      audience === 'account' || isListed(gif) ? { kind: 'gif', gif: await read() } : null,
  })
}

/** Adds what others see of a change: that a GIF is hidden or shown again, or made public. Inside a transaction. */
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
    // Its owner knows it already.
    await record(trx, { type: 'gif.published', ownerId: null, tell: () => data })
  }
}

/** Adds that a GIF is gone. Inside a transaction. */
export async function recordRemoved(trx: Kysely<Tables>, gif: Gif): Promise<void> {
  const data = { kind: 'removed', code: gif.code, title: gif.title } as const
  await record(trx, {
    type: 'gif.removed',
    ownerId: gif.ownerId,
    tell: (audience) => (audience === 'account' || gif.visibility === 'public' ? data : null),
  })
}

/** Adds that somebody sent a notice about a GIF; nothing of who that is. Inside a transaction. */
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
        : // Whoever reads the operator's webhook learns no address that is not public.
          { kind: 'notice', gif: gif.visibility === 'public' ? gif : null, reason, reference },
  })
}

/** Adds that a GIF of a visitor waits for review. Inside a transaction. */
export async function recordWaiting(trx: Kysely<Tables>): Promise<void> {
  await record(trx, {
    type: 'gif.waiting',
    ownerId: null,
    tell: async () => ({ kind: 'review', waiting: await countWaiting(trx) }),
  })
}

/** Adds how a task of an account ended. Inside a transaction. */
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

async function record(trx: Kysely<Tables>, { type, ownerId, tell }: NewEvent): Promise<void> {
  const hooks = await trx
    .selectFrom('webhook')
    .select(['id', 'account_id'])
    .where((eb) => eb.or([eb('account_id', 'is', null), eb('account_id', '=', ownerId)]))
    .where('disabled', 'is', null)
    .where(jsonListHas('webhook.events', type))
    .execute()
  if (hooks.length === 0) return
  const base = { id: newEventId(), type, createdAt: systemClock.now() }
  for (const hook of hooks) {
    const data = await tell(hook.account_id === null ? 'operator' : 'account')
    if (data !== null) await addDelivery(trx, hook.id, { ...base, data })
  }
}

/** Adds a delivery, and drops the oldest where too many wait. Inside a transaction. */
export async function addDelivery(trx: Kysely<Tables>, hookId: number, event: WebhookEvent): Promise<void> {
  const { waiting } = await trx
    .selectFrom('task')
    .select((eb) => eb.fn.countAll<number>().as('waiting'))
    .where('webhook_id', '=', hookId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (waiting >= webhookLimits.waiting) await dropOldest(trx, hookId)
  await trx
    .insertInto('task')
    .values({
      id: randomId(22),
      class: 'delivery',
      code: null,
      request: JSON.stringify(event),
      owner_id: null,
      webhook_id: hookId,
      ...waitingColumns(event.createdAt),
    })
    .execute()
}

async function dropOldest(trx: Kysely<Tables>, hookId: number): Promise<void> {
  await trx
    .updateTable('task')
    .set({
      status: 'error',
      ended_at: systemClock.now(),
      claim_token: null,
      error: `Dropped, since ${webhookLimits.waiting} newer deliveries waited.`,
    })
    .where('seq', '=', (eb) =>
      eb
        .selectFrom('task')
        .select('seq')
        .where('webhook_id', '=', hookId)
        .where('ended_at', 'is', null)
        .orderBy('seq')
        .limit(1),
    )
    .execute()
  await trx
    .updateTable('webhook')
    .set((eb) => ({ dropped: eb('dropped', '+', 1) }))
    .where('id', '=', hookId)
    .execute()
}
