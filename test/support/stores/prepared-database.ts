import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseName } from '#src/lib/database.ts'
import { onCluster } from '../instance.ts'

/** The empty database that `run-setup.ts` made for the run; unset where a file is run by itself. */
const prepared = process.env.TEST_DATABASE

/**
 * Gives a new data folder the empty database of the run, where there is one: making its tables takes longer than the
 * rest of opening it. By itself a file has every database made by the program.
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
