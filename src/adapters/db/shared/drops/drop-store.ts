import { type Kysely, sql } from 'kysely'
import {
  type DropOf,
  type DropPage,
  type DropStore,
  type DropState,
  dropStates,
  type DropSummary,
  type DroppedFile,
  type ListedLimits,
  type NewDroppedFile,
} from '../../../../library/import/drops/drop.ts'
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

  add(
    drop: DropOf,
    files: readonly NewDroppedFile[],
    { limits, isCounted }: { limits: ListedLimits; isCounted: boolean },
  ): Promise<{ known: number; isFull: boolean }> {
    return inWriteTransaction(this.#db, 'drops', async (trx) => {
      const { batch, ownerId } = drop
      const now = this.#clock.now()
      const known = await knownFiles(trx, drop, files)
      const news = await resolveFollowers(
        trx,
        files.filter((file) => !known.has(keyOf(file))),
      )
      const { unmade, refused } = await countListed(trx, drop)
      const left = { ofDrop: limits.refusedOfDrop - refused, ofAccount: limits.ofAccount - unmade }
      const { listed, overflow, leftOut } = divide(news, left)
      if (listed.length > 0) {
        await trx
          .insertInto('dropped_file')
          .values(listed.map((file) => ({ batch, owner_id: ownerId, ...columnsOf(file), created_at: now })))
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
      if (overflow > 0 && isCounted) await countOverflow(trx, drop, overflow, now)
      return { known: files.length - news.length, isFull: leftOut > 0 }
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

  async page(drop: DropOf, { start, limit }: { start: number; limit: number }): Promise<DropPage> {
    const counted = await this.#db
      .selectFrom(this.#filesOf(drop).as('file'))
      .select((eb) => ['file.state', eb.fn.countAll<number>().as('files')])
      .groupBy('file.state')
      .execute()
    const countOf = (state: DropState) => counted.find((row) => row.state === state)?.files ?? 0
    const rows = await this.#filesOf(drop).orderBy('dropped_file.id').limit(limit).offset(start).execute()
    const overflow = await this.#db
      .selectFrom('drop_overflow')
      .select('refused')
      .where('owner_id', '=', drop.ownerId)
      .where('batch', '=', drop.batch)
      .executeTakeFirst()
    return {
      moreRefused: overflow?.refused ?? 0,
      total: counted.reduce((sum, { files }) => sum + files, 0),
      counts: Object.fromEntries(dropStates.map((state) => [state, countOf(state)])) as DropPage['counts'],
      files: rows.map(toFile),
    }
  }

  async files(drop: DropOf, ids: readonly number[]): Promise<DroppedFile[]> {
    const rows = await this.#filesOf(drop)
      .where('dropped_file.id', 'in', numbersOf(ids))
      .orderBy('dropped_file.id')
      .execute()
    return rows.map(toFile)
  }

  async filesAfter(drop: DropOf, after: number, limit: number): Promise<DroppedFile[]> {
    const rows = await this.#filesOf(drop)
      .where('dropped_file.id', '>', after)
      .orderBy('dropped_file.id')
      .limit(limit)
      .execute()
    return rows.map(toFile)
  }

  async waiting({ ownerId }: DropOf, taskIds: readonly string[]): Promise<AcceptedRequest[]> {
    const rows = await waitingTasks(this.#db, ownerId, taskIds).execute()
    return rows.map(({ request }) => readRequest(request))
  }

  changeWaiting(
    { ownerId }: DropOf,
    taskIds: readonly string[],
    change: (request: AcceptedRequest) => AcceptedRequest,
  ): Promise<number> {
    return inWriteTransaction(this.#db, 'drops', async (trx) => {
      const rows = await waitingTasks(trx, ownerId, taskIds).forUpdate().execute()
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
        // The import that has the code: the file's own, or the one it is a copy of.
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

function waitingTasks(db: Kysely<Tables>, ownerId: number, taskIds: readonly string[]) {
  return db
    .selectFrom('task')
    .select(['id', 'request'])
    .where('id', 'in', listOf(taskIds))
    .where('owner_id', '=', ownerId)
    .where('status', '=', 'waiting')
}

function columnsOf({ name, code, taskId, isCopy, error }: NewDroppedFile) {
  return {
    name,
    code: code ?? '',
    task_id: taskId,
    is_copy: Number(isCopy),
    error: error === null ? null : JSON.stringify(error),
  }
}

const keyOf = ({ name, code }: Pick<NewDroppedFile, 'name' | 'code'>): string => `${code ?? ''} ${name}`

/**
 * Splits files into those to list, and the number that are only counted or left out because the account lists too many.
 */
function divide(
  files: readonly NewDroppedFile[],
  left: { ofDrop: number; ofAccount: number },
): { listed: NewDroppedFile[]; overflow: number; leftOut: number } {
  let { ofDrop, ofAccount } = left
  const listed: NewDroppedFile[] = []
  let [overflow, leftOut] = [0, 0]
  for (const file of new Map(files.map((one) => [keyOf(one), one])).values()) {
    const isRefused = file.error !== null
    const isUnmade = isRefused || (file.isCopy && file.taskId === null)
    if (isRefused && ofDrop <= 0) overflow++
    else if (isUnmade && ofAccount <= 0) leftOut++
    else {
      listed.push(file)
      if (isRefused) ofDrop--
      if (isUnmade) ofAccount--
    }
  }
  return { listed, overflow, leftOut }
}

/**
 * Resolves what files follow. A followed import may have ended since the file was added: then the file follows none, or
 * is made by itself.
 */
async function resolveFollowers(
  trx: Kysely<Tables>,
  files: readonly NewDroppedFile[],
): Promise<NewDroppedFile[]> {
  const resolved: NewDroppedFile[] = []
  for (const file of files) {
    if (file.error !== null || file.taskId === null || !file.isCopy) resolved.push(file)
    else {
      const task = await trx
        .selectFrom('task')
        .select(['code', 'follows'])
        .where('id', '=', file.taskId)
        .forUpdate()
        .executeTakeFirst()
      if (task === undefined) resolved.push({ ...file, taskId: null })
      else resolved.push(task.follows === null ? { ...file, code: task.code ?? '', isCopy: false } : file)
    }
  }
  return resolved
}

/** Returns which of the files the drop already lists. */
async function knownFiles(
  trx: Kysely<Tables>,
  { batch, ownerId }: DropOf,
  files: readonly NewDroppedFile[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('dropped_file')
    .select(['name', 'code'])
    .where('owner_id', '=', ownerId)
    .where('batch', '=', batch)
    .where('name', 'in', listOf(files.map(({ name }) => name)))
    .execute()
  return new Set(rows.map(keyOf))
}

/** Counts the listed files without a GIF of their own: all of the account, and the refused ones of the drop. */
async function countListed(
  trx: Kysely<Tables>,
  { batch, ownerId }: DropOf,
): Promise<{ unmade: number; refused: number }> {
  const { unmade } = await trx
    .selectFrom('dropped_file')
    .select((eb) => eb.fn.countAll<number>().as('unmade'))
    .where('owner_id', '=', ownerId)
    // Matches the condition of the index.
    .where(sql<boolean>`(error is not null or is_copy = 1)`)
    .executeTakeFirstOrThrow()
  const { refused } = await trx
    .selectFrom('dropped_file')
    .select((eb) => eb.fn.countAll<number>().as('refused'))
    .where('owner_id', '=', ownerId)
    .where('batch', '=', batch)
    .where('error', 'is not', null)
    .executeTakeFirstOrThrow()
  return { unmade, refused }
}

async function countOverflow(
  trx: Kysely<Tables>,
  { batch, ownerId }: DropOf,
  refused: number,
  now: number,
): Promise<void> {
  await trx
    .insertInto('drop_overflow')
    .values({ owner_id: ownerId, batch, refused, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_id', 'batch'])
        .doUpdateSet((eb) => ({ refused: eb('drop_overflow.refused', '+', refused) })),
    )
    .execute()
}

const isOwnImportOpen = sql`(made.id is not null and made.ended_at is null and made.owner_id = dropped_file.owner_id)`

/** The GIF with the code, or the GIF it was merged into, if that is listed or belongs to the owner. */
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
