import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTcpProxy } from '../support/http/tcp-proxy.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { freePort } from '../support/servers/free-port.ts'
import { noPostgres, sharedPostgres } from '../support/servers/postgres.ts'
import { until } from '../support/until.ts'

test(
  'while PostgreSQL is unavailable a web machine stays ready but degraded, a worker does not, and both recover',
  { skip: noPostgres },
  async (t) => {
    const address = new URL(await (await sharedPostgres()).newDatabase())
    const proxy = await startTcpProxy(t, Number(address.port))
    address.port = String(proxy.port)
    const settings = async () => ({
      DATABASE_URL: address.href,
      DATA_DIR: await dataFolder(t),
      MIN_FREE_DISK_MB: '0',
      LOG_LEVEL: 'silent',
    })
    const web = await startServer(await settings(), { command: 'serve' })
    const metricsPort = String(await freePort())
    const worker = await startServer(
      { ...(await settings()), METRICS_PORT: metricsPort, WORKER_CONCURRENCY: '1' },
      { command: 'work' },
    )
    const workerUrl = `http://127.0.0.1:${metricsPort}`
    const statusOf = async (url: string) => (await fetch(url)).status
    for (const url of [web.url, workerUrl])
      await until('it is ready', async () => (await statusOf(`${url}/readyz/whole`)) === 200)

    await proxy.cut('refused')
    await until(
      'the web machine is degraded',
      async () => (await statusOf(`${web.url}/readyz/whole`)) === 503,
    )
    const ready = await fetch(`${web.url}/readyz`)
    assert.equal(ready.status, 200)
    assert.match(await ready.text(), /"status":"degraded","failing":\["database"\]/)
    assert.deepEqual(await (await fetch(`${web.url}/readyz/whole`)).json(), {
      status: 'degraded',
      failing: ['database'],
    })
    assert.equal(await statusOf(`${web.url}/api/find?q=cat`), 200)
    await until('the worker is not ready', async () => (await statusOf(`${workerUrl}/readyz`)) === 503)

    await proxy.restore()
    for (const url of [web.url, workerUrl])
      await until('it is ready again', async () => (await statusOf(`${url}/readyz/whole`)) === 200)
    for (const { child, exited } of [web, worker]) {
      child.kill('SIGTERM')
      assert.equal(await exited, 0)
    }
  },
)
