import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { newCode } from '../../../../catalogue/reserved-words.ts'
import {
  type AddedImport,
  type FoundCopy,
  type NewImport,
  ownerGone,
  type SourceIdentity,
  tooManyOfClient,
} from '../../../../creation/task-queue.ts'
import type { Client, TaskCounts, TaskRecord } from '../../../../creation/task.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { isForeignKeyViolation, listOf, numberValue } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import { isOpenTask } from './task-followers.ts'
import * as taskRows from './task-rows.ts'
import { nextTurn, waitingOf } from './task-turns.ts'

export class SqlTaskImports {
  readonly #db: Kysely<Tables>
  readonly #clock: Clock

  constructor(db: Kysely<Tables>, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  findCopy(identity: SourceIdentity): Promise<FoundCopy | undefined> {
    return findCopy(this.#db, identity)
  }

  async add(task: NewImport, client: Client): Promise<AddedImport> {
    const { id, ownerId, request, sourceHash, batch, distinctCode = null } = task
    const now = this.#clock.now()
    return inWriteTransaction(this.#db, 'imports', async (trx) => {
      const { visibility } = request
      const identity = { sourceHash, ownerId, visibility, distinctCode }
      const copy = await (task.mayFollow === true ? findOpenCopy : findCopy)(trx, identity)
      const follows = task.mayFollow === true ? (copy?.taskId ?? null) : null
      if (copy !== undefined && follows === null) return { copy }
      const waiting = await waitingOf(trx, 'import', client)
      if (waiting >= client.maxWaiting) throw tooManyOfClient(waiting)
      const code = task.code !== null && (await isFree(trx, task.code)) ? task.code : newCode()
      await trx
        .insertInto('task')
        .values({
          id,
          class: 'import',
          code,
          request: JSON.stringify(request),
          owner_id: ownerId,
          client: client.name,
          turn: nextTurn(now, 'import', client.name),
          source_hash: sourceHash,
          batch,
          follows,
          ...taskRows.waitingColumns(now),
        })
        .execute()
      return copy === undefined ? { code } : { copy, follows: true as const }
    }).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? ownerGone() : error
    })
  }

  async read(ids: readonly string[]): Promise<TaskRecord[]> {
    const rows = await this.#db
      .selectFrom('task')
      .select(taskRows.taskColumns)
      .where('id', 'in', listOf(ids))
      .execute()
    return rows.map((row) => taskRows.toTask(row, this.#clock.now()))
  }

  async ofBatch(batch: string, ownerId: number): Promise<TaskRecord[]> {
    const rows = await this.#db
      .selectFrom('task')
      .select(taskRows.taskColumns)
      .where('batch', '=', batch)
      .where('owner_id', '=', ownerId)
      .where('follows', 'is', null)
      .orderBy('seq')
      .execute()
    return rows.map((row) => taskRows.toTask(row, this.#clock.now()))
  }

  counts(): Promise<TaskCounts> {
    return taskRows.countTasks(this.#db, 'import')
  }

  async fetchedHash(address: string): Promise<Uint8Array | undefined> {
    const row = await this.#db
      .selectFrom('fetched_source')
      .select('source_hash')
      .where('address_hash', '=', hashOf(address))
      .executeTakeFirst()
    return row?.source_hash
  }

  async rememberFetched(address: string, sourceHash: Uint8Array): Promise<void> {
    await this.#db
      .insertInto('fetched_source')
      .values({ address_hash: hashOf(address), source_hash: sourceHash })
      .onConflict((conflict) => conflict.column('address_hash').doUpdateSet({ source_hash: sourceHash }))
      .execute()
  }
}

/** Finds a GIF, one that it was merged into, or an import that has not ended. */
async function findCopy(db: Kysely<Tables>, identity: SourceIdentity): Promise<FoundCopy | undefined> {
  const { sourceHash, distinctCode = null } = identity
  if (distinctCode !== null && (await isFree(db, distinctCode))) return undefined
  const task = await db
    .selectFrom('task')
    .select(['id', 'code'])
    .where('source_hash', '=', sourceHash)
    // Creations that keep the same file can still fail, and then no one would add it.
    .where('class', '=', 'import')
    .where('ended_at', 'is', null)
    .where('follows', 'is', null)
    // An import of another owner may be canceled or made private before it is made.
    .where(sql<boolean>`owner_id is not distinct from ${numberValue(identity.ownerId)}`)
    .orderBy(firstOfCode(distinctCode))
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  const waiting = task && { code: task.code ?? '', taskId: task.id }
  if (waiting !== undefined && waiting.code === distinctCode) return waiting
  const published =
    (await db
      .selectFrom('gif')
      .select('code')
      .where('source_hash', '=', sourceHash)
      .where(isCopyFor(identity))
      .orderBy(firstOfCode(distinctCode))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()) ??
    (await db
      .selectFrom('moved_gif')
      .innerJoin('gif', 'gif.id', 'moved_gif.gif_id')
      .select('gif.code')
      .where('moved_gif.source_hash', '=', sourceHash)
      .where(isCopyFor(identity))
      .limit(1)
      .executeTakeFirst())
  return published === undefined ? waiting : { code: published.code, taskId: null }
}

/** An order in which a row with this code is the first. */
function firstOfCode(code: string | null): RawBuilder<number> {
  return sql<number>`case when code = ${code} then 0 else 1 end`
}

/** Same as `findCopy`; a returned import does not end before the end of the transaction. */
async function findOpenCopy(trx: Kysely<Tables>, identity: SourceIdentity): Promise<FoundCopy | undefined> {
  for (;;) {
    const copy = await findCopy(trx, identity)
    if (copy === undefined || copy.taskId === null || (await isOpenTask(trx, copy.taskId))) return copy
  }
}

/** Matches a row of `gif` with the same bytes that counts as a copy: see `SourceIdentity`. */
function isCopyFor({ ownerId, visibility }: SourceIdentity): RawBuilder<boolean> {
  // A visitor's GIF has no owner either, but is no copy of a GIF that was imported without an owner.
  const isOwn =
    ownerId === null
      ? sql`(gif.owner_id is null and not exists (select 1 from visitor_gif where visitor_gif.code = gif.code))`
      : sql`gif.owner_id = ${ownerId}`
  return visibility === 'private' ? sql<boolean>`${isOwn}` : sql<boolean>`(${isOwn} or gif.slot is not null)`
}

async function isFree(db: Kysely<Tables>, code: string): Promise<boolean> {
  const { rows } = await sql<{ taken: number }>`
    select exists (select 1 from gif where code = ${code}) or exists (select 1 from task where code = ${code})
      or exists (select 1 from moved_gif where code = ${code})
      or exists (select 1 from notice_case where code = ${code}) as taken
  `.execute(db)
  return rows[0]?.taken === 0
}

function hashOf(address: string): Uint8Array {
  return createHash('sha256').update(address).digest()
}
