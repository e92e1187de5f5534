import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { schemaVersion } from '#src/adapters/db/shared/migrate.ts'
import {
  assertContents,
  assertLists,
  loadOldDump,
  oldPostgres,
  unpackOldInstance,
} from '../support/old-versions/old-instance.ts'
import { runCommand, runHere } from '../support/processes/command.ts'
import { commandsThatNeedDatabase } from '../support/processes/commands.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'

const quick = { SANDBOX: 'off', YT_DLP: 'off' }
const withPostgres = { skip: noPostgres }

/** The last migration of a database, or undefined if it has no tables. */
async function migrationOf(address: string): Promise<string | undefined> {
  const [row] = await query(address, "select to_regclass('kysely_migration') as name")
  if (row?.name === null) return undefined
  return (await query(address, 'select max(name) as name from kysely_migration'))[0]?.name ?? undefined
}

async function query(address: string, text: string): Promise<{ name: string | null }[]> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<{ name: string | null }>(text)).rows
  } finally {
    await client.end()
  }
}

test(
  'a start upgrades a PostgreSQL database of an old version with all its data',
  withPostgres,
  async (t) => {
    const old = await unpackOldInstance(t, oldPostgres)
    const settings = {
      ...quick,
      DATA_DIR: old.folder,
      DATABASE_URL: await loadOldDump(old, await sharedPostgres()),
    }
    assert.equal(await migrationOf(settings.DATABASE_URL), '020_collection_reports')
    const server = await startServer(settings)
    t.after(() => server.child.kill('SIGKILL'))
    await assertContents(server.url, old)
    await assertLists(settings)
    assert.equal(await migrationOf(settings.DATABASE_URL), schemaVersion)
  },
)

test(
  'on an old PostgreSQL database commands refuse, a failed start changes nothing, and migrate migrates',
  withPostgres,
  async (t) => {
    const old = await unpackOldInstance(t, oldPostgres)
    const settings = { DATA_DIR: old.folder, DATABASE_URL: await loadOldDump(old, await sharedPostgres()) }
    const elsewhere = await dataFolder(t)
    for (const { name, args } of commandsThatNeedDatabase(elsewhere)) {
      // It refuses a move to another PostgreSQL before it looks at it.
      if (name === 'move') continue
      const { code, err } = await runHere(args, settings)
      assert.equal(code, 1, name)
      assert.match(err, /^The database is of an older version of Gifwright.*\n$/, name)
    }
    const failing: [own: Record<string, string>, sentence: RegExp][] = [
      [
        {
          S3_BUCKET: 'gifs',
          S3_ENDPOINT: 'http://127.0.0.1:9',
          AWS_ACCESS_KEY_ID: 'a',
          AWS_SECRET_ACCESS_KEY: 'b',
        },
        /S3_ENDPOINT http:\/\/127\.0\.0\.1:9 cannot be reached/,
      ],
      [{ SYNONYMS_FILE: join(elsewhere, 'none.txt') }, /SYNONYMS_FILE/],
    ]
    for (const [own, sentence] of failing) {
      const failed = await runCommand(['start'], { ...settings, ...quick, ...own }).ended
      assert.equal(failed.code, 1)
      assert.match(failed.err, sentence)
      assert.equal(await migrationOf(settings.DATABASE_URL), '020_collection_reports')
    }

    const other = new Client({
      connectionString: settings.DATABASE_URL,
      application_name: 'gifwright 020_collection_reports',
    })
    await other.connect()
    const refused = await runHere(['migrate'], settings)
    assert.equal(refused.code, 1)
    assert.match(refused.err, /in use by processes of an older version.*Stop all processes/)
    assert.equal(await migrationOf(settings.DATABASE_URL), '020_collection_reports')
    await other.end()

    const dry = await runHere(['migrate', '--dry-run'], settings)
    assert.match(dry.out, /^The database is at 020_collection_reports\. .*\n021_access\n/)
    assert.equal(await migrationOf(settings.DATABASE_URL), '020_collection_reports')
    assert.match((await runHere(['migrate'], settings)).out, /migrated from 020_collection_reports to /)
    assert.equal(await migrationOf(settings.DATABASE_URL), schemaVersion)
  },
)

test(
  'on an empty PostgreSQL database other commands refuse and create nothing; init creates an instance',
  withPostgres,
  async (t) => {
    const folder = await dataFolder(t)
    const address = await (await sharedPostgres()).newDatabase({ empty: true })
    const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: address }
    for (const { name, args } of commandsThatNeedDatabase(join(folder, 'elsewhere'))) {
      if (name === 'move') continue
      const { code, err } = await runHere(args, settings)
      assert.equal(code, 1, name)
      assert.match(err, /^There is no database of Gifwright at 127\.0\.0\.1.*DATABASE_URL.*\n$/, name)
      assert.equal(await migrationOf(address), undefined, name)
      assert.deepEqual(await readdir(folder), [], name)
    }
    assert.equal((await runHere(['init'], settings)).code, 0)
    assert.match((await runHere(['account', 'add', 'ann@example.org'], settings)).out, /^gw_/)
  },
)
