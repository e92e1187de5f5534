import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import { databaseName } from '../lib/database-name.ts'

/** The path of the database's file in the data folder. */
export function databaseFile({ data }: Pick<Config, 'data'>): string {
  return join(data.folder, databaseName)
}

/** The bytes of the database with the log beside it, in which is what was written last. */
export async function databaseBytes(config: Pick<Config, 'data'>): Promise<number> {
  const sizes = ['', '-wal'].map((ending) => fileBytes(databaseFile(config) + ending))
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

/** The size of a file; 0 where there is none. */
export function fileBytes(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

/**
 * Throws a sentence for a data folder that has the files of GIFs and no database: beside a new one, they would all be
 * swept away as files that no row names.
 */
export async function refuseLostDatabase(config: Pick<Config, 'data'>): Promise<void> {
  const { folder } = config.data
  if ((await fileBytes(databaseFile(config))) > 0) return
  const gifs = await readdir(join(folder, 'media', 'gifs')).catch(() => [])
  if (gifs.length === 0) return
  throw new Error(
    `The data folder ${folder} has files of GIFs, and ${databaseName} is missing or empty. Restore it from a backup, or move media/ away to begin anew.`,
  )
}
