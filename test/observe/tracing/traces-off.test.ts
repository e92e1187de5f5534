import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { test } from 'node:test'

const loaded: string[] = []
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    loaded.push(resolved.url)
    return resolved
  },
})

test('without OTEL_EXPORTER_OTLP_ENDPOINT neither the SDK of OpenTelemetry nor its exporter is loaded', async (t) => {
  const { startApp } = await import('../../support/app.ts')
  // Its API, which does nothing by itself, comes with prom-client.
  const ofOpenTelemetry = () => [...new Set(loaded.filter((url) => /@opentelemetry\/(?!api\/)/.test(url)))]
  const off = await startApp(t, { WORKER_CONCURRENCY: '1' })
  assert.equal((await off.post('/api/find', { q: 'cat' })).status, 200)
  assert.ok(loaded.some((url) => url.endsWith('/src/app/service.ts')))
  assert.deepEqual(ofOpenTelemetry(), [])
  await off.stop()
  const on = await startApp(t, { WORKER_CONCURRENCY: '0', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  assert.ok(ofOpenTelemetry().length > 10)
  await on.stop()
})
