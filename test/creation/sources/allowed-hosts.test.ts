import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { dataFolder, startServer } from '../../support/server-process.ts'

test('the start warns of private hosts that visitors may name, and says nothing where there are none', async (t) => {
  for (const [pairs, warning] of [
    ['10.0.0.5:8080,[fd00::5]:80', /SOURCE_ALLOWED_HOSTS .* 10\.0\.0\.5:8080, \[fd00::5\]:80/],
    ['', /^(?![^]*SOURCE_ALLOWED_HOSTS)/],
  ] as const) {
    const folder = await dataFolder(t)
    const settings = { DATA_DIR: folder, SOURCE_ALLOWED_HOSTS: pairs, WORKER_CONCURRENCY: '0' }
    const { child, said } = await startServer(settings)
    t.after(() => child.kill('SIGKILL'))
    assert.match(said(), warning)
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
})
