import assert from 'node:assert/strict'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { version } from '#src/version.ts'
import { runCommand } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { freePort } from '../support/servers/free-port.ts'

test('the start logs its version and settings, and warns about the findings of config check', async (t) => {
  const folder = await dataFolder(t)
  const log = await open(join(folder, 'log'), 'w')
  t.after(() => log.close())
  const server = await startServer(
    {
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'info',
      SITE_ULR: 'https://gifs.example.org',
      REPORTS_PER_MINUTE: '3',
      UPSTREAM_KEY: 'hush',
      YT_DLP: '/nonexistent',
      SITE_NAME: 'Gifwright',
    },
    { log: log.fd },
  )
  t.after(() => server.child.kill('SIGKILL'))
  const text = await readFile(join(folder, 'log'), 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const start = lines.find((line) => line.version === version)
  const { DATA_DIR, UPSTREAM_KEY, SITE_NAME, YT_DLP } = Object(start?.settings) as Record<string, unknown>
  assert.deepEqual(
    [DATA_DIR, UPSTREAM_KEY, SITE_NAME, YT_DLP],
    [join(folder, 'data'), '***', undefined, '/nonexistent'],
  )
  assert.doesNotMatch(text, /hush/)
  const warnings = lines.filter(({ level }) => level === 40 || level === 'warn').map(({ msg }) => String(msg))
  for (const name of [
    'SITE_ULR is not',
    'REPORTS_PER_MINUTE is called',
    'UPSTREAM_KEY has no effect',
    'YT_DLP: there is no program',
  ])
    assert.equal(warnings.filter((warning) => warning.startsWith(name)).length, 1, name)
})

test("a metrics port that is in use, or equal to the site's, is reported as METRICS_PORT", async (t) => {
  const port = String(await freePort())
  const start = (settings: Record<string, string>) =>
    runCommand(['start'], { DATA_DIR: settings.DATA_DIR ?? '', ...settings }).ended
  const same = await start({ DATA_DIR: await dataFolder(t), PORT: port, METRICS_PORT: port, HOST: '0.0.0.0' })
  assert.deepEqual(
    [same.code, same.err],
    [1, `METRICS_PORT ${port} is that of PORT too; set METRICS_PORT to another one.\n`],
  )
  const other = await startServer({
    DATA_DIR: await dataFolder(t),
    PORT: port,
    SANDBOX: 'off',
    YT_DLP: 'off',
  })
  t.after(() => other.child.kill('SIGKILL'))
  const taken = await start({ DATA_DIR: await dataFolder(t), PORT: '0', METRICS_PORT: port })
  assert.equal(taken.code, 1)
  assert.match(taken.err, new RegExp(`^METRICS_PORT ${port} on METRICS_HOST 127\\.0\\.0\\.1 is in use`, 'm'))
  assert.doesNotMatch(taken.err, /\bset PORT/)
})
