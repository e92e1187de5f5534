import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { startApp } from '../support/app.ts'
import { until } from '../support/server-process.ts'

test('a worker that cannot ask the queue makes /readyz say so, until it can', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', LOG_LEVEL: 'silent' })
  const status = async () => (await app.fetch('/readyz')).status
  assert.equal(await status(), 200)
  const other = new DatabaseSync(join(app.folder, 'gifwright.db'))
  t.after(() => other.close())
  other.exec('alter table task rename to task_away')
  await until('it is not ready', async () => (await status()) === 503)
  assert.deepEqual(await (await app.fetch('/readyz')).json(), { status: 'not ready', failing: ['worker'] })
  other.exec('alter table task_away rename to task')
  await until('it is ready again', async () => (await status()) === 200)
})
