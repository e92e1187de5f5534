import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '../../support/app.ts'
import { noPostgres, sharedPostgres } from '../../support/servers/postgres.ts'
import { startTraceReceiver } from '../../support/http/trace-receiver.ts'

describe('traces with PostgreSQL', { skip: noPostgres }, async () => {
  if (noPostgres !== false) return
  const server = await sharedPostgres()

  test('statements and transactions of a request are spans of its trace', async (t) => {
    const receiver = await startTraceReceiver(t)
    const url = await server.newDatabase()
    const app = await startApp(t, {
      DATABASE_URL: url,
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '10',
      WORKER_CONCURRENCY: '0',
    })
    const values = { category: '1', start: '0', end: '2', url: 'https://example.org/clip.mp4' }
    const [first, second] = await Promise.all([
      app.post('/api/create-gif/source/url', values),
      app.post('/api/create-gif/source/url', values),
    ])
    assert.deepEqual([first.status, second.status], [200, 200])
    const isPost = ({ name }: { name: string }) => name === 'POST /api/create-gif/source/url'
    const one = await receiver.span('POST /api/create-gif/source/url')
    const other = await receiver.span('POST /api/create-gif/source/url', (span) => span !== one)
    for (const post of [one, other]) {
      const insert = await receiver.span('insert task', (span) => span.parentSpanId === post.spanId)
      assert.equal(insert.attributes['db.system.name'], 'postgresql')
      assert.equal(insert.traceId, post.traceId)
    }
    assert.equal(receiver.spans.filter(isPost).length, 2)
    const { password, host } = new URL(url)
    const sent = receiver.requests.map(({ body }) => body).join('\n')
    for (const secret of [password, host].filter((text) => text !== ''))
      assert.equal(sent.includes(secret), false)
  })
})
