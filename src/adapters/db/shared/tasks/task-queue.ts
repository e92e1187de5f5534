import type { Kysely } from 'kysely'
import { canceled, ownerGone, type TaskQueue } from '../../../../creation/task-queue.ts'
import type { NewVisitorGif } from '../../../../catalogue/publishing/visitor-gif.ts'
import type { Client, NewTask, TaskRecord, TaskView } from '../../../../creation/task.ts'
import type { Clock } from '../../../../lib/clock.ts'
import type { SizeNote } from '../../../../options/rules/size-note.ts'
import { isForeignKeyViolation } from '../dialect.ts'
import { checkUnpublished, insertVisitorGif } from '../publishing/visitor-rows.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import { checkCapacity } from './capacity.ts'
import { SqlTaskClaims } from './task-claims.ts'
import { releaseFollowers } from './task-followers.ts'
import { SqlTaskImports } from './task-imports.ts'
import { SqlTaskRecords, SqlTaskRetention } from './task-records.ts'
import * as taskRows from './task-rows.ts'
import { nextTurn, waitingBefore } from './task-turns.ts'
import { recordTask } from '../webhooks/event-rows.ts'

/** Creates the queue on a database; `publicMedia` is that of the claims. */
export function createTaskQueue(
  db: Kysely<Tables>,
  clock: Clock,
  options?: { publicMedia?: boolean },
): TaskQueue {
  return {
    submissions: new SqlTaskSubmissions(db, clock),
    imports: new SqlTaskImports(db, clock),
    claims: new SqlTaskClaims(db, clock, options),
    records: new SqlTaskRecords(db, clock),
    retention: new SqlTaskRetention(db, clock),
  }
}

export class SqlTaskSubmissions {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async add(task: NewTask, maxWaiting: number, client?: Client): Promise<void> {
    const { id, code, ownerId, sourceHash, visitor } = task
    const now = this.#clock.now()
    await inWriteTransaction(this.#db, 'queue', async (trx) => {
      await checkCapacity(trx, 'creation', maxWaiting, client)
      if (visitor !== undefined) await addVisitorGif(trx, { code, visitor, client, now })
      await trx
        .insertInto('task')
        .values({
          id,
          code,
          request: taskRows.writeRequest(task),
          owner_id: ownerId,
          source_hash: sourceHash ?? null,
          client: client?.name ?? null,
          turn: nextTurn(now, 'creation', client?.name ?? null),
          ...taskRows.waitingColumns(now),
        })
        .execute()
    }).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? ownerGone() : error
    })
  }

  checkCapacity(maxWaiting: number, client?: Client): Promise<void> {
    return checkCapacity(this.#db, 'creation', maxWaiting, client)
  }

  cancel(id: string): Promise<boolean> {
    return inWriteTransaction(this.#db, 'queue', async (trx) => {
      const now = this.#clock.now()
      const task = await trx
        .updateTable('task')
        .set(taskRows.endedIn(canceled, now))
        .where('id', '=', id)
        .where('class', 'in', taskRows.gifClasses)
        .where('ended_at', 'is', null)
        .returning('owner_id')
        .executeTakeFirst()
      if (task === undefined) return false
      await releaseFollowers(trx, id, now)
      await recordTask(trx, { id, ownerId: task.owner_id }, { error: canceled })
      return true
    })
  }

  async view(id: string): Promise<TaskView | undefined> {
    const task = await this.#db
      .selectFrom('task')
      .select(['seq', 'class', 'code', 'status', 'due_at', 'turn', 'step', 'progress', 'error'])
      .select(['loop_start_seconds', 'loop_end_seconds', 'missing_characters', 'size_note'])
      .where('id', '=', id)
      .where('class', 'in', taskRows.gifClasses)
      .executeTakeFirst()
    if (task === undefined) return undefined
    const { code, status, progress } = task
    if (status === 'done') {
      const flashing = code !== null && (await this.#isFlashing(code))
      return {
        ...{ status, code: code ?? '', loop: taskRows.readLoop(task), ...(flashing && { flashing }) },
        ...(task.missing_characters !== null && {
          missingCharacters: JSON.parse(task.missing_characters) as string[],
        }),
        ...(task.size_note !== null && { sizeNote: JSON.parse(task.size_note) as SizeNote }),
      }
    }
    if (status === 'error') return { status, error: taskRows.readError(task.error ?? 'null') }
    if (status === 'waiting')
      return { status, position: (await waitingBefore(this.#db, task, this.#clock.now())) + 1 }
    return { status, progress, step: taskRows.readStep(task.step) }
  }

  async isUnderWay(code: string): Promise<boolean> {
    const task = await this.#db
      .selectFrom('task')
      .select('id')
      .where('code', '=', code)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return task !== undefined
  }

  async #isFlashing(code: string): Promise<boolean> {
    const gif = await this.#db
      .selectFrom('gif')
      .select('flashing')
      .where('code', '=', code)
      .executeTakeFirst()
    return gif?.flashing === 1
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const row = await this.#db
      .selectFrom('task')
      .select(taskRows.taskColumns)
      .where('id', '=', id)
      .where('class', 'in', taskRows.gifClasses)
      .executeTakeFirst()
    return row && taskRows.toTask(row, this.#clock.now())
  }
}

async function addVisitorGif(
  trx: Kysely<Tables>,
  given: { code: string; visitor: NewVisitorGif; client: Client | undefined; now: number },
): Promise<void> {
  const { code, visitor, client, now } = given
  if (visitor.state !== 'published' && client?.unpublished !== undefined)
    await checkUnpublished(trx, client.name, client.unpublished)
  await insertVisitorGif(trx, { code, client: client?.name ?? null, now }, visitor)
}
