import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runHere } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'
import { until } from '../support/until.ts'

const run = promisify(execFile)

test(
  'a first start on PostgreSQL and S3 prints commands that create the administrator there, and Node emits no warning',
  { skip: noPostgres || noS3 },
  async (t) => {
    const [postgres, s3] = await Promise.all([sharedPostgres(), sharedS3()])
    const [address, bucket] = await Promise.all([postgres.newDatabase({ empty: true }), s3.newBucket()])
    const folder = await dataFolder(t)
    const stores = { DATABASE_URL: address, ...s3.settingsOf(bucket) }
    const settings = { DATA_DIR: join(folder, 'data'), ...stores }
    const server = await startServer({ ...settings, SANDBOX: 'off', YT_DLP: 'off', LOG_LEVEL: 'silent' })
    t.after(() => server.child.kill('SIGKILL'))
    const advice = /^There is no administrator yet.*\n.*with the same settings:\n {2}(.+)\n {2}(.+)\n/m
    await until('the start gives advice', () => advice.test(server.said()))
    const [, add = '', password = ''] = advice.exec(server.said()) ?? []
    // Once in a shell with the settings, and once in one without them.
    const elsewhere = { PATH: process.env.PATH, HOME: folder }
    await run('sh', ['-c', add], { env: { ...elsewhere, ...settings } })
    const { stdout } = await run('sh', ['-c', password], { env: elsewhere, cwd: folder })
    assert.match(stdout, /^\S+\n$/)
    assert.match((await runHere(['account', 'list'], settings)).out, /^you@example\.org\tadmin\t/)
    for (const name of ['gifwright.db', 'media'])
      assert.equal(existsSync(join(settings.DATA_DIR, name)), false)
    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    assert.doesNotMatch(server.said(), /Warning/)
  },
)
