import { archivingOf } from '../../adapters/db/postgres/archiving.ts'
import { openPostgres } from '../../adapters/db/postgres/postgres.ts'
import { openToRead } from '../../adapters/db/sqlite/sqlite.ts'
import { adviseBucket, adviseDatabase, type Finding } from '../../ops/backup/advice.ts'
import type { Config } from '../../config/config.ts'
import { databaseFile } from '../data-folder.ts'

const connections = 2

/** Checks how the servers from the settings protect their own data. Throws a sentence if they cannot be queried. */
export async function adviseBackup(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  if (config.database === null) await (await openToRead(databaseFile(config))).close()
  else {
    const database = await openPostgres({
      ...config.database,
      maxConnections: connections,
      mayCreate: false,
    })
    try {
      findings.push(...adviseDatabase(await archivingOf(database), Date.now()))
    } finally {
      await database.close()
    }
  }
  if (config.s3 !== null) {
    // Loading the SDK takes longer than any other part of the program.
    const { versioningOf } = await import('../../adapters/media-store/s3/versioning.ts')
    findings.push(...adviseBucket(config.s3.bucket, await versioningOf(config.s3)))
  }
  return findings
}
