import { DatabaseSync } from 'node:sqlite'

/** A process that has a database open like a service of an old version, without a transaction, until it is killed. */
const connection = new DatabaseSync(process.argv[2] ?? '')
connection.exec('PRAGMA journal_mode = WAL; SELECT count(*) FROM gif')
console.log('open')
setInterval(() => undefined, 60_000)
