import { noPostgres } from '../support/servers/postgres.ts'
import { noS3 } from '../support/servers/s3.ts'
import { openInstancePool } from './instance-pool.ts'
import { leftOut } from './left-out.ts'

/**
 * Starts PostgreSQL and S3 for tests that otherwise run on SQLite and a folder, and selects the files to run from `all`.
 * Throws if a server is not installed or `left-out.ts` names a file that does not exist.
 */
export async function openCluster(
  all: string[],
): Promise<{ pool: string; files: string[]; close: () => Promise<void> }> {
  const missing = noPostgres || noS3
  if (missing !== false) throw new Error(missing)
  const unused = Object.keys(leftOut).filter((start) => !all.some((file) => file.startsWith(start)))
  if (unused.length > 0) throw new Error(`left-out.ts names files that do not exist: ${unused.join(', ')}`)
  const files = all.filter((file) => !Object.keys(leftOut).some((start) => file.startsWith(start)))
  const ends: (() => Promise<void>)[] = []
  const pool = await openInstancePool({ after: (action) => void ends.push(action) })
  return {
    pool,
    files: files.toSorted(),
    close: async () => {
      for (const end of ends.toReversed()) await end()
    },
  }
}
