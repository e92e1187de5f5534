import type { Kysely } from 'kysely'
import type { MeasurementState, MeasurementStore } from '../../../../creation/sources/measurement-store.ts'
import { noSource } from '../../../../creation/sources/source-store.ts'
import type { Client, MeasurementTask } from '../../../../creation/task.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { preparedRow } from '../prepared-sources/source-rows.ts'
import type { Tables } from '../tables.ts'
import { inWriteTransaction } from '../transactions.ts'
import { checkCapacity } from './capacity.ts'
import { readMeasured, writeMeasurement } from './measurement-rows.ts'
import { readError, waitingColumns } from './task-rows.ts'
import { nextTurn } from './task-turns.ts'

export class SqlMeasurementStore implements MeasurementStore {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add(task: MeasurementTask, maxWaiting: number, client: Client): Promise<string[]> {
    const { id, sourceId, ownerId } = task
    const now = this.#clock.now()
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      if ((await preparedRow(trx, sourceId, now)) === undefined) throw noSource()
      const stopped = await forgetAll(trx, sourceId)
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
          ...waitingColumns(now),
        })
        .execute()
      return stopped
    })
  }

  async state(sourceId: string, id: string): Promise<MeasurementState | undefined> {
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
    if (status === 'error') return { status, error: readError(task.error ?? 'null') }
    return { status }
  }

  stop(sourceId: string): Promise<string[]> {
    return inWriteTransaction(this.#db, 'queue', (trx) => forgetAll(trx, sourceId))
  }
}

/** Removes what was measured of a source; gives the ids of those that had not ended. A worker that has one loses its claim. */
async function forgetAll(trx: Kysely<Tables>, sourceId: string): Promise<string[]> {
  const rows = await trx
    .deleteFrom('task')
    .where('batch', '=', sourceId)
    .where('class', '=', 'measurement')
    .returning(['id', 'ended_at'])
    .execute()
  return rows.filter((row) => row.ended_at === null).map(({ id }) => id)
}
