import type { TransactionStores } from '../../../../creation/task-queue.ts'
import type { Kysely, Selectable } from 'kysely'
import type {
  PreparedSource,
  SourceKind,
  SourceLimits,
} from '../../../../creation/sources/prepared-source.ts'
import {
  type NewSource,
  sourcesFull,
  tooLargeToKeep,
  tooManySources,
} from '../../../../creation/sources/source-store.ts'
import type { PreviewMade } from '../../../../media/media-engine.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { jsonText, listOf } from '../dialect.ts'
import type { Tables } from '../tables.ts'
import { acquireLock } from '../transactions.ts'
import { derivationBytes, keptBytes } from '../tasks/source-rows.ts'
import { gifClasses } from '../tasks/task-rows.ts'

type Row = Selectable<Tables['prepared_source']>

export function toSource(row: Row): PreparedSource {
  return {
    id: row.id,
    ownerId: row.owner_id,
    browser: row.browser,
    client: row.client,
    kind: row.kind as SourceKind,
    url: row.url,
    title: row.title,
    files: row.files,
    bytes: row.bytes,
    preview: row.preview === null ? null : (JSON.parse(row.preview) as PreviewMade),
    createdAt: row.created_at,
    until: row.ends_at,
  }
}

/** A source that has not expired. */
export async function preparedRow(db: Kysely<Tables>, id: string, now: number): Promise<Row | undefined> {
  return db
    .selectFrom('prepared_source')
    .selectAll()
    .where('id', '=', id)
    .where('ends_at', '>', now)
    .executeTakeFirst()
}

/**
 * Adds a source, which may displace others of the same client; returns their ids. Throws like
 * `PreparedSourceStore.add`.
 */
export async function insertSource(
  trx: Kysely<Tables>,
  source: NewSource,
  limits: SourceLimits,
  now: number,
): Promise<{ dropped: string[] }> {
  const { id, ownerId, browser, client, kind, url, title, files, bytes } = source
  await acquireLock(trx, 'sources')
  const dropped = await makeRoom(trx, { id, client, bytes, addedBytes: bytes }, limits, now)
  await trx
    .insertInto('prepared_source')
    .values({
      ...{ id, owner_id: ownerId, browser, client, kind, url, title, files, bytes },
      created_at: now,
      ends_at: now + limits.keepMs,
    })
    .execute()
  return { dropped }
}

/** The operations of a transaction on prepared sources. */
export function sourcesIn(trx: Kysely<Tables>, nowOf: () => number): TransactionStores['sources'] {
  return {
    async record(id, { files, addedBytes, title, preview }, limits) {
      await acquireLock(trx, 'sources')
      const now = nowOf()
      const row = await preparedRow(trx, id, now)
      if (row === undefined) return { isThere: false, dropped: [] }
      const need = { id, client: row.client, bytes: row.bytes + addedBytes, addedBytes }
      const dropped = await makeRoom(trx, need, limits, now, tooLargeToKeep)
      await trx
        .updateTable('prepared_source')
        .set((eb) => ({
          files,
          bytes: eb('bytes', '+', addedBytes),
          title: row.title ?? title,
          preview: JSON.stringify(preview),
        }))
        .where('id', '=', id)
        .execute()
      return { isThere: true, dropped }
    },
    async keep(source, limits) {
      await acquireLock(trx, 'sources')
      const now = nowOf()
      if ((await preparedRow(trx, source.id, now)) !== undefined) return { dropped: [] }
      // An expired source may still have its row.
      await trx.deleteFrom('prepared_source').where('id', '=', source.id).execute()
      return insertSource(trx, source, limits, now).catch(unlessNoRoom)
    },
    async grow(id, addedBytes, limits) {
      await acquireLock(trx, 'sources')
      const now = nowOf()
      const row = await preparedRow(trx, id, now)
      if (row === undefined) return null
      const need = { id, client: row.client, bytes: row.bytes + addedBytes, addedBytes }
      const dropped = await makeRoom(trx, need, limits, now).catch(unlessNoRoom)
      if (dropped === null) return null
      await trx
        .updateTable('prepared_source')
        .set((eb) => ({ bytes: eb('bytes', '+', addedBytes) }))
        .where('id', '=', id)
        .execute()
      return { dropped }
    },
    async noteGif(id, { code, taskId }) {
      if ((await preparedRow(trx, id, nowOf())) === undefined) return
      await trx
        .insertInto('source_gif')
        .values({ source_id: id, code, task_id: taskId, created_at: nowOf() })
        .onConflict((conflict) => conflict.columns(['source_id', 'code']).doNothing())
        .execute()
    },
  }
}

/** The size of a source, and the number of bytes to add. */
type Need = Pick<NewSource, 'id' | 'client' | 'bytes'> & { addedBytes: number }

/**
 * Removes the oldest sources of a client until there is room for one of `bytes`; returns their ids. Sources that a
 * creation still needs stay, and what is kept for the client's derivations also counts. If that is not enough, removes
 * none and throws AppError: media_too_large, the error of `tooMany`, or unavailable if all clients together take too
 * much.
 */
async function makeRoom(
  trx: Kysely<Tables>,
  { id, client, bytes, addedBytes }: Need,
  { maxOfClient, maxBytesOfClient, maxBytes }: SourceLimits,
  now: number,
  tooMany = tooManySources,
): Promise<string[]> {
  if (bytes > maxBytesOfClient) throw tooLargeToKeep()
  const others = await trx
    .selectFrom('prepared_source')
    .select(['id', 'bytes'])
    .where('client', '=', client)
    .where('id', '!=', id)
    .where('ends_at', '>', now)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  let count = others.length + 1
  let own = others.reduce((sum, other) => sum + other.bytes, bytes)
  own += await derivationBytes(trx, now, client)
  const isOver = () => count > maxOfClient || own > maxBytesOfClient
  const needed = isOver() ? await inUse(trx) : new Set<string>()
  const dropped: string[] = []
  let freed = 0
  for (const other of others) {
    if (!isOver()) break
    if (needed.has(other.id)) continue
    dropped.push(other.id)
    count -= 1
    own -= other.bytes
    freed += other.bytes
  }
  if (isOver()) throw tooMany()
  if ((await keptBytes(trx, now)) - freed + addedBytes > maxBytes) throw sourcesFull()
  if (dropped.length > 0) await trx.deleteFrom('prepared_source').where('id', 'in', listOf(dropped)).execute()
  return dropped
}

/** Returns null for the errors of `makeRoom`: a source without room is not kept. */
function unlessNoRoom(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

/** The sources that creations which have not ended are made of, or have stickers of. */
export async function inUse(trx: Kysely<Tables>): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('task')
    .select([
      jsonText('request', 'prepared', 'id').as('source'),
      jsonText('request', 'prepared', 'stickersOf').as('stickersOf'),
    ])
    .where('ended_at', 'is', null)
    .where('class', 'in', gifClasses)
    .where(jsonText('request', 'prepared'), 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ source, stickersOf }) => [source, stickersOf]).filter((id) => id !== null))
}
