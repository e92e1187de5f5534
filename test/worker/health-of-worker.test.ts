import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import type { AcceptedRequest } from '#src/creation/request.ts'
import { createLog } from '#src/lib/log/log.ts'
import { noObserver } from '#src/worker/task-observer.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { newTask } from '../contract/stores.ts'
import { startApp } from '../support/app.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'
import { openAccess } from '../support/stores/database-access.ts'
import { runDeps } from '../support/stores/run-deps.ts'

test('a worker that cannot query the queue makes /readyz fail until it can', async (t) => {
  const app = await startApp(t, { WORKER_CONCURRENCY: '1', LOG_LEVEL: 'silent' })
  const status = async () => (await app.fetch('/readyz')).status
  await until('it is ready', async () => (await status()) === 200)
  const other = await openAccess(t, app.folder)
  await other.all('alter table task rename to task_away')
  await until('it is not ready', async () => (await status()) === 503)
  assert.deepEqual(await (await app.fetch('/readyz')).json(), { status: 'not ready', failing: ['worker'] })
  await other.all('alter table task_away rename to task')
  await until('it is ready again', async () => (await status()) === 200)
})

test('a worker whose places are all taken still reports progress', async (t) => {
  const folder = await dataFolder(t)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  const { tasks, close } = stores
  let turns = 0
  const rendering = Promise.withResolvers<void>()
  const worker = new Worker({
    run: runDeps(stores, {
      sources: { fetch: () => Promise.resolve({ path: '', title: null }) },
      mediaEngine: {
        derive: () => Promise.resolve({}),
        render: (_plan, _folder, { signal }) => {
          rendering.resolve()
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          )
        },
      },
    }),
    tasks,
    log: createLog('silent'),
    concurrency: 1,
    leaseMs: 60_000,
    workspaces: new Workspaces(join(folder, 'tmp')),
    observer: { ...noObserver, turned: () => void (turns += 1) },
  })
  const task = newTask()
  const { kind: _kind, uploads: _uploads, ...rest } = task.request
  const request = {
    startSeconds: 0,
    endSeconds: 1,
    ...rest,
    kind: 'url',
    url: 'https://a.example/',
    uploads: [],
  }
  await tasks.submissions.add({ ...task, request: request as AcceptedRequest }, 10)
  worker.wake()
  await rendering.promise
  const before = turns
  worker.wake()
  await until('it went round', () => turns > before)
  await worker.stop(0)
  await close()
})
