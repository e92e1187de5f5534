import { DatabaseSync } from 'node:sqlite'
import { isLocked } from './faults.ts'

/**
 * Takes the lock that an empty file stands for, and gives what to call to let go of it. It is a lock of SQLite's, since
 * Node has none: it goes with the process that holds it, however that ends. Undefined where another process has it.
 */
export function takeLock(file: string): (() => void) | undefined {
  const connection = new DatabaseSync(file, { timeout: 0 })
  try {
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => connection.close()
  } catch (error) {
    connection.close()
    if (isLocked(error)) return undefined
    throw error
  }
}
