import { DatabaseSync } from 'node:sqlite'
import { isLocked } from './faults.ts'

/**
 * Takes the lock represented by an empty file, and returns a function that releases it; undefined if another process
 * has it. It is a lock of SQLite's, since Node has none: it ends with its process, however that ends.
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
