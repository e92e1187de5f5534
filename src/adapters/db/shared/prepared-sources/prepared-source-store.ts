import type { Kysely } from 'kysely'
import type { PreparedSource, SourceLimits } from '../../../../creation/sources/prepared-source.ts'
import {
  type NewSource,
  noSource,
  type Preparation,
  type PreparedSourceStore,
  type SourceGif,
} from '../../../../creation/sources/source-store.ts'
import { canceled, ownerGone } from '../../../../creation/task-queue.ts'
import type { Client, PreparationTask } from '../../../../creation/task.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { isForeignKeyViolation, listOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { checkCapacity } from '../tasks/capacity.ts'
import * as taskRows from '../tasks/task-rows.ts'
import { nextTurn, waitingBefore } from '../tasks/task-turns.ts'
import { inWriteTransaction } from '../transactions.ts'
import { insertSource, inUse, preparedRow, toSource } from './source-rows.ts'

const classes = ['preparation', 'preview'] as const

export class SqlPreparedSourceStore implements PreparedSourceStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add(source: NewSource, limits: SourceLimits): Promise<{ dropped: string[] }> {
    const now = this.#clock.now()
    return inWriteTransaction(this.#db, 'queue', (trx) => insertSource(trx, source, limits, now)).catch(
      (error: unknown) => {
        throw isForeignKeyViolation(error) ? ownerGone() : error
      },
    )
  }

  prepare(task: PreparationTask, maxWaiting: number, client: Client): Promise<void> {
    const now = this.#clock.now()
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      if ((await preparedRow(trx, task.sourceId, now)) === undefined) throw noSource()
      if (await isUnderWay(trx, task.sourceId)) return
      await checkCapacity(trx, task.kind, maxWaiting, client)
      await trx
        .insertInto('task')
        .values({
          id: task.id,
          class: task.kind,
          code: null,
          request: JSON.stringify({ sourceId: task.sourceId, seconds: task.seconds }),
          owner_id: task.ownerId,
          batch: task.sourceId,
          client: client.name,
          turn: nextTurn(now, task.kind, client.name),
          ...taskRows.waitingColumns(now),
        })
        .execute()
    })
  }

  async read(id: string): Promise<PreparedSource | undefined> {
    const row = await preparedRow(this.#db, id, this.#clock.now())
    return row && toSource(row)
  }

  async preparation(id: string): Promise<Preparation | null> {
    const task = await this.#db
      .selectFrom('task')
      .select(['seq', 'class', 'status', 'due_at', 'turn', 'step', 'progress', 'error'])
      .where('batch', '=', id)
      .where('class', 'in', classes)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (task === undefined) return null
    const { status, progress } = task
    if (status === 'done') return { status }
    if (status === 'error') return { status, error: taskRows.readError(task.error ?? 'null') }
    if (status === 'waiting')
      return { status, position: (await waitingBefore(this.#db, task, this.#clock.now())) + 1 }
    return { status, progress, step: taskRows.readStep(task.step) }
  }

  discard(id: string): Promise<boolean> {
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('prepared_source')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('task')
        .set(taskRows.endedIn(canceled, this.#clock.now()))
        .where('batch', '=', id)
        .where('class', 'in', taskRows.sourceClasses)
        .where('ended_at', 'is', null)
        .execute()
      return numDeletedRows > 0n
    })
  }

  async gifsOf(id: string): Promise<SourceGif[]> {
    const rows = await this.#db
      .selectFrom('source_gif')
      .innerJoin('gif', 'gif.code', 'source_gif.code')
      .select(['source_gif.code', 'source_gif.task_id', 'source_gif.created_at'])
      .where('source_id', '=', id)
      .orderBy('source_gif.created_at')
      .orderBy('source_gif.code')
      .execute()
    return rows.map((row) => ({ code: row.code, taskId: row.task_id, createdAt: row.created_at }))
  }

  async sourceOf(code: string): Promise<{ source: PreparedSource; taskId: string } | undefined> {
    const row = await this.#db
      .selectFrom('source_gif')
      .select(['source_id', 'task_id'])
      .where('code', '=', code)
      .executeTakeFirst()
    const source = row && (await this.read(row.source_id))
    return row && source && { source, taskId: row.task_id }
  }

  async known(ids: string[]): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('prepared_source')
      .select('id')
      .where('id', 'in', listOf(ids))
      .where('ends_at', '>', this.#clock.now())
      .execute()
    // What a GIF is made of moves there before the GIF is published.
    return (await inUse(this.#db)).union(new Set(rows.map(({ id }) => id)))
  }

  async forgetEnded(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('prepared_source')
      .where('ends_at', '<=', this.#clock.now())
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }
}

async function isUnderWay(trx: Kysely<Tables>, sourceId: string): Promise<boolean> {
  const task = await trx
    .selectFrom('task')
    .select('id')
    .where('batch', '=', sourceId)
    .where('class', 'in', classes)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return task !== undefined
}
