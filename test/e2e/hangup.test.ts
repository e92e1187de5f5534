import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fullTest, isFullRun } from '../support/full-run.ts'
import { runCommand } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'

for (const command of ['start', 'serve', 'work'] as const) {
  const itIs = command === 'serve' ? fullTest : test
  itIs(`SIGHUP stops gifwright ${command} as SIGTERM does`, async (t) => {
    const settings = { DATA_DIR: await dataFolder(t), SANDBOX: 'off', YT_DLP: 'off', WORKER_CONCURRENCY: '1' }
    const server = await startServer(settings, { command })
    t.after(() => server.child.kill('SIGKILL'))
    server.child.kill('SIGHUP')
    assert.equal(await server.exited, 0, server.said())
    assert.match(server.said(), /^Stopping; running work has /m)
  })
}

test('SIGHUP ends a long command between two steps, like SIGTERM', async (t) => {
  const settings = { DATA_DIR: await dataFolder(t) }
  for (const signal of isFullRun ? (['SIGTERM', 'SIGHUP'] as const) : (['SIGHUP'] as const)) {
    const { child, ended } = runCommand(['demo', '--gifs', '5000000'], settings)
    t.after(() => child.kill('SIGKILL'))
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk))
    await until('it adds GIFs', () => /\d/.test(said))
    child.kill(signal)
    const { code, err } = await ended
    assert.equal(code, 1, String(code))
    assert.match(err, /^Stopped\.\n/m)
  }
})
