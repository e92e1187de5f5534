import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { openStores } from '#src/app/stores.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { runDeps } from '../support/stores/run-deps.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { testConfig } from '../support/instance.ts'

class FullDisk extends Workspaces {
  override make(): Promise<string> {
    return Promise.reject(Object.assign(new Error('no room'), { code: 'ENOSPC' }))
  }
}

const request = {
  kind: 'url' as const,
  url: 'https://example.org/a.mp4',
  uploads: [] as [],
  startSeconds: 0,
  endSeconds: 1,
  categoryId: 1,
  title: null,
  alt: null,
  tags: [],
  visibility: 'public' as const,
  rating: null,
  watermark: true,
  gif: defaultGifOptions,
  clip: defaultClipOptions,
}

test('a task whose workspace cannot be made is released, and its claim is no longer held', async (t) => {
  const folder = await dataFolder(t)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  t.after(() => stores.close())
  const { tasks } = stores
  const worker = new Worker({
    run: runDeps(stores),
    tasks,
    workspaces: new FullDisk(join(folder, 'tmp')),
    log: pino({ level: 'silent' }),
    concurrency: 1,
    leaseMs: 1000,
  })
  await tasks.submissions.add({ id: 'task', code: 'code12345678', request, ownerId: null }, 10)
  worker.wake()
  await until(
    'the task is released',
    async () => (await tasks.claims.nextDueInMs()) !== 0 && (await tasks.records.counts()).processing === 0,
  )
  assert.deepEqual(await tasks.submissions.view('task'), { status: 'waiting', position: 1 })
  await worker.stop(0)
})

test('after a gap in the messages a worker immediately notices that its task was canceled', async (t) => {
  const folder = await dataFolder(t)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  t.after(() => stores.close())
  const { tasks } = stores
  const { mock: renewals } = t.mock.method(tasks.claims, 'renewLease')
  let fetching: AbortSignal | undefined
  const told: string[] = []
  const { taskMessages } = stores
  t.mock.method(taskMessages, 'tell', (id: string, event: string) => void told.push(`${id} ${event}`))
  const worker = new Worker({
    run: runDeps(stores, {
      sources: {
        // It makes no progress, so that no lease is renewed for that.
        fetch: (_url, _folder, { signal }) =>
          new Promise((_resolve, reject) => {
            fetching = signal
            signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
          }),
      },
    }),
    tasks,
    messages: taskMessages,
    workspaces: new Workspaces(join(folder, 'tmp')),
    log: pino({ level: 'silent' }),
    concurrency: 1,
    leaseMs: 600_000,
  })
  await tasks.submissions.add({ id: 'task', code: 'code12345678', request, ownerId: null }, 10)
  worker.wake()
  const isFetching = async () => {
    const view = await tasks.submissions.view('task')
    return fetching !== undefined && view?.status === 'processing' && view.step === 'fetching'
  }
  await until('its step is stored', isFetching)
  await until('no renewal is running', () => told.length === 1 + renewals.callCount())
  // The next renewal by itself is 200 s away.
  const before = renewals.callCount()
  await tasks.submissions.cancel('task')
  worker.checkLeases()
  await until('the run was ended', () => fetching?.aborted === true, 100_000)
  assert.equal(renewals.callCount(), before + 1)
  assert.deepEqual(new Set(told), new Set(['task moved']))
  await worker.stop(0)
})
