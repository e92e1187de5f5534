import { type Kysely, sql } from 'kysely'
import { listOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'

/*
 * A file that its owner sends again while the first is still in the queue becomes its own task, which follows the task
 * of the first and is not claimed. If the first is published, the second is a copy and is deleted. If the first fails
 * or is canceled, its oldest follower takes its place.
 */

/**
 * Ends the tasks that follow a task whose GIF is published: their files are copies of it. Call inside its transaction.
 */
export async function endFollowers(trx: Kysely<Tables>, leaderId: string): Promise<void> {
  const ended = await trx.deleteFrom('task').where('follows', '=', leaderId).returning('id').execute()
  if (ended.length === 0) return
  const ids = ended.map(({ id }) => id)
  await trx.updateTable('dropped_file').set({ task_id: null }).where('task_id', 'in', listOf(ids)).execute()
}

/**
 * Releases the oldest follower of a task that ended without a GIF; the other followers then follow that one. Call
 * inside its transaction.
 */
export async function releaseFollowers(trx: Kysely<Tables>, leaderId: string, now: number): Promise<void> {
  const [first, ...others] = await trx
    .selectFrom('task')
    .select(['id', 'code'])
    .where('follows', '=', leaderId)
    .orderBy('seq')
    .execute()
  if (first === undefined) return
  const code = first.code ?? ''
  await trx
    .updateTable('task')
    .set({ follows: null, due_at: now, queued_at: now })
    .where('id', '=', first.id)
    .execute()
  await pointFiles(trx, [first.id], { code, isCopy: false })
  if (others.length === 0) return
  await trx.updateTable('task').set({ follows: first.id }).where('follows', '=', leaderId).execute()
  const ids = others.map(({ id }) => id)
  await pointFiles(trx, ids, { code, isCopy: true })
}

/** Makes a task that waits again follow another import of the same file and owner, if one has not ended. */
export async function followOther(trx: Kysely<Tables>, id: string): Promise<void> {
  const other = await trx
    .selectFrom('task as other')
    .innerJoin('task', 'task.source_hash', 'other.source_hash')
    .select(['other.id', 'other.code'])
    .where('task.id', '=', id)
    .where('other.id', '!=', id)
    .where('other.class', '=', 'import')
    .where('other.ended_at', 'is', null)
    .where('other.follows', 'is', null)
    .where(sql<boolean>`other.owner_id is not distinct from task.owner_id`)
    .orderBy('other.seq')
    .limit(1)
    .executeTakeFirst()
  if (other === undefined || !(await isOpenTask(trx, other.id))) return
  await trx.updateTable('task').set({ follows: other.id }).where('id', '=', id).execute()
  await pointFiles(trx, [id], { code: other.code ?? '', isCopy: true })
}

/** Returns true if the task has not ended, and keeps it so until the end of the transaction. */
export async function isOpenTask(trx: Kysely<Tables>, id: string): Promise<boolean> {
  const task = await trx
    .selectFrom('task')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return task !== undefined
}

/** Points the dropped files of tasks to their GIF. A file whose drop already has an entry with that GIF is deleted. */
async function pointFiles(
  trx: Kysely<Tables>,
  taskIds: readonly string[],
  { code, isCopy }: { code: string; isCopy: boolean },
): Promise<void> {
  const files = await trx
    .selectFrom('dropped_file')
    .select(['id', 'owner_id', 'batch', 'name'])
    .where('task_id', 'in', listOf([...taskIds]))
    .execute()
  for (const { id, owner_id: ownerId, batch, name } of files) {
    const same = await trx
      .selectFrom('dropped_file')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('batch', '=', batch)
      .where('name', '=', name)
      .where('code', '=', code)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (same !== undefined) await trx.deleteFrom('dropped_file').where('id', '=', id).execute()
    else {
      await trx
        .updateTable('dropped_file')
        .set({ code, is_copy: Number(isCopy) })
        .where('id', '=', id)
        .execute()
    }
  }
}
