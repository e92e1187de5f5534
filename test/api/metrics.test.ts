import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import pino from 'pino'
import { Registry } from 'prom-client'
import { addMadeUpGifs } from '#src/adapters/db/shared/catalogue/demo-gifs.ts'
import { createApp } from '#src/app/service.ts'
import { createMetrics, type Metrics } from '#src/observe/metrics/metrics.ts'
import { answerHealth } from '#src/http/health/health-answers.ts'
import { MetricsServer } from '#src/observe/metrics/metrics-server.ts'
import type { Answer } from '../support/answers.ts'
import { newGif } from '../contract/stores.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { makeVideo } from '../support/media/media.ts'
import { readSamples, samples } from '../support/http/samples.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { stateSources } from '../support/stores/state-sources.ts'
import { isFullRun } from '../support/full-run.ts'
import { until } from '../support/until.ts'
import { onOneMachine, testConfig } from '../support/instance.ts'
import { fakeOf } from '../support/fakes.ts'

const silent = pino({ level: 'silent' })
const settings = { METRICS_PORT: '0', WORKER_CONCURRENCY: '0' }

async function createByUrl(app: TestApp): Promise<number> {
  const values = { category: '1', start: '0', end: '2', url: 'https://example.org/clip.mp4' }
  return (await app.post('/api/create-gif/source/url', values)).status
}

test('without METRICS_PORT there are no metrics, and the public port never serves them', async (t) => {
  const [without, with_] = [await startApp(t, { WORKER_CONCURRENCY: '0' }), await startApp(t, settings)]
  assert.equal(without.metricsUrl, null)
  for (const app of [without, with_]) {
    assert.equal((await app.fetch('/metrics')).status, 404)
    assert.equal((await app.fetch('/metrics/')).status, 404)
  }
  assert.match(with_.metricsUrl!, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  const response = await fetch(with_.metricsUrl!)
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  assert.equal((await fetch(with_.metricsUrl!, { method: 'HEAD' })).status, 200)
  assert.equal((await fetch(with_.metricsUrl!, { method: 'POST' })).status, 405)
  for (const path of ['/', '/api/categories', '/metrics/x'])
    assert.equal((await fetch(new URL(path, with_.metricsUrl!))).status, 404)
  for (const path of ['/healthz', '/readyz', '/readyz/whole'])
    assert.equal((await fetch(new URL(path, with_.metricsUrl!))).status, 200)
})

test('the metrics cover the queue, the disk, the connections, the readiness checks and Node itself', async (t) => {
  const app = await startApp(t, settings)
  assert.equal((await samples(app.metricsUrl)).get('gifwright_oldest_waiting_task_seconds'), 0)
  assert.deepEqual([await createByUrl(app), await createByUrl(app)], [200, 200])
  const told = await samples(app.metricsUrl)
  assert.equal(told.get('gifwright_tasks{status="waiting"}'), 2)
  assert.equal(told.get('gifwright_tasks{status="processing"}'), 0)
  assert.ok(told.get('gifwright_oldest_waiting_task_seconds')! >= 0)
  assert.ok(told.get('gifwright_disk_free_bytes')! > 0)
  assert.equal(told.get('gifwright_disk_reserved_bytes'), 0)
  assert.ok(told.get('gifwright_http_open_connections')! >= 1)
  assert.equal(told.get('gifwright_render_processes'), 0)
  // On a slow machine a check may take longer than its limit.
  for (const check of ['database', 'store', 'disk'])
    await until(
      check,
      async () => (await samples(app.metricsUrl)).get(`gifwright_ready{check="${check}"}`) === 1,
    )
  assert.ok(told.get('nodejs_heap_size_used_bytes')! > 0)
  assert.ok(told.has('nodejs_eventloop_lag_p99_seconds'))
  assert.ok(told.get('gifwright_database_statement_seconds_count')! > 0)
})

test('requests are counted by route pattern, status and error', async (t) => {
  const app = await startApp(t, { ...settings, MAX_WAITING_TASKS: '1' })
  await app.fetch('/api/gif/nothing')
  await app.fetch('/api/gif/nothing?secret=1')
  await app.fetch('/', { method: 'HEAD' })
  assert.deepEqual([await createByUrl(app), await createByUrl(app)], [200, 503])
  const told = await samples(app.metricsUrl)
  const requests = (labels: string) => told.get(`gifwright_http_requests_total{${labels}}`)
  assert.equal(requests('route="/api/gif/:code",method="GET",status="4xx"'), 2)
  assert.equal(requests('route="/",method="HEAD",status="2xx"'), 1)
  assert.equal(requests('route="/api/create-gif/source/url",method="POST",status="2xx"'), 1)
  assert.equal(requests('route="/api/create-gif/source/url",method="POST",status="5xx"'), 1)
  assert.equal(told.get('gifwright_http_request_seconds_count{route="/api/gif/:code"}'), 2)
  assert.equal(told.get('gifwright_http_errors_total{code="queue_full"}'), 1)
  assert.equal(told.get('gifwright_http_errors_total{code="not_found"}'), 2)
})

test('the duration of a request is in seconds', async () => {
  const metrics = createMetrics('1.0.0', new Registry())
  metrics.request({ route: '/x', method: 'GET', status: 200, whole: true, durationMs: 250, error: null })
  const told = readSamples(await metrics.text())
  assert.equal(told.get('gifwright_http_request_seconds_sum{route="/x"}'), 0.25)
})

test('calls over the limit of an address are counted as refused', async (t) => {
  const app = await startApp(t, { ...settings, RATE_LIMIT: 'on', READS_PER_MINUTE: '2' })
  for (let call = 0; call < 5; call++) await app.fetch('/api/categories')
  assert.equal((await samples(app.metricsUrl)).get('gifwright_http_errors_total{code="rate_limited"}'), 3)
})

test('a request aborted by the client is counted as cut, and its connection is no longer open', async (t) => {
  const app = await startApp(t, settings)
  const { port, hostname } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    'POST /api/find HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  )
  await until(
    'it is connected',
    async () => (await samples(app.metricsUrl)).get('gifwright_http_open_connections') === 1,
  )
  socket.destroy()
  const cut = 'gifwright_http_requests_total{route="/api/find",method="POST",status="cut"}'
  await until('it is counted', async () => (await samples(app.metricsUrl)).get(cut) === 1)
  assert.equal((await samples(app.metricsUrl)).get('gifwright_http_open_connections'), 0)
})

test('the bytes of uploads are counted after decoding', async (t) => {
  const app = await startApp(t, settings)
  const picture = `data:image/png;base64,${Buffer.alloc(3000, 7).toString('base64')}`
  const values = {
    title: 'A GIF',
    category: '1',
    resize: '1',
    delay: '200',
    width: '100',
    height: '100',
    pictures: [picture, picture],
  }
  const { status, body } = await app.post('/api/create-gif/source/pictures', values)
  assert.equal(status, 415, JSON.stringify(body))
  assert.equal((await samples(app.metricsUrl)).get('gifwright_upload_bytes_total'), 6000)
})

test('unknown addresses and methods create no new series', async (t) => {
  const app = await startApp(t, settings)
  // The sweeper and the checks use the media store whenever they are due.
  const isOfRequests = (name: string) => name.startsWith('gifwright_') && !name.startsWith('gifwright_store_')
  const strange = async (from: number, to: number, methods: string[]) => {
    for (let number = from; number < to; number++) {
      await app.fetch(`/${'x'.repeat(number % 40)}${number}?q=${number}`)
      await app.fetch(`/api/${number}/${number}`)
      await app.fetch(`/media/gifs/${number}/gif.gif`)
      await app.fetch(`/tag/${number}`, {
        headers: { 'user-agent': `strange ${number}`, host: `h${number}` },
      })
    }
    for (const method of methods)
      await raw(app.url, `${method} /${from} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  }
  await strange(0, 3, ['PROPFIND'])
  const before = [...(await samples(app.metricsUrl)).keys()].filter(isOfRequests)
  await strange(1000, isFullRun ? 1250 : 1050, ['REPORT', 'PURGE', 'LOCK', 'TRACE', 'SEARCH', 'QUERY'])
  const after = await samples(app.metricsUrl)
  assert.deepEqual([...after.keys()].filter(isOfRequests).toSorted(), before.toSorted())
  const counted = [...after].filter(([name]) => name.startsWith('gifwright_http_requests_total'))
  assert.ok(counted.reduce((sum, [, count]) => sum + count, 0) >= 200)
})

async function raw(url: string, text: string): Promise<string> {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.end(text)
  return Buffer.concat(await socket.toArray()).toString()
}

test(
  'faults of the database and of the media store are counted by kind',
  onOneMachine('the faults of SQLite and of a folder'),
  async (t) => {
    const app = await startApp(t, { ...settings, LOG_LEVEL: 'silent' })
    // The store creates its folder on first use.
    assert.equal((await app.fetch('/readyz')).status, 200)
    const other = new DatabaseSync(join(app.folder, 'gifwright.db'))
    t.after(() => other.close())
    other.exec('begin immediate')
    const refused = createByUrl(app)
    const media = join(app.folder, 'media')
    await rename(media, `${media}-away`)
    await writeFile(media, '')
    const failing = { status: 'not ready', failing: ['database', 'store'] }
    await until('both fail', async () =>
      isDeepStrictEqual(await (await app.fetch('/readyz')).json(), failing),
    )
    assert.equal(await refused, 503)
    other.exec('rollback')
    await rm(media)
    await rename(`${media}-away`, media)
    const told = await samples(app.metricsUrl)
    assert.ok(told.get('gifwright_database_faults_total{reason="locked"}')! >= 1)
    assert.ok(told.get('gifwright_store_operations_total{operation="put",outcome="fault"}')! >= 1)
    assert.equal(told.get('gifwright_http_errors_total{code="unavailable"}'), 1)
  },
)

test('the metrics of GIF creation cover the wait, each stage, the outcome and its reason', async (t) => {
  const app = await startApp(t, { METRICS_PORT: '0', WORKER_CONCURRENCY: '1' })
  const video = await readFile(await makeVideo(t, { seconds: 1 }))
  for (const clip of [video, video.subarray(0, 2000)]) {
    const form = new FormData()
    const values = { category: '1', start: '0', end: '1', title: 'A GIF' }
    for (const [key, value] of Object.entries(values)) form.append(key, value)
    form.append('video', new Blob([new Uint8Array(clip)]), 'clip.mp4')
    const response = await app.fetch('/api/create-gif/source/video', { method: 'POST', body: form })
    const { id } = (await response.json()) as Answer
    await app.ended(id)
  }
  const done = 'gifwright_tasks_ended_total{outcome="done",reason=""}'
  const broken = 'gifwright_tasks_ended_total{outcome="error",reason="media_broken"}'
  await until('both are counted', async () => (await samples(app.metricsUrl)).get(broken) === 1)
  const told = await samples(app.metricsUrl)
  assert.equal(told.get(done), 1)
  assert.equal(told.get('gifwright_task_wait_seconds_count'), 2)
  for (const stage of ['preparing', 'rendering', 'storing'])
    assert.ok(told.get(`gifwright_task_stage_seconds_count{stage="${stage}"}`)! >= 1, stage)
  assert.ok(told.get('gifwright_render_processes')! >= 1)
  assert.ok(told.get('gifwright_render_process_events_total{event="started"}')! >= 1)
  assert.ok(told.get('gifwright_upload_bytes_total')! > video.length)
})

test('the metrics of the search index cover its size, its lag, its saved files and searches by match', async (t) => {
  const app = await startApp(t, settings)
  const { code: _, title: __, tags: ___, categoryId: ____, createdAt: _____, ...template } = newGif()
  const before = await samples(app.metricsUrl)
  assert.equal(before.get('gifwright_search_documents'), 0)
  assert.equal(before.has('gifwright_search_saved_bytes'), false)
  await app.withStores(({ db }) => addMadeUpGifs(db, { count: 2100, template }))
  assert.equal((await app.post('/api/find', { q: 'cat', nsfw: 1 })).status, 200)
  const told = await samples(app.metricsUrl)
  const value = (name: string) => told.get(`gifwright_search_${name}`)
  assert.equal(value('documents'), 2100)
  assert.ok(value('terms')! > 100)
  assert.equal(value('vocabulary_full'), 0)
  assert.equal(value('lag_changes'), 0)
  assert.equal(value('lag_seconds'), 0)
  assert.ok(value('jobs{kind="merge"}') !== undefined)
  assert.equal(value('query_seconds_count{match="exact"}'), 1)
  await until('deltas became parts', async () => {
    const now = await samples(app.metricsUrl)
    const parts = now.get('gifwright_search_parts')!
    return (
      parts > 0 &&
      now.get('gifwright_search_bytes')! > 0 &&
      now.get('gifwright_search_delta_documents')! < 2100
    )
  })
  // Rebuilt, it is saved.
  await app.withStores(({ renewEpoch }) => renewEpoch())
  const saves = 'gifwright_search_job_seconds_count{kind="save"}'
  await until('it is saved', async () => (await samples(app.metricsUrl)).get(saves) === 1)
  const saved = await samples(app.metricsUrl)
  assert.ok(saved.get('gifwright_search_saved_bytes')! > 10_000)
  assert.ok(saved.get('gifwright_search_saved_age_seconds')! < 60)
  assert.equal(saved.get('gifwright_search_build_seconds_count'), 1)
})

test('the operators page explains exactly the existing metrics with their labels', async () => {
  const registry = new Registry()
  createMetrics('1', registry).watchState(stateSources())
  const metrics = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[]
  const there = metrics
    .filter(({ name }) => name.startsWith('gifwright_'))
    .map(({ name, labelNames }) => (labelNames.length > 0 ? `${name}{${labelNames.join(',')}}` : name))
  const page = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const explained = [...page.matchAll(/^\| `(gifwright_[^`]+)`/gm)].map(([, name = '']) => name)
  assert.deepEqual(explained.toSorted(), there.toSorted())
})

test('the metrics of tasks cover the wait, the duration of each stage and the outcome', async () => {
  const metrics = createMetrics('1.2.3')
  metrics.tasks.claimed(1500)
  metrics.tasks.stageEnded('rendering', 2000)
  metrics.tasks.ended('done')
  metrics.tasks.ended('error', 'media_broken')
  metrics.tasks.triedAgain('source_unreachable')
  metrics.tasks.triedAgain('internal')
  metrics.tasks.triedAgain('stopping')
  metrics.tasks.ended('cancelled')
  metrics.tasks.derivationEnded('error', 'media_broken')
  metrics.tasks.importEnded('done')
  metrics.renderProcess('crashed')
  const told = readSamples(await metrics.text())
  assert.equal(told.get('gifwright_task_wait_seconds_sum'), 1.5)
  assert.equal(told.get('gifwright_task_stage_seconds_sum{stage="rendering"}'), 2)
  assert.equal(told.get('gifwright_tasks_ended_total{outcome="done",reason=""}'), 1)
  assert.equal(told.get('gifwright_tasks_ended_total{outcome="error",reason="media_broken"}'), 1)
  assert.equal(told.get('gifwright_derivations_ended_total{outcome="error",reason="media_broken"}'), 1)
  assert.equal(told.get('gifwright_imports_ended_total{outcome="done",reason=""}'), 1)
  assert.equal(told.get('gifwright_task_retries_total{reason="source_unreachable"}'), 1)
  assert.equal(told.get('gifwright_task_failures_total{class="input"}'), 2)
  assert.equal(told.get('gifwright_task_failures_total{class="service"}'), 1)
  assert.equal(told.get('gifwright_render_process_events_total{event="crashed"}'), 1)
  assert.equal(told.get('gifwright_info{version="1.2.3"}'), 1)
})

test('a collector without a value is left out, and does not delay the others', async () => {
  const metrics = createMetrics('1')
  const fails = async () => Promise.reject(new Error('the database is gone'))
  let connections = async () => 7
  metrics.watchState({
    queue: fails,
    imports: fails,
    derivations: async () => ({ waiting: 3, processing: 0 }),
    keptSourceBytes: fails,
    oldestWaitMs: fails,
    toReview: fails,
    renderProcesses: () => 0,
    freeBytes: fails,
    reservedBytes: () => 0,
    database: null,
    web: { openConnections: () => connections(), search: fails, catalogueAgeMs: () => 1500 },
    checks: ['database'],
    failingChecks: async () => ['database'],
  })
  const told = readSamples(await metrics.text())
  for (const name of ['gifwright_oldest_waiting_task_seconds', 'gifwright_disk_free_bytes'])
    assert.equal(told.has(name), false)
  assert.equal(
    [...told.keys()].some((name) => name.startsWith('gifwright_tasks{')),
    false,
  )
  assert.equal(told.get('gifwright_http_open_connections'), 7)
  assert.equal(told.get('gifwright_derivations{status="waiting"}'), 3)
  assert.equal(told.get('gifwright_ready{check="database"}'), 0)
  assert.equal(told.get('gifwright_catalogue_age_seconds'), 1.5)
  assert.equal(told.has('gifwright_database_connections_max'), false)
  connections = fails
  assert.equal(readSamples(await metrics.text()).has('gifwright_http_open_connections'), false)
})

const noHealth = { '/healthz': answerHealth, '/readyz': answerHealth, '/readyz/whole': answerHealth }

test('a port in use stops the start with an error message', async (t) => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  t.after(() => other.close())
  const port = String(Object(other.address()).port)
  const config = testConfig({ PORT: '0', DATA_DIR: await dataFolder(t), METRICS_PORT: port })
  const app = await createApp(config, { log: silent })
  await assert.rejects(app.start(), { message: new RegExp(`METRICS_PORT ${port} .* is in use`) })
  await app.stop()
})

test('the metrics port takes few connections and small headers, waits for nobody, and closes immediately', async (t) => {
  let asked = 0
  const answer = Promise.withResolvers<string>()
  const text = () => {
    asked += 1
    return answer.promise
  }
  const server = new MetricsServer(fakeOf<Metrics>({ text, contentType: 'text/plain' }), noHealth, silent)
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())
  const url = server.url!
  assert.match(
    await raw(url, `GET /metrics HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(9000)}\r\n\r\n`),
    /^HTTP\/1\.1 431 /,
  )

  const { port, hostname } = new URL(url)
  const slow = connect(Number(port), hostname)
  slow.write('GET /metrics HTTP/1.1\r\nHost: x\r\n')
  assert.match(Buffer.concat(await slow.toArray()).toString(), /^HTTP\/1\.1 408 /)

  const sockets = Array.from({ length: 40 }, () => connect(Number(port), hostname))
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  const closed = new Set<number>()
  for (const [index, socket] of sockets.entries()) {
    socket.on('error', () => {})
    socket.on('close', () => closed.add(index))
    socket.write('GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n')
  }
  await until('the others are refused', () => closed.size === 40 - 16)
  assert.equal(asked, 1, 'simultaneous requests share one answer')
  const gone = Promise.all(sockets.filter(({ closed }) => !closed).map((socket) => once(socket, 'close')))
  await server.close()
  await gone
  answer.resolve('')
})

test('a collector that fails is a 500 that reveals nothing', async (t) => {
  const text = () => Promise.reject(new Error('a path /of/this/machine'))
  const server = new MetricsServer(fakeOf<Metrics>({ text, contentType: 'text/plain' }), noHealth, silent)
  await server.listen({ host: '127.0.0.1', port: 0 })
  t.after(() => server.close())
  const response = await fetch(server.url!)
  assert.equal(response.status, 500)
  assert.equal(await response.text(), '')
})
