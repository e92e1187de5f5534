import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { ErrorView } from '../../../../lib/app-error.ts'
import { jsonText, listOf, requestWithoutSource } from '../dialect.ts'
import { logGifs } from '../catalogue/change-log.ts'
import { deleteGifRow } from '../catalogue/gif-rows.ts'
import { inWriteTransaction, type OnChange } from '../transactions.ts'
import type { RemovedFiles } from '../../../../accounts/account-store.ts'
import { sourceClasses } from '../tasks/task-rows.ts'
import type { Tables } from '../tables.ts'
import { deleteHistory } from './access-rows.ts'

/** GIFs removed in one transaction, so that none holds the process for long. */
const removalBatch = 20

const ownerGone: ErrorView = {
  code: 'forbidden',
  message: 'The account that asked for this GIF was removed.',
}

/**
 * Removes an account and what was its alone; 'remove' takes its public GIFs too. Gives the media that no GIF names any
 * more, those whose kept sources no derivation names any more, and its prepared sources. When it is broken off, some GIFs are gone and the account is still there. `onChange` is called after each
 * transaction that changed the catalogue.
 */
export async function removeAccountRows(
  db: Kysely<Tables>,
  { id, publicGifs, now }: { id: number; publicGifs: 'keep' | 'remove'; now: number },
  onChange: OnChange,
): Promise<RemovedFiles> {
  const mediaIds: string[] = []
  for (;;) {
    const removed = await inWriteTransaction(db, 'catalogue', (trx) => removeSomeGifs(trx, id, publicGifs))
    await onChange(removed.map(({ id: gifId }) => gifId))
    mediaIds.push(...removed.map(({ media_id: mediaId }) => mediaId))
    if (removed.length < removalBatch) break
    await nextTurn()
  }
  await deleteHistory(db, id)
  const lastIds: number[] = []
  const unused = await inWriteTransaction(db, 'catalogue', async (trx) => {
    await endTasks(trx, id, publicGifs, now)
    const sourceMediaIds = await forgetSources(trx, id)
    const preparedIds = await forgetPrepared(trx, id, now)
    // Whatever was published meanwhile; rarely anything.
    for (;;) {
      const removed = await removeSomeGifs(trx, id, publicGifs)
      mediaIds.push(...removed.map(({ media_id: mediaId }) => mediaId))
      lastIds.push(...removed.map(({ id: gifId }) => gifId))
      if (removed.length === 0) break
    }
    await disown(trx, id)
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
    .limit(removalBatch)
    .execute()
  for (const { id } of gifs) await deleteGifRow(trx, id)
  return gifs
}

/** Leaves the account's GIFs without an owner. */
async function disown(trx: Kysely<Tables>, ownerId: number): Promise<void> {
  const gifs = await trx
    .updateTable('gif')
    .set({ owner_id: null })
    .where('owner_id', '=', ownerId)
    .returning('id')
    .execute()
  await logGifs(
    trx,
    gifs.map(({ id }) => id),
  )
}

/**
 * Ends the tasks whose GIFs would have no owner: their workers lose the claim. Tasks that have failed cannot be retried
 * either.
 */
async function endTasks(
  trx: Kysely<Tables>,
  ownerId: number,
  publicGifs: 'keep' | 'remove',
  now: number,
): Promise<void> {
  await trx
    .updateTable('task')
    .set((eb) => ({
      status: 'error',
      error: JSON.stringify(ownerGone),
      ended_at: eb.fn.coalesce('ended_at', eb.val(now)),
      claim_token: null,
      client: null,
    }))
    .where('owner_id', '=', ownerId)
    .where('status', '!=', 'done')
    .$if(publicGifs === 'keep', (query) =>
      query.where((is) =>
        // What follows another file would wait for good where that one ends here.
        is.or([is(jsonText('request', 'visibility'), '=', 'private'), is('follows', 'is not', null)]),
      ),
    )
    .execute()
}

/** Lets the account's GIFs that stay be derived from what is stored of them. */
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

/** Removes the account's prepared sources, and ends what is made of them. */
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
      error: JSON.stringify(ownerGone),
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

/** Those of the media that no GIF names any more. */
async function withoutGif(trx: Kysely<Tables>, mediaIds: string[]): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select value from ${listOf([...new Set(mediaIds)])} as removed
    where not exists (select 1 from gif where gif.media_id = removed.value)
      and not exists (select 1 from retired_media where retired_media.old_id = removed.value)
  `.execute(trx)
  return rows.map(({ value }) => value)
}
