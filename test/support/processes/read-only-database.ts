import { DatabaseSync } from 'node:sqlite'

/*
 * Loaded into a server process before everything else (--import): from one SIGUSR2 to the next SQLite refuses every
 * change on its connections, with the code of a read-only disk. A mount cannot do that to a file that is open for
 * writing.
 */

const connections = new Set<DatabaseSync>()
let isReadOnly = false

for (const name of ['exec', 'prepare'] as const) {
  const call = Object.getOwnPropertyDescriptor(DatabaseSync.prototype, name)?.value as (
    this: DatabaseSync,
    sql: string,
  ) => unknown
  Reflect.set(DatabaseSync.prototype, name, function watched(this: DatabaseSync, sql: string) {
    connections.add(this)
    return call.call(this, sql)
  })
}

process.on('SIGUSR2', () => {
  isReadOnly = !isReadOnly
  for (const connection of connections)
    if (connection.isOpen) connection.exec(`PRAGMA query_only = ${isReadOnly ? 1 : 0}`)
})
