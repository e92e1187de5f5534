import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCategories } from '../../adapters/db/shared/catalogue/category-rows.ts'
import type { Database } from '../../adapters/db/shared/database.ts'
import { knownSecret } from '../../adapters/db/shared/instance.ts'
import { openToRead } from '../../adapters/db/sqlite/sqlite.ts'
import { type SettingFinding, mistake, note } from '../../config/checks/finding.ts'
import type { Config } from '../../config/config.ts'
import { tryMediaStore } from '../../media/try-media-store.ts'
import { foreignOwner } from '../data-owner.ts'
import { databaseFile, fileBytes } from '../data-folder.ts'
import { sentencesOf } from './place-findings.ts'

/** Findings about the database and the bucket, which are tried. Creates neither, and changes no tables. */
export async function storeFindings(config: Config): Promise<SettingFinding[]> {
  const { secret, findings } = await databaseFindings(config)
  return [...findings, ...(await bucketFindings(config, secret))]
}

type DatabaseFindings = { secret: string | null; findings: SettingFinding[] }

async function databaseFindings(config: Config): Promise<DatabaseFindings> {
  const file = databaseFile(config)
  if (config.database === null && (await fileBytes(file)) === 0) {
    const text = `There is no database ${file} yet. If there should be one, DATA_DIR or DATABASE_URL is not right.`
    return { secret: null, findings: [note(text)] }
  }
  // Opening it may create other files in the folder.
  if (config.database === null && (await foreignOwner(config)) !== null) return { secret: null, findings: [] }
  try {
    const { db, close } = await openDatabaseToRead(config)
    try {
      return { secret: (await knownSecret(db)) ?? null, findings: await categoryFindings(config, db) }
    } finally {
      await close()
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    const isOlder = /of an older version|^There is no database/.test(text)
    const setting = config.database === null ? 'DATA_DIR' : 'DATABASE_URL'
    const older = `${setting}: the tables are missing or of an older version; the next start makes them.`
    return { secret: null, findings: [isOlder ? note(older) : mistake(`${setting}: ${text}`)] }
  }
}

async function openDatabaseToRead(config: Config): Promise<Database> {
  if (config.database === null) return openToRead(databaseFile(config))
  const { openPostgres } = await import('../../adapters/db/postgres/postgres.ts')
  return openPostgres({ ...config.database, maxConnections: 1, mayCreate: false })
}

async function categoryFindings({ site }: Config, db: Database['db']): Promise<SettingFinding[]> {
  const code = site.defaultCategory
  if ((process.env.DEFAULT_CATEGORY?.trim() ?? '') === '') return []
  const codes = (await listCategories(db)).map((category) => category.code)
  if (codes.includes(code) || codes.length === 0) return []
  return [
    mistake(
      `DEFAULT_CATEGORY ${code} is not the code of a category, so ${codes[0]} is used. gifwright category list shows all.`,
    ),
  ]
}

async function bucketFindings({ s3 }: Config, secret: string | null): Promise<SettingFinding[]> {
  if (s3 === null) return []
  const { openBucket } = await import('../../adapters/media-store/s3/open-bucket.ts')
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-check-'))
  try {
    const opened = await sentencesOf(
      openBucket(s3, secret, { mayClaim: false }).then(async (store) => {
        try {
          await tryMediaStore(store, folder)
        } catch (cause) {
          const why = cause instanceof Error ? cause.message : String(cause)
          throw new Error(`The bucket ${s3.bucket} of S3_BUCKET cannot be written: ${why}`, { cause })
        } finally {
          await store.close()
        }
      }),
    )
    return opened
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
