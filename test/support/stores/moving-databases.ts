import { join } from 'node:path'
import { PostgresMove } from '#src/adapters/db/postgres/postgres-move.ts'
import type { MoveDatabase } from '#src/ops/move/move-database.ts'
import { MoveSource } from '#src/ops/move/move-source.ts'
import { MoveTarget } from '#src/ops/move/move-target.ts'
import { SqliteMove } from '#src/adapters/db/sqlite/sqlite-move.ts'
import type { Config } from '#src/config/config.ts'
import type { FilesMove } from '#src/ops/move/copy-files.ts'
import type { MoveSummary } from '#src/ops/move/move.ts'
import { runMove } from '#src/ops/move/run-move.ts'

type Place = Pick<Config, 'data' | 'database'>

/**
 * Called before each call of a database; an error it throws is that of the call. `isLocked`: the call is within a
 * transaction that blocks other writers.
 */
export type Hook = (side: 'source' | 'target', call: string, isLocked: boolean) => Promise<void>

const locking = new Set(['inTransaction', 'holdWriters', 'changeInUse'])

export function openMoveDatabase(place: Place): Promise<MoveDatabase> {
  if (place.database !== null) return PostgresMove.open({ ...place.database, maxConnections: 1 })
  return Promise.resolve(new SqliteMove(join(place.data.folder, 'gifwright.db')))
}

/**
 * Moves a few rows at once between databases that have the tables, and files if they are given; `hook` sees each call.
 */
export async function moveRows(
  from: Place,
  to: Place,
  hook: Hook,
  files: FilesMove | null = null,
): Promise<MoveSummary> {
  const [source, target] = [await openMoveDatabase(from), await openMoveDatabase(to)]
  try {
    return await runMove({
      source: new MoveSource(hooked(source, 'source', hook)),
      target: new MoveTarget(hooked(target, 'target', hook)),
      files,
      to: 'the target of a test',
      sentence: 'This instance was moved to another one; set DATABASE_URL.',
      signal: new AbortController().signal,
      onProgress: () => {},
      rowsAtOnce: 7,
    })
  } finally {
    // Like the end of a process: open transactions are rolled back.
    await source.close()
    await target.close()
  }
}

function hooked(database: MoveDatabase, side: 'source' | 'target', hook: Hook): MoveDatabase {
  let locks = 0
  return new Proxy(database, {
    get(_, name) {
      const method: unknown = Reflect.get(database, name)
      if (typeof method !== 'function' || typeof name !== 'string') return method
      if (name.endsWith('Statements') && name !== 'undoStatements') return method.bind(database) as unknown
      return async (...given: unknown[]) => {
        await hook(side, name, locks > 0)
        const isLock = locking.has(name)
        if (isLock) locks++
        try {
          return await (method as (...values: unknown[]) => Promise<unknown>).apply(database, given)
        } finally {
          if (isLock) locks--
        }
      }
    },
  })
}
