import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { runHere } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { noPostgres, runSql, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'

const missing = noPostgres || noS3

describe('settings of PostgreSQL and S3', { skip: missing }, async () => {
  if (missing !== false) return
  const [postgres, s3] = await Promise.all([sharedPostgres(), sharedS3()])

  test('config check tests the database and the bucket, and leaves both unchanged', async (t) => {
    const bucket = await s3.newBucket()
    const DATABASE_URL = await postgres.newDatabase({ empty: true })
    const settings = { DATA_DIR: await dataFolder(t), DATABASE_URL, ...s3.settingsOf(bucket) }
    const check = (given: Record<string, string> = {}) =>
      runHere(['config', 'check'], { ...settings, ...given })
    const first = await check()
    assert.equal(first.code, 0, first.out)
    assert.match(first.out, /^Note: DATABASE_URL: the tables are missing or of an older version/m)
    await runSql(DATABASE_URL, 'create table gif (id int)')
    assert.match((await check()).out, /^DATABASE_URL: The database is not one of Gifwright/)
    await runSql(DATABASE_URL, 'drop table gif')

    const server = await startServer({ ...settings, SANDBOX: 'off', YT_DLP: 'off' })
    server.child.kill('SIGTERM')
    await server.exited
    const right = await check()
    assert.equal(right.code, 0, right.out)
    assert.match((await check({ DEFAULT_CATEGORY: 'nosuch' })).out, /^DEFAULT_CATEGORY nosuch is not/m)

    const other = { ...settings, DATABASE_URL: await postgres.newDatabase({ empty: true }) }
    assert.equal((await check(other)).code, 0, 'the owner of a bucket is known only for an instance')
    for (const [given, text] of [
      [{ S3_BUCKET: 'none' }, /^The bucket none of S3_BUCKET does not exist/m],
      [{ AWS_SECRET_ACCESS_KEY: 'wrong' }, /^AWS_SECRET_ACCESS_KEY is not the secret of AWS_ACCESS_KEY_ID/m],
      [{ S3_ENDPOINT: 'http://127.0.0.1:9' }, /^S3_ENDPOINT http:\/\/127\.0\.0\.1:9 cannot be reached/m],
      [{ DATABASE_URL: `${DATABASE_URL}_none` }, /^DATABASE_URL: The database \S+_none does not exist/m],
      [{ DATABASE_URL: `${DATABASE_URL}?sslcert=/none` }, /^sslcert in DATABASE_URL needs sslkey/m],
    ] as const) {
      const { code, out } = await check(given)
      assert.equal(code, 1)
      assert.match(out, text)
    }
  })
})
