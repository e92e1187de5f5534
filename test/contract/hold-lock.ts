import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

/** A process that holds the write lock of a database for so many milliseconds, and says so once it has it. */
const [file = '', holdMs = ''] = process.argv.slice(2)
const connection = new DatabaseSync(file, { timeout: 5000 })
connection.exec('begin immediate')
console.log('held')
await delay(Number(holdMs))
connection.exec('commit')
connection.close()
