import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseName } from '#src/lib/database.ts'
import { onCluster } from '../instance.ts'

/** The empty database that `run-setup.ts` made for the run; unset if a file is run by itself. */
const prepared = process.env.TEST_DATABASE

/**
 * Copies the run's empty database to a new data folder, if there is one: making its tables takes longer than the rest
 * of opening it. A file run by itself has every database made by the program.
 */
export async function prepareDatabase(dataFolder: string): Promise<void> {
  if (prepared === undefined || onCluster) return
  const file = join(dataFolder, databaseName)
  await copyFile(prepared, file)
  const database = new DatabaseSync(file)
  // No two databases have the same epoch.
  database.exec(`
    PRAGMA synchronous = OFF;
    UPDATE catalogue_version SET epoch = lower(hex(randomblob(8)));
  `)
  database.close()
}
