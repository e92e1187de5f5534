import { DatabaseSync } from 'node:sqlite'

/** A process that holds the write lock of a database until its standard input ends, and reports once it has it. */
const connection = new DatabaseSync(process.argv[2] ?? '', { timeout: 5000 })
connection.exec('begin immediate')
console.log('held')
process.stdin.resume().once('end', () => {
  connection.exec('commit')
  connection.close()
})
