import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { postVideo, statusOf } from '../support/creations.ts'
import { makeVideo } from '../support/media/media.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

test('serve answers requests and leaves GIF creation to work, whose health is at the metrics port', async (t) => {
  const folder = await dataFolder(t)
  const web = await startServer({ DATA_DIR: folder, METRICS_PORT: '0' }, { command: 'serve' })
  const worker = await startServer(
    { DATA_DIR: folder, WORKER_CONCURRENCY: '1', METRICS_PORT: '0' },
    { command: 'work' },
  )
  for (const { child } of [web, worker]) t.after(() => child.kill('SIGKILL'))
  const metricsOf = ({ said }: typeof web) => /Prometheus: (\S+)\/metrics/.exec(said())?.[1] ?? ''
  await until(
    'both print the address of their metrics',
    () => metricsOf(web) !== '' && metricsOf(worker) !== '',
  )
  assert.deepEqual(await (await fetch(`${metricsOf(worker)}/healthz`)).json(), { status: 'ok' })
  const readyOf = async (url: string) => (await fetch(`${url}/readyz`)).status
  await until('the worker is ready', async () => (await readyOf(metricsOf(worker))) === 200, 60_000)
  assert.equal(await readyOf(web.url), 200)
  assert.equal((await fetch(`${metricsOf(worker)}/api/categories`)).status, 404)

  const video = await readFile(await makeVideo(t, { seconds: 1, width: 64, height: 64 }))
  const id = await postVideo(web.url, video)
  await until('the GIF is made', async () => (await statusOf(web.url, id)).status === 'done', 120_000)
  worker.child.kill('SIGTERM')
  assert.equal(await worker.exited, 0)
})
