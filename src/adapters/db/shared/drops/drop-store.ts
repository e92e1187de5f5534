import { type Kysely, sql } from 'kysely'
import {
  type DropOf,
  type DropPage,
  type DropStore,
  type DropState,
  dropStates,
  type DropSummary,
  type DroppedFile,
  type NewDroppedFile,
} from '../../../../import/drops/drop.ts'
import type { AcceptedRequest } from '../../../../creation/request.ts'
import type { ErrorView } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { listOf, numbersOf } from '../dialect.ts'
import { readRequest } from '../tasks/task-rows.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'

export class SqlDropStore implements DropStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add(file: NewDroppedFile): Promise<void> {
    const { taskId, isCopy } = file
    if (taskId === null || !isCopy) return this.#insert(this.#db, file)
    return inWriteTransaction(this.#db, 'drops', async (trx) => {
      const task = await trx
        .selectFrom('task')
        .select(['code', 'follows'])
        .where('id', '=', taskId)
        .forUpdate()
        .executeTakeFirst()
      // What it followed may have ended since it was added: then it is none, or made by itself.
      if (task === undefined) await this.#insert(trx, { ...file, taskId: null })
      else await this.#insert(trx, task.follows === null ? { ...file, code: task.code, isCopy: false } : file)
    })
  }

  async has({ batch, ownerId }: DropOf, name: string, code: string): Promise<boolean> {
    const file = await this.#db
      .selectFrom('dropped_file')
      .select('id')
      .where('owner_id', '=', ownerId)
      .where('batch', '=', batch)
      .where('name', '=', name)
      .where('code', '=', code)
      .executeTakeFirst()
    return file !== undefined
  }

  async #insert(
    db: Kysely<Tables>,
    { batch, ownerId, name, code, taskId, isCopy, error }: NewDroppedFile,
  ): Promise<void> {
    await db
      .insertInto('dropped_file')
      .values({
        batch,
        owner_id: ownerId,
        name,
        code: code ?? '',
        task_id: taskId,
        is_copy: Number(isCopy),
        error: error === null ? null : JSON.stringify(error),
        created_at: this.#clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async page(drop: DropOf, { start, limit }: { start: number; limit: number }): Promise<DropPage> {
    const counted = await this.#db
      .selectFrom(this.#filesOf(drop).as('file'))
      .select((eb) => ['file.state', eb.fn.countAll<number>().as('files')])
      .groupBy('file.state')
      .execute()
    const countOf = (state: DropState) => counted.find((row) => row.state === state)?.files ?? 0
    const rows = await this.#filesOf(drop).orderBy('dropped_file.id').limit(limit).offset(start).execute()
    return {
      total: counted.reduce((sum, { files }) => sum + files, 0),
      counts: Object.fromEntries(dropStates.map((state) => [state, countOf(state)])) as DropPage['counts'],
      files: rows.map(toFile),
    }
  }

  async files(drop: DropOf, ids: readonly number[] | null): Promise<DroppedFile[]> {
    const rows = await this.#filesOf(drop)
      .$if(ids !== null, (query) => query.where('dropped_file.id', 'in', numbersOf(ids ?? [])))
      .orderBy('dropped_file.id')
      .execute()
    return rows.map(toFile)
  }

  changeWaiting(
    { ownerId }: DropOf,
    taskIds: readonly string[],
    change: (request: AcceptedRequest) => AcceptedRequest,
  ): Promise<number> {
    return inWriteTransaction(this.#db, 'drops', async (trx) => {
      const rows = await trx
        .selectFrom('task')
        .select(['id', 'request'])
        .where('id', 'in', listOf(taskIds))
        .where('owner_id', '=', ownerId)
        .where('status', '=', 'waiting')
        .forUpdate()
        .execute()
      for (const { id, request } of rows) {
        const changed = JSON.stringify(change(readRequest(request)))
        await trx.updateTable('task').set({ request: changed }).where('id', '=', id).execute()
      }
      return rows.length
    })
  }

  async remove({ batch, ownerId }: DropOf, ids: readonly number[]): Promise<void> {
    await this.#db
      .deleteFrom('dropped_file')
      .where('batch', '=', batch)
      .where('owner_id', '=', ownerId)
      .where('id', 'in', numbersOf(ids))
      .execute()
  }

  async ofOwner(ownerId: number, limit: number): Promise<DropSummary[]> {
    const rows = await this.#db
      .selectFrom('dropped_file')
      .select((eb) => [
        'batch',
        eb.fn.countAll<number>().as('files'),
        eb.fn.min('created_at').as('created_at'),
      ])
      .where('owner_id', '=', ownerId)
      .groupBy('batch')
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ batch, files, created_at: createdAt }) => ({ batch, files, createdAt }))
  }

  #filesOf({ batch, ownerId }: DropOf) {
    return (
      this.#db
        .selectFrom('dropped_file')
        .leftJoin('task', 'task.id', 'dropped_file.task_id')
        // The import that will have the code: its own, or the one that it is a copy of.
        .leftJoin('task as made', 'made.code', 'dropped_file.code')
        .leftJoin('gif', 'gif.code', 'dropped_file.code')
        .leftJoin('moved_gif', 'moved_gif.code', 'dropped_file.code')
        .leftJoin('gif as merged', 'merged.id', 'moved_gif.gif_id')
        .select(['dropped_file.id', 'dropped_file.name', 'dropped_file.code', 'dropped_file.task_id'])
        .select((eb) => [
          eb.fn.coalesce('dropped_file.error', 'task.error').as('error'),
          sql<number | null>`${shownGif}`.as('gif_id'),
          sql<DropState>`case
          when dropped_file.error is not null or task.status = 'error' then 'refused'
          when dropped_file.is_copy = 1 and (${isOwnImportOpen} or ${shownGif} is not null) then 'exists'
          when task.status = 'waiting' then 'waiting'
          when task.status = 'processing' then 'making'
          when ${shownGif} is null then 'gone'
          else 'done' end`.as('state'),
        ])
        .where('dropped_file.owner_id', '=', ownerId)
        .where('dropped_file.batch', '=', batch)
    )
  }
}

const isOwnImportOpen = sql`(made.id is not null and made.ended_at is null and made.owner_id = dropped_file.owner_id)`

/** The GIF with the code, or the one that it was merged into: listed, or the owner's own. */
const shownGif = sql`case
  when gif.slot is not null or gif.owner_id = dropped_file.owner_id then gif.id
  when merged.slot is not null or merged.owner_id = dropped_file.owner_id then merged.id end`

type Row = {
  id: number
  name: string
  code: string
  task_id: string | null
  gif_id: number | null
  error: string | null
  state: DropState
}

function toFile({ id, name, code, task_id: taskId, gif_id: gifId, error, state }: Row): DroppedFile {
  return {
    id,
    name,
    state,
    taskId,
    gifId,
    code: code === '' ? null : code,
    error: error === null ? null : (JSON.parse(error) as ErrorView),
  }
}
