import type { Kysely } from 'kysely'
import type { PreparedSource, SourceLimits } from '../../../../creation/sources/prepared-source.ts'
import {
  type MeasurementState,
  type NewSource,
  noSource,
  type Preparation,
  type PreparedSourceStore,
  type SourceGif,
} from '../../../../creation/sources/source-store.ts'
import { canceled, ownerGone } from '../../../../creation/task-queue.ts'
import type { Client, MeasurementTask, PreparationTask } from '../../../../creation/task.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { isForeignKeyViolation, listOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { checkCapacity } from '../tasks/capacity.ts'
import { readMeasured, writeMeasurement } from '../tasks/measurement-rows.ts'
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
    // Creations need their sources until they end; by then, the files have been moved.
    return (await inUse(this.#db)).union(new Set(rows.map(({ id }) => id)))
  }

  async forgetEnded(): Promise<number> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('prepared_source')
      .where('ends_at', '<=', this.#clock.now())
      .executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  }

  measure(task: MeasurementTask, maxWaiting: number, client: Client): Promise<string[]> {
    const { id, sourceId, ownerId } = task
    const now = this.#clock.now()
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      if ((await preparedRow(trx, sourceId, now)) === undefined) throw noSource()
      const stopped = await forgetMeasurements(trx, sourceId)
      await checkCapacity(trx, 'measurement', maxWaiting, client)
      await trx
        .insertInto('task')
        .values({
          id,
          class: 'measurement',
          code: null,
          request: writeMeasurement(task),
          owner_id: ownerId,
          batch: sourceId,
          client: client.name,
          turn: nextTurn(now, 'measurement', client.name),
          ...taskRows.waitingColumns(now),
        })
        .execute()
      return stopped
    })
  }

  async measurement(sourceId: string, id: string): Promise<MeasurementState | undefined> {
    const task = await this.#db
      .selectFrom('task')
      .select(['status', 'request', 'error'])
      .where('id', '=', id)
      .where('batch', '=', sourceId)
      .where('class', '=', 'measurement')
      .executeTakeFirst()
    if (task === undefined) return undefined
    const { status } = task
    if (status === 'done') return { status, measured: readMeasured(task.request) }
    if (status === 'error') return { status, error: taskRows.readError(task.error ?? 'null') }
    return { status }
  }

  stopMeasuring(sourceId: string): Promise<string[]> {
    return inWriteTransaction(this.#db, 'queue', (trx) => forgetMeasurements(trx, sourceId))
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

/**
 * Removes the measurements of a source; returns the ids of those that had not ended. A worker that runs one loses its
 * claim.
 */
async function forgetMeasurements(trx: Kysely<Tables>, sourceId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('task')
    .where('batch', '=', sourceId)
    .where('class', '=', 'measurement')
    .returning(['id', 'ended_at'])
    .execute()
  return rows.filter((row) => row.ended_at === null).map(({ id }) => id)
}
