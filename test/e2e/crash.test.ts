import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertNothingLost } from '../support/processes/crash.ts'
import { postPictures, postVideo, statusOf } from '../support/creations.ts'
import { makeVideo } from '../support/media/media.ts'
import { dataFolder, descendants, isAlive, startServer } from '../support/processes/server-process.ts'
import { readRows } from '../support/stores/database-access.ts'
import { until } from '../support/until.ts'

test('kill -9 of the server during a creation loses no accepted task; the next start continues, and SIGTERM lets it finish', async (t) => {
  const folder = await dataFolder(t)
  const settings = { DATA_DIR: folder, LEASE_SECONDS: '1', WORKER_CONCURRENCY: '1', DRAIN_SECONDS: '60' }
  const video = await readFile(await makeVideo(t, { seconds: 1, width: 160, height: 120, fps: 10 }))
  const killed = await startServer(settings)
  t.after(() => killed.child.kill('SIGKILL'))
  const running = await postVideo(killed.url, video)
  const tasks = [running, await postPictures(killed.url)]
  await until('a tool works on it', () => descendants(killed.pid).length > 1)
  const children = descendants(killed.pid)
  killed.child.kill('SIGKILL')
  await killed.exited
  await until('no process of the killed server is left', () => !children.some(isAlive))

  const server = await startServer(settings)
  t.after(() => server.child.kill('SIGKILL'))
  await assertNothingLost(folder, server.url, tasks)
  const last = await postVideo(server.url, video)
  await until('it is made', async () => (await statusOf(server.url, last)).status === 'processing')
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
  assert.equal((await readRows(folder, 'select code from gif')).length, 3)
  assert.deepEqual(await readdir(join(folder, 'tmp', 'work')), [])
})
