import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startApp } from '../support/app.ts'
import { samples } from '../support/http/samples.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { until } from '../support/until.ts'

describe('the metrics of PostgreSQL', { skip: noPostgres }, async () => {
  if (noPostgres !== false) return
  const server = await sharedPostgres()

  test('cover the pool, the clock, messages, gaps and the cost of a restart of the server', async (t) => {
    const app = await startApp(t, {
      DATABASE_URL: await server.newDatabase(),
      DATABASE_CONNECTIONS: '5',
      METRICS_PORT: '0',
      WORKER_CONCURRENCY: '0',
      LOG_LEVEL: 'silent',
    })
    const now = () => samples(app.metricsUrl)
    const before = await now()
    assert.equal(before.get('gifwright_database_connections_max'), 5)
    assert.ok(before.get('gifwright_database_connections{state="idle"}')! >= 0)
    assert.ok(before.get('gifwright_database_connections{state="used"}')! >= 0)
    assert.equal(before.get('gifwright_database_connection_waits'), 0)
    assert.equal(before.get('gifwright_database_connections_lost_total'), 0)
    assert.equal(before.get('gifwright_database_retries_total{reason="connection"}'), 0)
    assert.equal(before.get('gifwright_database_listening'), 1)
    assert.ok(Math.abs(before.get('gifwright_database_clock_offset_seconds')!) < 5)
    assert.ok(before.get('gifwright_catalogue_age_seconds')! < 60)
    assert.equal(before.get('gifwright_message_gaps_total'), 0)

    await app.withStores(({ catalogue }) => catalogue.addCategory({ name: 'A new one', code: 'a-new-one' }))
    const received = 'gifwright_messages_total{channel="catalogue",direction="received"}'
    await until('the message of the other process is counted', async () => (await now()).get(received)! >= 1)

    await server.stop()
    const lost = 'gifwright_database_connections_lost_total'
    await until('the loss is counted', async () => (await now()).get(lost)! >= 2)
    assert.equal((await now()).get('gifwright_database_listening'), 0)
    await server.start()
    await until('the gap is counted', async () => (await now()).get('gifwright_message_gaps_total') === 1)
    assert.equal((await now()).get('gifwright_database_listening'), 1)
  })
})
