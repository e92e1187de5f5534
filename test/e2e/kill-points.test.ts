import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { assertNothingLost } from '../support/processes/crash.ts'
import { postVideo } from '../support/creations.ts'
import { askUntilKilled, sql } from '../support/processes/kill-points.ts'
import { makeVideo } from '../support/media/media.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

test('kill -9 inside the transaction that publishes a GIF loses nothing and makes nothing twice', async (t) => {
  const folder = await dataFolder(t)
  const settings = { DATA_DIR: folder, LEASE_SECONDS: '1', WORKER_CONCURRENCY: '1' }
  const video = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 48, fps: 5 }))
  const ask = (url: string) => postVideo(url, video)
  const tasks = await askUntilKilled(t, settings, sql('^insert into "gif"', 'after'), ask)
  assert.equal(tasks.length, 1)
  const server = await startServer(settings)
  t.after(() => server.child.kill('SIGKILL'))
  await assertNothingLost(folder, server.url, tasks)
})
