import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { newCode } from '../../../../catalogue/code.ts'
import type {
  AddedImport,
  FoundCopy,
  NewImport,
  SourceIdentity,
  TaskImports,
} from '../../../../creation/task-imports.ts'
import { ownerGone, tooManyOfClient } from '../../../../creation/task-queue.ts'
import type { Client, TaskCounts, TaskRecord } from '../../../../creation/task.ts'
import type { Clock } from '../../../../lib/clock.ts'
import { isForeignKeyViolation, jsonText, listOf, numberValue } from '../dialect.ts'
import { inWriteTransaction } from '../transactions.ts'
import type { Tables } from '../tables.ts'
import * as taskRows from './task-rows.ts'
import { nextTurn, waitingOf } from './task-turns.ts'

export class SqlTaskImports implements TaskImports {
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
      const copy = await findCopy(trx, { sourceHash, ownerId, visibility, distinctCode })
      if (copy !== undefined) return { copy }
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
          ...taskRows.waitingColumns(now),
        })
        .execute()
      return { code }
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

/** A GIF, one that it was merged into, or an import that has not ended. */
async function findCopy(db: Kysely<Tables>, identity: SourceIdentity): Promise<FoundCopy | undefined> {
  const { sourceHash, distinctCode = null } = identity
  if (distinctCode !== null && (await isFree(db, distinctCode))) return undefined
  const task = await db
    .selectFrom('task')
    .select(['id', 'code'])
    .where('source_hash', '=', sourceHash)
    // Creations that keep the same file may still fail, and nobody would add it then.
    .where('class', '=', 'import')
    .where('ended_at', 'is', null)
    .where(counts(identity, sql.ref('owner_id'), jsonText('request', 'visibility')))
    .orderBy(firstOfCode(distinctCode))
    .limit(1)
    .executeTakeFirst()
  const waiting = task && { code: task.code ?? '', taskId: task.id }
  if (waiting !== undefined && waiting.code === distinctCode) return waiting
  const published =
    (await db
      .selectFrom('gif')
      .select('code')
      .where('source_hash', '=', sourceHash)
      .where(counts(identity, sql.ref('owner_id'), sql.ref('visibility')))
      .orderBy(firstOfCode(distinctCode))
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()) ??
    (await db
      .selectFrom('moved_gif')
      .innerJoin('gif', 'gif.id', 'moved_gif.gif_id')
      .select('gif.code')
      .where('moved_gif.source_hash', '=', sourceHash)
      .where(counts(identity, sql.ref('gif.owner_id'), sql.ref('gif.visibility')))
      .limit(1)
      .executeTakeFirst())
  return published === undefined ? waiting : { code: published.code, taskId: null }
}

/** An order in which a row with this code is the first. */
function firstOfCode(code: string | null): RawBuilder<number> {
  return sql<number>`case when code = ${code} then 0 else 1 end`
}

/** Whether a row with the same bytes is a copy: see `SourceIdentity`. */
function counts(
  { ownerId, visibility }: SourceIdentity,
  rowOwner: RawBuilder<unknown>,
  rowVisibility: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (visibility === 'private') return sql<boolean>`${rowOwner} is not distinct from ${numberValue(ownerId)}`
  return sql<boolean>`(${rowOwner} is not distinct from ${numberValue(ownerId)} or ${rowVisibility} = 'public')`
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
