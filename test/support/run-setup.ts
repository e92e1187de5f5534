import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#src/adapters/db/sqlite/sqlite.ts'
import { databaseName } from '#src/lib/database.ts'

let folder: string | undefined

/** Node calls it before the files of `npm test`: makes an empty database with all its tables, for `prepareDatabase`. */
export async function globalSetup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'gifwright-run-'))
  const file = join(folder, databaseName)
  const { close } = await openDatabase({ file })
  await close()
  process.env.TEST_DATABASE = file
}

/** Node calls it after the last file. */
export async function globalTeardown(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true })
}
