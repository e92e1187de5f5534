import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { test } from 'node:test'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import pino from 'pino'
import { loadConfig } from '#src/config/config.ts'
import { describeStatement } from '#src/observe/tracing/observers.ts'
import { SpanCounter } from '#src/observe/tracing/span-export.ts'
import { startTracing } from '#src/observe/tracing/start-tracing.ts'
import type { Answer } from '../../support/answers.ts'
import { startApp } from '../../support/app.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { makeVideo } from '../../support/media/media.ts'
import { startOrigin } from '../../support/http/origin-server.ts'
import { samples } from '../../support/http/samples.ts'
import { dataFolder } from '../../support/processes/server-process.ts'
import { startTraceReceiver } from '../../support/http/trace-receiver.ts'
import { until } from '../../support/until.ts'
import { freePort } from '../../support/servers/free-port.ts'

const soon = { OTEL_BSP_SCHEDULE_DELAY: '10' }

test('the trace of a creation continues from its request through the queue to its run on another machine', async (t) => {
  const receiver = await startTraceReceiver(t)
  const video = await readFile(await makeVideo(t, { seconds: 1 }))
  const origin = await startOrigin(t, {
    '/hidden-path.mp4': (_request, response) =>
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': video.length }).end(video),
  })
  const settings = {
    ...soon,
    DATA_DIR: await dataFolder(t),
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=key%20of%20the%20collector',
    OTEL_SERVICE_NAME: 'gifs',
    SOURCE_ALLOWED_HOSTS: origin.pair,
  }
  const web = await startApp(t, settings, { role: 'web' })
  await startApp(t, { ...settings, WORKER_CONCURRENCY: '1' }, { role: 'worker' })
  const token = await web.token('anna-hidden@example.org')

  const values = { category: '1', start: '0', end: '1', title: 'HiddenTitle', url: '' }
  values.url = origin.url('/hidden-path.mp4?hidden-query=1').href
  const made = await web.post('/api/create-gif/source/url', values, { authorization: `Bearer ${token}` })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  const { id } = made.body
  const ended = await web.ended(id)
  assert.equal(ended.status, 'done', JSON.stringify(ended))
  assert.equal((await web.post('/api/find', { q: 'hiddenwords' })).status, 200)
  assert.equal((await web.fetch('/api/gif/nothing?q=hiddenwords')).status, 404)

  const post = await receiver.span('POST /api/create-gif/source/url')
  assert.equal(post.parentSpanId ?? '', '')
  assert.equal(post.attributes['http.request.method'], 'POST')
  assert.equal(post.attributes['http.route'], '/api/create-gif/source/url')
  assert.equal(post.attributes['http.response.status_code'], 200)
  assert.equal(post.resource['service.name'], 'gifs')
  assert.equal(post.resource['gifwright.role'], 'web')

  const queue = await receiver.span('queue')
  const run = await receiver.span('creation run')
  for (const span of [queue, run]) {
    assert.equal(span.traceId, post.traceId)
    assert.equal(span.parentSpanId, post.spanId)
    assert.equal(span.resource['gifwright.role'], 'worker')
    assert.notEqual(span.resource['service.instance.id'], post.resource['service.instance.id'])
  }
  assert.equal(run.attributes['gifwright.outcome'], 'done')
  assert.equal(run.attributes['gifwright.attempt'], 1)

  const ofRun = (name: string) => receiver.span(name, (span) => span.parentSpanId === run.spanId)
  for (const stage of ['fetching', 'rendering', 'storing']) await ofRun(stage)
  const fetched = await ofRun('fetch source')
  assert.deepEqual(fetched.attributes, { 'server.address': '127.0.0.1' })
  const put = await ofRun('store put')
  assert.deepEqual(put.attributes, { 'gifwright.outcome': 'ok' })
  const publish = await ofRun('publish')
  const insert = await receiver.span('insert gif', (span) => span.parentSpanId === publish.spanId)
  assert.equal(insert.attributes['db.operation.name'], 'insert')
  assert.equal(insert.attributes['db.collection.name'], 'gif')
  await receiver.span('insert task', (span) => span.parentSpanId === post.spanId)

  const find = await receiver.span('POST /api/find')
  const search = await receiver.span('search index', (span) => span.traceId === find.traceId)
  assert.ok(['exact', 'close', 'partial', 'none'].includes(String(search.attributes['gifwright.match'])))
  assert.notEqual(find.traceId, post.traceId)
  const missing = await receiver.span('GET /api/gif/:code')
  assert.equal(missing.attributes['http.response.status_code'], 404)
  assert.equal(missing.status.code ?? 0, 0, 'a missing file is no error')

  for (const span of receiver.spans)
    assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name)
  for (const { path, headers } of receiver.requests) {
    assert.equal(path, '/v1/traces')
    assert.equal(headers['x-collector-key'], 'key of the collector')
  }
  const sent = receiver.requests.map(({ body }) => body).join('\n')
  assert.doesNotMatch(sent, /hidden/i)
  for (const secret of [token, id, ended.result.code, web.folder, 'key of the collector'])
    assert.equal(sent.includes(secret), false)
})

test('the run of a creation records why it failed, and only internal errors are errors of its trace', async (t) => {
  const receiver = await startTraceReceiver(t)
  const app = await startApp(t, {
    ...soon,
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    WORKER_CONCURRENCY: '1',
  })
  const video = await readFile(await makeVideo(t, { seconds: 1 }))
  const form = new FormData()
  for (const [key, value] of Object.entries({ category: '1', start: '0', end: '1', title: 'A GIF' }))
    form.append(key, value)
  form.append('video', new Blob([new Uint8Array(video.subarray(0, 2000))]), 'clip.mp4')
  const response = await app.fetch('/api/create-gif/source/video', { method: 'POST', body: form })
  const { id } = (await response.json()) as Answer
  await app.ended(id)
  const post = await receiver.span('POST /api/create-gif/source/video')
  const run = await receiver.span('creation run')
  assert.equal(run.traceId, post.traceId)
  assert.equal(run.attributes['gifwright.outcome'], 'error')
  assert.equal(run.attributes['gifwright.reason'], 'media_broken')
  assert.equal(run.status.code ?? 0, 0)
})

test('a traceparent is honored only from a trusted proxy, including its sampling decision', async (t) => {
  const receiver = await startTraceReceiver(t)
  const settings = { ...soon, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, WORKER_CONCURRENCY: '0' }
  const behind = await startApp(t, { ...settings, TRUSTED_PROXIES: '127.0.0.1' })
  const open = await startApp(t, settings)
  const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
  const ask = (app: typeof open, path: string, traceparent: string) =>
    app.fetch(path, { headers: { traceparent } }).then((response) => response.arrayBuffer())

  await ask(behind, '/api/categories', `00-${traceId}-${spanId}-01`)
  const continued = await receiver.span('GET /api/categories')
  assert.deepEqual([continued.traceId, continued.parentSpanId], [traceId, spanId])

  await ask(behind, '/api/trending', `00-${traceId}-${spanId}-00`)
  for (const malformed of [`00-${'0'.repeat(32)}-${spanId}-01`, 'x', `ff-${traceId}-${spanId}-01`])
    await ask(behind, '/api/mine', malformed)
  await ask(open, '/api/gif/nothing', `00-${traceId}-${spanId}-01`)
  const own = await receiver.span('GET /api/gif/:code')
  assert.notEqual(own.traceId, traceId)
  assert.equal(own.parentSpanId ?? '', '')
  await until('all come', () => receiver.spans.filter(({ name }) => name === 'GET /api/mine').length === 3)
  for (const { traceId: id } of receiver.spans.filter(({ name }) => name === 'GET /api/mine'))
    assert.notEqual(id, traceId)
  assert.equal(
    receiver.spans.some(({ name }) => name === 'GET /api/trending'),
    false,
  )
})

test('a share of traces, or none, can be recorded', async (t) => {
  const receiver = await startTraceReceiver(t)
  const settings = { ...soon, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, WORKER_CONCURRENCY: '0' }
  const none = await startApp(t, {
    ...settings,
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0',
  })
  const all = await startApp(t, { ...settings, OTEL_TRACES_SAMPLER: 'always_on' })
  for (const path of ['/api/categories', '/healthz']) await (await none.fetch(path)).arrayBuffer()
  await none.stop()
  for (const path of ['/healthz', '/api/trending']) await (await all.fetch(path)).arrayBuffer()
  await receiver.span('GET /api/trending')
  await all.stop()
  const requests = receiver.spans.filter(({ name }) => /^[A-Z]+ \//.test(name)).map(({ name }) => name)
  assert.deepEqual(requests, ['GET /api/trending'], 'health checks are not traced')
})

test('an unavailable endpoint costs the service nothing: spans are counted as failed, and it is logged once, until it recovers', async (t) => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const port = await freePort()
  const app = await startApp(
    t,
    {
      ...soon,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=hidden',
      OTEL_EXPORTER_OTLP_TIMEOUT: '50',
      METRICS_PORT: '0',
      WORKER_CONCURRENCY: '0',
    },
    { log },
  )
  const spans = async (outcome: string) =>
    (await samples(app.metricsUrl)).get(`gifwright_trace_spans_total{outcome="${outcome}"}`) ?? 0
  for (let batch = 0; batch < 3; batch++) {
    const before = await spans('failed')
    assert.equal((await app.fetch('/api/categories')).status, 200)
    await until('the batch failed', async () => (await spans('failed')) > before)
  }
  assert.equal(await spans('sent'), 0)
  const told = () => lines.filter((line) => line.includes('OTEL_EXPORTER_OTLP_ENDPOINT'))
  assert.equal(told().length, 1, told().join(''))
  assert.match(told()[0] ?? '', /ECONNREFUSED/)

  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  }).listen(port, '127.0.0.1')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  await until('spans are accepted again', async () => {
    await (await app.fetch('/api/categories')).arrayBuffer()
    return (await spans('sent')) > 0
  })
  assert.match(told()[1] ?? '', /again/)
  assert.doesNotMatch(lines.join(''), /hidden/)
})

test('an endpoint that never answers holds up only the spans that may wait, and no stop', async (t) => {
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(t, () => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = Object(server.address()) as { port: number }
  const counts = { sent: 0, dropped: 0, failed: 0 }
  const { tracer, stop } = startTracing(
    {
      endpoint: `http://127.0.0.1:${port}`,
      headers: {},
      serviceName: 'test',
      sampler: 'always_on',
      sampledShare: 1,
      timeoutMs: 60_000,
      delayMs: 10,
    },
    {
      version: '1',
      role: 'all',
      observer: {
        spans: (outcome, count) => (counts[outcome] += count),
        failing: () => undefined,
        recovered: () => undefined,
      },
    },
  )
  for (let span = 0; span < 5000; span++) tracer.start('span', null).end()
  assert.deepEqual(counts, { sent: 0, dropped: 5000 - 4096, failed: 0 })
  await stop()
  tracer.start('after the stop', null).end()
  assert.deepEqual(counts, { sent: 0, dropped: 5000 - 4096 + 1, failed: 0 })
})

test('spans that were sent, or could not be, make room for others', () => {
  const counts = { sent: 0, dropped: 0, failed: 0 }
  const counter = new SpanCounter(2, {
    spans: (outcome, count) => (counts[outcome] += count),
    failing: () => undefined,
    recovered: () => undefined,
  })
  const ended = { forceFlush: async () => {}, shutdown: async () => {} }
  const waiting: ReadableSpan[] = []
  const processor = counter.bound({ ...ended, onStart: () => {}, onEnd: (span) => waiting.push(span) })
  const codes = [0, 1]
  const exporter = counter.count({ ...ended, export: (_, done) => done({ code: codes.shift() ?? 0 }) })
  const span = { spanContext: () => ({ traceFlags: 1 }) } as ReadableSpan
  for (let time = 0; time < 3; time++) {
    for (let count = 0; count < 2; count++) processor.onEnd(span)
    exporter.export(waiting.splice(0), () => {})
  }
  assert.deepEqual(counts, { sent: 4, dropped: 0, failed: 2 })
})

test('invalid settings of traces stop the start with a message that shows no secret', () => {
  const wrong = (settings: Record<string, string>, message: RegExp) =>
    assert.throws(
      () => loadConfig(settings),
      (error: Error) => {
        assert.match(error.message, message)
        assert.doesNotMatch(error.message, /hidden/)
        return true
      },
    )
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  wrong(
    { OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' },
    /OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address/,
  )
  wrong(
    { OTEL_EXPORTER_OTLP_HEADERS: 'a=hidden' },
    /OTEL_EXPORTER_OTLP_HEADERS needs OTEL_EXPORTER_OTLP_ENDPOINT/,
  )
  for (const headers of ['hidden', 'a b=hidden', 'a=hidden%', 'a=hidden%0d%0ab'])
    wrong({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }, /OTEL_EXPORTER_OTLP_HEADERS must be pairs/)
  wrong(
    { ...endpoint, OTEL_TRACES_SAMPLER: 'some' },
    /OTEL_TRACES_SAMPLER must be one of parentbased_always_on/,
  )
  wrong({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '2' }, /OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1/)
  assert.equal(loadConfig({}).tracing, null)
})

test('a statement is described by its operation and its table, never by its values', () => {
  const described = (sql: string) => Object.values(describeStatement(sql)).join(' ')
  assert.equal(described('select "id" from "gif" where "code" = ?'), 'select gif')
  assert.equal(described('insert into "task" ("id") values (?)'), 'insert task')
  assert.equal(described('update "catalogue_version" set "version" = 1'), 'update catalogue_version')
  assert.deepEqual(describeStatement('begin immediate'), { operation: 'begin', table: null })
  assert.deepEqual(describeStatement(undefined), { operation: 'statement', table: null })
})
