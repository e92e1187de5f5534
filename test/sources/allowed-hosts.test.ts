import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { loadConfig } from '#src/config/config.ts'
import { isFullRun } from '../support/full-run.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

test('the start warns about private hosts that visitors may name, and is silent without any', async (t) => {
  const cases = [
    ['10.0.0.5:8080,[fd00::5]:80', /SOURCE_ALLOWED_HOSTS .* 10\.0\.0\.5:8080, \[fd00::5\]:80/],
    ['', /^(?![^]*SOURCE_ALLOWED_HOSTS)/],
  ] as const
  for (const [pairs, warning] of isFullRun ? cases : cases.slice(0, 1)) {
    const folder = await dataFolder(t)
    const settings = { DATA_DIR: folder, SOURCE_ALLOWED_HOSTS: pairs, WORKER_CONCURRENCY: '0' }
    const { child, said } = await startServer(settings)
    t.after(() => child.kill('SIGKILL'))
    assert.match(said(), warning)
    child.kill()
    if (child.exitCode === null) await once(child, 'exit')
  }
})

test('a pair with a port that is never fetched from is refused with the reason', () => {
  const refused = (pair: string) => {
    try {
      loadConfig({ SOURCE_ALLOWED_HOSTS: pair })
    } catch (error) {
      return String(error)
    }
    return 'taken'
  }
  assert.match(
    refused('10.0.0.5:6000'),
    /takes ports that browsers fetch from, not that of "10\.0\.0\.5:6000"/,
  )
  assert.match(refused('10.0.0.5'), /takes exact IP:port pairs such as 10\.0\.0\.5:8080, not "10\.0\.0\.5"/)
  assert.equal(refused('10.0.0.5:8080'), 'taken')
})
