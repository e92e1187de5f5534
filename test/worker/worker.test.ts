import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { openStores } from '#src/app/stores.ts'
import { systemClock } from '#src/lib/clock.ts'
import { defaultClipOptions } from '#src/options/clip-options.ts'
import { defaultGifOptions } from '#src/options/gif-options.ts'
import { Worker } from '#src/worker/worker.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import { dataFolder } from '../support/server-process.ts'
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

test('a task whose workspace cannot be made is given back, and its claim is held no longer', async (t) => {
  const folder = await dataFolder(t)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  t.after(() => stores.close())
  const { tasks, catalogue, unitOfWork, mediaStore } = stores
  const notReached = () => Promise.reject(new Error('not reached'))
  const worker = new Worker({
    run: {
      catalogue,
      unitOfWork,
      mediaStore,
      clock: systemClock,
      watermarkText: () => '',
      mediaEngine: { render: notReached, derive: notReached },
      sources: { fetch: notReached },
    },
    tasks,
    workspaces: new FullDisk(join(folder, 'tmp')),
    log: pino({ level: 'silent' }),
    concurrency: 1,
    leaseMs: 1000,
  })
  await tasks.submissions.add({ id: 'task', code: 'code12345678', request, ownerId: null }, 10)
  worker.wake()
  await until(
    'the task is given back',
    async () => (await tasks.claims.nextDueInMs()) !== 0 && (await tasks.records.counts()).processing === 0,
  )
  assert.deepEqual(await tasks.submissions.view('task'), { status: 'waiting', position: 1 })
  await worker.stop(0)
})
