import type { Kysely, UpdateObject } from 'kysely'
import type { AcceptedRequest } from '../../../../creation/request.ts'
import { canceled } from '../../../../creation/task-queue.ts'
import type { TaskCounts, TaskRecord, TaskView } from '../../../../creation/task.ts'
import type { ErrorCode } from '../../../../lib/app-error.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { jsonText, listOf } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import * as sourceRows from './source-rows.ts'
import { followOther } from './task-followers.ts'
import * as taskRows from './task-rows.ts'
import { nextTurn } from './task-turns.ts'

/** The number of tasks forgotten in one statement, so that none holds the database for long. */
const forgetBatch = 500

export class SqlTaskRecords {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async list({
    status,
    start,
    limit,
  }: {
    status: TaskView['status'] | null
    start: number
    limit: number
  }): Promise<{ total: number; tasks: TaskRecord[] }> {
    // Each of the two indexes on status only contains ended tasks, or only the others.
    const ended = status === 'done' || status === 'error'
    const matching = this.#db
      .selectFrom('task')
      .where('class', '=', 'creation')
      .$if(status !== null, (query) =>
        query.where('status', '=', status ?? 'done').where('ended_at', ended ? 'is not' : 'is', null),
      )
    const { total } = await matching
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const page = matching.select('seq').orderBy('seq', 'desc').limit(limit).offset(start)
    const rows = await this.#db
      .selectFrom('task')
      .select(taskRows.taskColumns)
      .where('seq', 'in', page)
      .orderBy('seq', 'desc')
      .execute()
    const now = this.#clock.now()
    return { total, tasks: rows.map((row) => taskRows.toTask(row, now)) }
  }

  retry(id: string): Promise<boolean> {
    return this.#waitAgain(id, () => ({}))
  }

  remake(id: string, request: AcceptedRequest): Promise<boolean> {
    const columns = { request: JSON.stringify(request) }
    return this.#waitAgain(id, ({ error }) => (error?.code === 'keep_refused' ? columns : null))
  }

  /**
   * Queues a task again if it may be retried, with the column values from `change`; if that returns null, it may not.
   */
  #waitAgain(
    id: string,
    change: (task: TaskRecord) => UpdateObject<Tables, 'task'> | null,
  ): Promise<boolean> {
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      const now = this.#clock.now()
      const row = await trx
        .selectFrom('task')
        .select(taskRows.taskColumns)
        .select('class')
        .where('id', '=', id)
        .where('class', 'in', taskRows.gifClasses)
        .executeTakeFirst()
      if (row === undefined) return false
      const task = taskRows.toTask(row, now)
      const columns = task.mayRetry ? change(task) : null
      if (columns === null) return false
      await trx
        .updateTable('task')
        .set({ ...asNew(now), ...columns, turn: nextTurn(now, row.class, null) })
        .where('id', '=', id)
        .execute()
      if (row.class === 'import') await followOther(trx, id)
      return true
    })
  }

  counts(): Promise<TaskCounts> {
    return taskRows.countTasks(this.#db, 'creation')
  }

  derivationCounts(): Promise<TaskCounts> {
    return taskRows.countTasks(this.#db, 'derivation')
  }

  keptSourceBytes(): Promise<number> {
    return sourceRows.keptBytes(this.#db, this.#clock.now())
  }

  async oldestWaitMs(): Promise<number> {
    const { since } = await this.#db
      .selectFrom('task')
      .select((eb) => eb.fn.min('queued_at').as('since'))
      .where('ended_at', 'is', null)
      .where('class', '=', 'creation')
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow()
    return since === null ? 0 : Math.max(0, this.#clock.now() - since)
  }

  async failedSince(timeMs: number, codes?: readonly ErrorCode[]): Promise<number> {
    const failures = this.#db
      .selectFrom('task')
      .select((eb) => eb.fn.countAll<number>().as('failed'))
      .where('ended_at', '>=', timeMs)
      .where('class', '=', 'creation')
      .where('status', '=', 'error')
    const asked = codes && failures.where(jsonText('error', 'code'), 'in', codes)
    const faults = asked ?? failures.where(jsonText('error', 'code'), '!=', canceled.code)
    return (await faults.executeTakeFirstOrThrow()).failed
  }
}

export class SqlTaskRetention {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async needingUploads(ids: string[]): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('task')
      .select(taskRows.taskColumns)
      .where('id', 'in', listOf(ids))
      .where('class', 'in', taskRows.gifClasses)
      .execute()
    const measured = await this.#db
      .selectFrom('task')
      .select('id')
      .where('id', 'in', listOf(ids))
      .where('class', '=', 'measurement')
      .where('ended_at', 'is', null)
      .execute()
    const tasks = rows.map((row) => taskRows.toTask(row, this.#clock.now()))
    const needed = tasks.filter((task) => task.endedAt === null || task.mayRetry)
    return new Set([...needed, ...measured].map(({ id }) => id))
  }

  async claimedMedia(mediaIds: string[]): Promise<Set<string>> {
    const rows = await this.#db
      .selectFrom('task')
      .select('media_id')
      .where('ended_at', 'is', null)
      .where('media_id', 'in', listOf(mediaIds))
      .execute()
    return new Set(rows.flatMap(({ media_id: name }) => name ?? []))
  }

  neededSources(mediaIds: string[]): Promise<Set<string>> {
    return sourceRows.neededSources(this.#db, mediaIds, this.#clock.now())
  }

  async forget(olderThanMs: number): Promise<number> {
    const before = this.#clock.now() - olderThanMs
    await this.#forgetDrops(before)
    let forgotten = 0
    for (;;) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('task')
        .where('seq', 'in', (eb) =>
          eb.selectFrom('task').select('seq').where('ended_at', '<', before).limit(forgetBatch),
        )
        .executeTakeFirstOrThrow()
      forgotten += Number(numDeletedRows)
      if (numDeletedRows < forgetBatch) return forgotten
    }
  }

  async #forgetDrops(before: number): Promise<void> {
    await this.#db.deleteFrom('drop_overflow').where('created_at', '<', before).execute()
    for (;;) {
      const { numDeletedRows } = await this.#db
        .deleteFrom('dropped_file')
        .where('id', 'in', (eb) =>
          eb.selectFrom('dropped_file').select('id').where('created_at', '<', before).limit(forgetBatch),
        )
        .executeTakeFirstOrThrow()
      if (numDeletedRows < forgetBatch) return
    }
  }
}

/** The columns of a task as when it was added, due at once. */
function asNew(now: number): UpdateObject<Tables, 'task'> {
  return {
    status: 'waiting',
    attempts: 0,
    failures: 0,
    due_at: now,
    queued_at: now,
    claim_token: null,
    worker: null,
    step: null,
    progress: 0,
    error: null,
    ended_at: null,
  }
}
