import { type Kysely, type UpdateObject, sql } from 'kysely'
import type { NewGif } from '../../catalogue/gif.ts'
import { cancelled, queueFull, type TaskQueue, tooManyOfClient } from '../../creation/task-queue.ts'
import {
  type Claim,
  type Client,
  type NewTask,
  type Step,
  steps,
  type TakenLoop,
  type TaskRecord,
  type TaskView,
} from '../../creation/task.ts'
import { AppError, type ErrorCode, type ErrorView } from '../../lib/app-error.ts'
import type { Clock } from '../../lib/clock.ts'
import { fairShare } from '../../lib/fair-share.ts'
import { randomId } from '../../lib/ids.ts'
import { checkCategory } from './category-rows.ts'
import { isForeignKeyViolation, listOf } from './dialect.ts'
import { catalogueChanged, insertGif } from './gif-rows.ts'
import type { Tables } from './tables.ts'
import * as taskRows from './task-rows.ts'
import { isDue, nextTurn, waitingBefore, waitingOf } from './task-turns.ts'

const tokenLength = 22
const mediaIdLength = 20

/** So many may wait of each client, however full the queue is. */
const leastWaiting = 3
const firstStep: Step = steps[0]

/** Tasks forgotten in one statement, so that none holds the database for long. */
const forgetBatch = 500

export class SqlTaskQueue implements TaskQueue {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  async add({ id, code, request, ownerId }: NewTask, maxWaiting: number, client?: Client): Promise<void> {
    await this.checkRoom(maxWaiting, client)
    const now = this.#clock.now()
    const { numAffectedRows = 0n } = await sql`
      insert into task (id, code, request, owner_id, client, turn, status, due_at, queued_at, created_at)
      select ${id}, ${code}, ${JSON.stringify(request)}, ${ownerId}, ${client?.name ?? null},
        ${nextTurn(now, client)}, 'waiting', ${now}, ${now}, ${now}
      where (select count(*) from task where ended_at is null and status = 'waiting') < ${maxWaiting}
        and (select count(*) from task where ended_at is null and status = 'waiting'
          and client = ${client?.name ?? null}) < ${client?.maxWaiting ?? 1}
    `
      .execute(this.#db)
      .catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? ownerGone() : error
      })
    if (numAffectedRows > 0n) return
    // Others came in between.
    await this.checkRoom(maxWaiting, client)
    throw queueFull()
  }

  async claim(worker: string, leaseMs: number, except: readonly string[] = []): Promise<Claim | undefined> {
    const now = this.#clock.now()
    const token = randomId(tokenLength)
    const mediaId = randomId(mediaIdLength)
    const row = await this.#db
      .updateTable('task')
      .set((eb) => ({
        status: 'processing',
        attempts: eb('attempts', '+', 1),
        due_at: now + leaseMs,
        claim_token: token,
        media_id: mediaId,
        worker,
        step: firstStep,
        progress: 0,
      }))
      .where('seq', '=', (eb) =>
        eb
          .selectFrom('task')
          .select('seq')
          .where('ended_at', 'is', null)
          .where(isDue(now))
          .where('id', 'not in', listOf(except))
          .orderBy('turn')
          .orderBy('seq')
          .limit(1),
      )
      .returning(['id', 'code', 'request', 'owner_id', 'attempts', 'failures', 'queued_at', 'client'])
      .executeTakeFirst()
    return (
      row && {
        id: row.id,
        code: row.code,
        request: taskRows.readRequest(row.request),
        ownerId: row.owner_id,
        token,
        mediaId,
        attempt: row.attempts,
        failures: row.failures,
        client: row.client,
        waitedMs: row.attempts === 1 && row.failures === 0 ? Math.max(0, now - row.queued_at) : null,
      }
    )
  }

  extend(
    claim: Claim,
    leaseMs: number,
    { fraction, step }: { fraction: number; step: Step },
  ): Promise<boolean> {
    return this.#write(claim, { due_at: this.#clock.now() + leaseMs, progress: fraction, step })
  }

  /** True too when this claim has published already: the answer to the first call may have been lost. */
  publish(claim: Claim, gif: NewGif, loop: TakenLoop | null = null): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const task = await trx
        .selectFrom('task')
        .select(['status', 'owner_id'])
        .where('id', '=', claim.id)
        .where('claim_token', '=', claim.token)
        .executeTakeFirst()
      if (task?.status !== 'processing') return task?.status === 'done'
      await checkCategory(trx, gif.categoryId)
      // The account may have been removed since the claim.
      await insertGif(trx, { ...gif, code: claim.code, ownerId: task.owner_id })
      await catalogueChanged(trx)
      await trx
        .updateTable('task')
        .set({
          ...{ status: 'done', progress: 1, ended_at: this.#clock.now(), client: null },
          loop_start_seconds: loop?.startSeconds ?? null,
          loop_end_seconds: loop?.endSeconds ?? null,
        })
        .where('id', '=', claim.id)
        .execute()
      return true
    })
  }

  giveBack(claim: Claim, { delayMs, failed }: { delayMs: number; failed: boolean }): Promise<boolean> {
    const now = this.#clock.now()
    return this.#write(claim, {
      status: 'waiting',
      due_at: now + delayMs,
      ...(failed && { queued_at: now }),
      attempts: claim.attempt - (failed ? 0 : 1),
      failures: claim.failures + (failed ? 1 : 0),
      claim_token: null,
      progress: 0,
    })
  }

  fail(claim: Claim, error: ErrorView): Promise<boolean> {
    return this.#write(claim, this.#endedIn(error))
  }

  async charge(client: string, rounds: number): Promise<void> {
    await this.#db
      .updateTable('task')
      .set((eb) => ({ turn: eb('turn', '+', rounds) }))
      .where('ended_at', 'is', null)
      .where('client', '=', client)
      .where('status', '=', 'waiting')
      .execute()
  }

  async cancel(id: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('task')
      .set(this.#endedIn(cancelled))
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async view(id: string): Promise<TaskView | undefined> {
    const task = await this.#db
      .selectFrom('task')
      .select(['seq', 'code', 'status', 'due_at', 'turn', 'step', 'progress', 'error'])
      .select(['loop_start_seconds', 'loop_end_seconds'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (task === undefined) return undefined
    if (task.status === 'done') return { status: 'done', code: task.code, loop: taskRows.readLoop(task) }
    if (task.status === 'error') return { status: 'error', error: taskRows.readError(task.error ?? 'null') }
    if (task.status === 'waiting')
      return { status: 'waiting', position: (await waitingBefore(this.#db, task, this.#clock.now())) + 1 }
    return { status: 'processing', progress: task.progress, step: taskRows.readStep(task.step) }
  }

  async nextDueInMs(): Promise<number | undefined> {
    const next = await this.#db
      .selectFrom('task')
      .select('due_at')
      .where('ended_at', 'is', null)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    return next && Math.max(0, next.due_at - this.#clock.now())
  }

  async checkRoom(maxWaiting: number, client?: Client): Promise<void> {
    const { waiting } = await this.counts()
    if (waiting >= maxWaiting) throw queueFull()
    if (client === undefined) return
    const mine = await waitingOf(this.#db, client)
    const share = {
      max: maxWaiting,
      taken: waiting,
      own: mine,
      atMost: client.maxWaiting,
      atLeast: leastWaiting,
    }
    if (mine >= fairShare(share)) throw tooManyOfClient(mine)
  }

  async oldestWaitMs(): Promise<number> {
    const { since } = await this.#db
      .selectFrom('task')
      .select((eb) => eb.fn.min('queued_at').as('since'))
      .where('ended_at', 'is', null)
      .where('status', '=', 'waiting')
      .executeTakeFirstOrThrow()
    return since === null ? 0 : Math.max(0, this.#clock.now() - since)
  }

  async counts(): Promise<{ waiting: number; processing: number }> {
    const rows = await this.#db
      .selectFrom('task')
      .select((eb) => ['status', eb.fn.countAll<number>().as('tasks')])
      .where('ended_at', 'is', null)
      .groupBy('status')
      .execute()
    const tasksOf = (status: string) => rows.find((row) => row.status === status)?.tasks ?? 0
    return { waiting: tasksOf('waiting'), processing: tasksOf('processing') }
  }

  async failedSince(timeMs: number, codes?: readonly ErrorCode[]): Promise<number> {
    const failures = this.#db
      .selectFrom('task')
      .select((eb) => eb.fn.countAll<number>().as('failed'))
      .where('ended_at', '>=', timeMs)
      .where('status', '=', 'error')
    const asked = codes && failures.where(sql<string>`error ->> '$.code'`, 'in', codes)
    const faults = asked ?? failures.where(sql<string>`error ->> '$.code'`, '!=', cancelled.code)
    return (await faults.executeTakeFirstOrThrow()).failed
  }

  async read(id: string): Promise<TaskRecord | undefined> {
    const row = await this.#db
      .selectFrom('task')
      .select(taskRows.taskColumns)
      .where('id', '=', id)
      .executeTakeFirst()
    return row && taskRows.toTask(row, this.#clock.now())
  }

  list(query: {
    status: TaskView['status'] | null
    start: number
    limit: number
  }): Promise<{ total: number; tasks: TaskRecord[] }> {
    return taskRows.listTasks(this.#db, query, this.#clock.now())
  }

  retry(id: string): Promise<boolean> {
    return this.#db.transaction().execute(async (trx) => {
      const now = this.#clock.now()
      const row = await trx
        .selectFrom('task')
        .select(taskRows.taskColumns)
        .where('id', '=', id)
        .executeTakeFirst()
      if (row === undefined || !taskRows.toTask(row, now).mayRetry) return false
      await trx
        .updateTable('task')
        .set({ ...asNew(now), turn: nextTurn(now, undefined) })
        .where('id', '=', id)
        .execute()
      return true
    })
  }

  async needingUploads(ids: string[]): Promise<Set<string>> {
    return new Set(await taskRows.unsettledTasks(this.#db, ids, this.#clock.now()))
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

  async forget(olderThanMs: number): Promise<number> {
    const before = this.#clock.now() - olderThanMs
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

  /** Every write of a worker: it holds only while the task is the claim's. */
  async #write(claim: Claim, change: UpdateObject<Tables, 'task'>): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('task')
      .set(change)
      .where('id', '=', claim.id)
      .where('claim_token', '=', claim.token)
      .where('status', '=', 'processing')
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  /** From then on nothing tells who asked for it. */
  #endedIn(error: ErrorView): UpdateObject<Tables, 'task'> {
    return { status: 'error', error: JSON.stringify(error), ended_at: this.#clock.now(), client: null }
  }
}

/** A task as it is when it was added, due at once. */
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

function ownerGone(): AppError {
  return new AppError('unauthorized', 'The account of the token was removed.')
}
