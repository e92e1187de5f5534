import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  assertContents,
  assertLists,
  type OldInstance,
  oldPostgres,
  oldSqlite,
  unpackOldInstance,
} from '../support/old-versions/old-instance.ts'
import { runCommand } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'
import type { CleanUp } from '../support/clean-up.ts'

const needsServers = { skip: noPostgres || noS3 }

/** Runs a command that must succeed. */
async function run(args: string[], settings: Record<string, string>): Promise<string> {
  const { code, out, err } = await runCommand(args, settings).ended
  assert.equal(code, 0, `${args.join(' ')}: ${err}`)
  return out
}

/** The settings of a new place in PostgreSQL and S3. */
async function newPlace(
  t: CleanUp,
): Promise<{ settings: Record<string, string>; address: string; bucket: string }> {
  const [postgres, s3] = await Promise.all([sharedPostgres(), sharedS3()])
  const address = await postgres.newDatabase({ empty: true })
  const stores = s3.settingsOf(await s3.newBucket())
  const DATA_DIR = join(await dataFolder(t), 'data')
  return { settings: { DATA_DIR, DATABASE_URL: address, ...stores }, address, bucket: stores.S3_BUCKET ?? '' }
}

async function assertServed(settings: Record<string, string>, old: OldInstance): Promise<void> {
  const server = await startServer({ ...settings, SANDBOX: 'off', YT_DLP: 'off' })
  try {
    await assertContents(server.url, old)
    await assertLists(settings)
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
  }
}

for (const name of oldSqlite) {
  test(
    `an instance of ${name} is migrated and moved to PostgreSQL and S3 with all its data`,
    needsServers,
    async (t) => {
      const old = await unpackOldInstance(t, name)
      const { settings, address, bucket } = await newPlace(t)
      const { DATABASE_URL: _, S3_BUCKET: __, ...keys } = settings
      const from = { ...keys, DATA_DIR: old.folder, S3_ENDPOINT: '' }
      const move = [
        'move',
        '--to-database',
        address,
        '--to-s3',
        bucket,
        '--s3-endpoint',
        settings.S3_ENDPOINT ?? '',
      ]
      const early = await runCommand(move, from).ended
      assert.equal(early.code, 1)
      assert.match(early.err, /^The database is of an older version/)
      await run(['migrate'], from)
      assert.match(await run(move, from), /All were compared and are identical/)
      await assertServed(settings, old)
    },
  )

  test(`a backup of ${name} is restored`, needsServers, async (t) => {
    const old = await unpackOldInstance(t, name)
    const settings = { DATA_DIR: join(await dataFolder(t), 'data') }
    assert.match(await run(['restore', old.backup], settings), /It is whole: 3 GIFs/)
    await assertServed(settings, old)
  })
}

test('a backup of an old PostgreSQL instance is restored into PostgreSQL and S3', needsServers, async (t) => {
  const old = await unpackOldInstance(t, oldPostgres)
  const { settings } = await newPlace(t)
  assert.match(await run(['restore', old.backup], settings), /It is whole: 3 GIFs/)
  await assertServed(settings, old)
})
