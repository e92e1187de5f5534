import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SearchReport } from '#src/app/search/search-status.ts'
import { startApp } from '../support/app.ts'
import { runHere } from '../support/processes/command.ts'
import { addGifs, addTitles, untilReady } from '../support/stores/searching.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

test('search status describes the index of a running server, then the saved one, then a missing one', async (t) => {
  const folder = await dataFolder(t)
  const settings = { DATA_DIR: folder, WORKER_CONCURRENCY: '0' }
  const read = async () => {
    const { code, out, err } = await runHere(['search', 'status', '--json'], settings)
    assert.equal(code, 0, err)
    return JSON.parse(out) as SearchReport
  }
  const text = async () => (await runHere(['search', 'status'], settings)).out

  assert.equal((await runHere(['init'], settings)).code, 0)
  assert.deepEqual({ ...(await read()), reason: '' }.state, 'none')
  await addGifs(folder, 2100)
  const app = await startApp(t, settings)
  await untilReady(app.url)
  let running = await read()
  await until('the server has said that it is ready', async () => {
    running = await read()
    return running.state === 'ready' && running.saved !== null
  })
  assert.equal(running.server?.pid, process.pid)
  assert.ok(running.server.age_seconds < 30)
  assert.equal(running.documents, 2100)
  assert.equal(running.behind, 0)
  assert.equal(running.version, running.catalogue_version)
  assert.ok((running.memory_bytes ?? 0) > 10_000 && (running.terms ?? 0) > 100)
  assert.equal(running.saved?.behind, 0)
  assert.ok((running.saved?.bytes ?? 0) > 10_000)
  const said = await text()
  assert.match(said, /^state +ready$/m)
  assert.match(said, /^GIFs +2,100$/m)
  assert.match(said, /^version +\d+, 0 behind the catalogue/m)

  await app.stop()
  await addTitles(folder, ['One more', 'And one more'])
  const saved = await read()
  assert.deepEqual(
    [saved.state, saved.server, saved.documents, saved.behind, saved.saved?.behind],
    ['saved', null, 2100, 2, 2],
  )
  assert.match(await text(), /^state +saved; no server runs$/m)

  await rm(join(folder, 'search'), { recursive: true })
  const none = await read()
  assert.deepEqual([none.state, none.documents, none.saved], ['none', null, null])
  assert.match(none.reason ?? '', /manifest/)
})
