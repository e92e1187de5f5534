import { DatabaseSync } from 'node:sqlite'
import { maxLockWaitMs } from './lock-wait.ts'

/** The secret of the installation that the database in a file is of, be it of any version. Throws for a file that is no such database. */
export function instanceSecretIn(file: string): unknown {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: maxLockWaitMs })
  try {
    return connection.prepare("select value from instance where key = 'secret'").get()?.value
  } finally {
    connection.close()
  }
}
