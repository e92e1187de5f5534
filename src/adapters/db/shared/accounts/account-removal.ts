import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { AppError, toErrorView } from '../../../../lib/app-error.ts'
import { jsonText, listOf, requestWithoutSource } from '../dialect.ts'
import { logGifs } from '../catalogue/change-log.ts'
import { deleteGifRow } from '../catalogue/gif-rows.ts'
import { inWriteTransaction, type OnChange } from '../transactions.ts'
import type { RemovedFiles } from '../../../../accounts/account-store.ts'
import { sourceClasses } from '../tasks/task-rows.ts'
import type { Tables } from '../tables.ts'

/**
 * The number of GIFs removed or disowned in one transaction, so that none holds the process or the database for long.
 */
const gifsAtOnce = 20
/** The same for rows without dependents. */
const rowsAtOnce = 500

const ownerGoneText = JSON.stringify(toErrorView(new AppError('forbidden', { detail: 'ownerGone' })))

/**
 * Removes an account and everything that belongs only to it, with 'remove' also its public GIFs. Returns the media that
 * no GIF uses any more, the media whose kept sources no derivation uses any more, and its prepared sources. If it is
 * interrupted, part of the data is gone and the account still exists. `onChange` is called after each transaction that
 * changed the catalogue.
 */
export async function removeAccountRows(
  db: Kysely<Tables>,
  { id, publicGifs, now }: { id: number; publicGifs: 'keep' | 'remove'; now: number },
  onChange: OnChange,
): Promise<RemovedFiles> {
  const mediaIds: string[] = []
  const inBatches = async (work: (trx: Kysely<Tables>) => Promise<number>) => {
    while ((await inWriteTransaction(db, 'catalogue', work)) >= rowsAtOnce) await nextTurn()
  }
  const inGifBatches = async (work: (trx: Kysely<Tables>) => Promise<{ id: number }[]>) => {
    for (;;) {
      const gifs = await inWriteTransaction(db, 'catalogue', work)
      await onChange(gifs.map(({ id: gifId }) => gifId))
      if (gifs.length < gifsAtOnce) return
      await nextTurn()
    }
  }
  await inGifBatches(async (trx) => {
    const removed = await removeSomeGifs(trx, id, publicGifs)
    mediaIds.push(...removed.map(({ media_id: mediaId }) => mediaId))
    return removed
  })
  await inGifBatches((trx) => disownSome(trx, id, publicGifs))
  for (const removeSome of removals) await inBatches((trx) => removeSome(trx, id))
  await inBatches((trx) => endTasks(trx, id, publicGifs, now))
  await inBatches((trx) => releaseTasks(trx, id))
  const lastIds: number[] = []
  const unused = await inWriteTransaction(db, 'catalogue', async (trx) => {
    while ((await endTasks(trx, id, publicGifs, now)) >= rowsAtOnce);
    const sourceMediaIds = await forgetSources(trx, id)
    const preparedIds = await forgetPrepared(trx, id, now)
    // GIFs published in the meantime; rarely any.
    for (;;) {
      const removed = await removeSomeGifs(trx, id, publicGifs)
      mediaIds.push(...removed.map(({ media_id: mediaId }) => mediaId))
      const disowned = await disownSome(trx, id, publicGifs)
      lastIds.push(...[...removed, ...disowned].map(({ id: gifId }) => gifId))
      if (removed.length + disowned.length === 0) break
    }
    await trx.deleteFrom('account').where('id', '=', id).execute()
    return { removedMediaIds: await withoutGif(trx, mediaIds), sourceMediaIds, preparedIds }
  })
  await onChange(lastIds)
  return unused
}

async function removeSomeGifs(
  trx: Kysely<Tables>,
  ownerId: number,
  publicGifs: 'keep' | 'remove',
): Promise<{ id: number; media_id: string }[]> {
  const gifs = await trx
    .selectFrom('gif')
    .select(['id', 'media_id'])
    .where('owner_id', '=', ownerId)
    .$if(publicGifs === 'keep', (query) => query.where('visibility', '=', 'private'))
    .limit(gifsAtOnce)
    .execute()
  for (const { id } of gifs) await deleteGifRow(trx, id)
  return gifs
}

/** Removes the owner of some of the account's GIFs that stay. */
async function disownSome(
  trx: Kysely<Tables>,
  ownerId: number,
  publicGifs: 'keep' | 'remove',
): Promise<{ id: number }[]> {
  if (publicGifs === 'remove') return []
  const gifs = await trx
    .updateTable('gif')
    .set({ owner_id: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('gif')
        .select('id')
        .where('owner_id', '=', ownerId)
        .where('visibility', '!=', 'private')
        .limit(gifsAtOnce),
    )
    .returning('id')
    .execute()
  await logGifs(
    trx,
    gifs.map(({ id }) => id),
  )
  return gifs
}

/**
 * Batches that remove rows which foreign keys would otherwise cascade in the single statement that removes the account.
 * Each deletes or disowns some rows and returns how many.
 */
const removals = [
  rowsOf(
    (some) => sql`delete from collection_gif where (collection_id, gif_id) in (${some})`,
    (id) => sql`
      select collection_id, gif_id from collection_gif
      where collection_id in (select id from collection where account_id = ${id})`,
  ),
  rowsOf(
    (some) => sql`delete from collection_report where id in (${some})`,
    (id) => sql`
      select id from collection_report where collection_id in (select id from collection where account_id = ${id})`,
  ),
  rowsOf(
    (some) => sql`delete from favourite where (account_id, gif_id) in (${some})`,
    (id) => sql`select account_id, gif_id from favourite where account_id = ${id}`,
  ),
  rowsOf(
    (some) => sql`delete from dropped_file where id in (${some})`,
    (id) => sql`select id from dropped_file where owner_id = ${id}`,
  ),
  rowsOf(
    (some) => sql`delete from session where id in (${some})`,
    (id) => sql`select id from session where account_id = ${id}`,
  ),
  rowsOf(
    (some) => sql`delete from task where seq in (${some})`,
    (id) => sql`select seq from task where webhook_id in (select id from webhook where account_id = ${id})`,
  ),
  rowsOf(
    (some) => sql`update notice set reporter_id = null where id in (${some})`,
    (id) => sql`select id from notice where reporter_id = ${id}`,
  ),
  rowsOf(
    (some) => sql`update notice_case set owner_id = null where id in (${some})`,
    (id) => sql`select id from notice_case where owner_id = ${id}`,
  ),
]

/** Disowns ended tasks, except those whose kept sources are not forgotten yet. */
const releaseTasks = rowsOf(
  (some) => sql`update task set owner_id = null where seq in (${some})`,
  (id) => sql`
    select seq from task where owner_id = ${id} and status in ('done', 'error') and class <> 'derivation'`,
)

/** Builds a statement on at most `rowsAtOnce` of an account's rows. */
function rowsOf(
  statement: (some: RawBuilder<unknown>) => RawBuilder<unknown>,
  rowsOfAccount: (accountId: number) => RawBuilder<unknown>,
) {
  return async (trx: Kysely<Tables>, accountId: number): Promise<number> => {
    const some = sql`${rowsOfAccount(accountId)} limit ${sql.lit(rowsAtOnce)}`
    const { numAffectedRows = 0n } = await statement(some).execute(trx)
    return Number(numAffectedRows)
  }
}

/**
 * Ends some of the tasks whose GIFs would have no owner, and returns how many; their workers lose the claim. Failed
 * tasks can no longer be retried either.
 */
async function endTasks(
  trx: Kysely<Tables>,
  ownerId: number,
  publicGifs: 'keep' | 'remove',
  now: number,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('task')
    .set((eb) => ({
      status: 'error',
      error: ownerGoneText,
      ended_at: eb.fn.coalesce('ended_at', eb.val(now)),
      claim_token: null,
      client: null,
    }))
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('task')
        .select('seq')
        .where('owner_id', '=', ownerId)
        .where('status', '!=', 'done')
        .where('error', 'is distinct from', ownerGoneText)
        .$if(publicGifs === 'keep', (query) =>
          query.where((is) =>
            // A task that follows another file would wait forever if that one ended here.
            is.or([is(jsonText('request', 'visibility'), '=', 'private'), is('follows', 'is not', null)]),
          ),
        )
        .limit(rowsAtOnce),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/**
 * Forgets the kept sources of the account's GIFs that stay, whose renditions are then derived from the stored files.
 */
async function forgetSources(trx: Kysely<Tables>, ownerId: number): Promise<string[]> {
  const rows = await trx
    .updateTable('task')
    .set({ request: requestWithoutSource })
    .where('owner_id', '=', ownerId)
    .where('class', '=', 'derivation')
    .where(jsonText('request', 'source'), 'is not', null)
    .returning('media_id')
    .execute()
  return rows.flatMap(({ media_id: mediaId }) => mediaId ?? [])
}

/** Removes the account's prepared sources, and ends the tasks that use them. */
async function forgetPrepared(trx: Kysely<Tables>, ownerId: number, now: number): Promise<string[]> {
  const rows = await trx
    .deleteFrom('prepared_source')
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute()
  await trx
    .updateTable('task')
    .set({
      status: 'error',
      error: ownerGoneText,
      ended_at: now,
      claim_token: null,
      client: null,
    })
    .where('owner_id', '=', ownerId)
    .where('class', 'in', sourceClasses)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the media that no GIF names any more. */
async function withoutGif(trx: Kysely<Tables>, mediaIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from ${listOf([...new Set(mediaIds)])} as removed
    where not exists (select 1 from gif where gif.media_id = removed.value)
      and not exists (select 1 from retired_media where retired_media.old_id = removed.value)
  `.execute(trx)
  return rows.map(({ value }) => value)
}
