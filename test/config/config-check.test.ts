import assert from 'node:assert/strict'
import { chmod, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { halfPairs } from '#src/config/checks/half-pairs.ts'
import { formerNames } from '#src/config/checks/names.ts'
import { loadConfig } from '#src/config/config.ts'
import { settings } from '#src/config/env.ts'
import { findProgram } from '#src/lib/tools/find-program.ts'
import { onOneMachine } from '../support/instance.ts'
import { runCommand, runHere } from '../support/processes/command.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { freePort } from '../support/servers/free-port.ts'

const sqlite = onOneMachine('the settings of a data folder')

type Settings = Record<string, string>

async function check(given: Settings, args: string[] = []) {
  const { code, out, err } = await runHere([...args, 'config', 'check'], given)
  assert.equal(err, '')
  const lines = out.trim().split('\n')
  return {
    code,
    mistakes: code === 0 ? [] : lines.filter((line) => !line.startsWith('Note: ')),
    notes: lines.filter((line) => line.startsWith('Note: ')),
  }
}

/** The errors in the settings of an existing data folder. */
async function configErrors(t: TestContext, given: Settings, args: string[] = []) {
  const { code, mistakes } = await check({ DATA_DIR: await dataFolder(t), ...given }, args)
  assert.equal(code, mistakes.length === 0 ? 0 : 1)
  return mistakes
}

async function fileWith(t: TestContext, text: string, mode = 0o640): Promise<string> {
  const file = join(await dataFolder(t), 'gifwright.env')
  await writeFile(file, text, { mode })
  return file
}

/** A folder for PATH that contains only these programs. */
async function pathWith(t: TestContext, programs: string[]): Promise<string> {
  const folder = await dataFolder(t)
  for (const name of programs)
    await symlink((await findProgram(name, process.env.PATH ?? '')) ?? '', join(folder, name))
  return folder
}

/** Like `runHere`, but with another PATH. */
async function checkOnPath(t: TestContext, path: string, given: Settings) {
  const { code, out } = await runCommand(['config', 'check'], {
    DATA_DIR: await dataFolder(t),
    PATH: path,
    ...given,
  }).ended
  return { code, out }
}

test('correct settings pass, whatever else the environment has', sqlite, async (t) => {
  const others =
    'HOME USER LANG NODE_OPTIONS AWS_REGION AWS_PROFILE AWS_SESSION_TOKEN PGHOST PGPORT PGSSLROOTCERT OTEL_RESOURCE_ATTRIBUTES OTEL_BLRP_SCHEDULE_DELAY HOSTNAME GIFWRIGHT_PORT GIFWRIGHT_SERVICE_HOST GIFWRIGHT_PORT_3000_TCP_ADDR DATABASE_SSL DATABASE_USER XDG_DATA_DIRS POSTGRES_URL TZ HOSTS PORTS http_proxy INVOCATION_ID npm_config_cache MAIL_URL'
  const given = Object.fromEntries(others.split(' ').map((name) => [name, '']))
  assert.deepEqual(
    await configErrors(t, { ...given, AWS_ACCESS_KEY_ID: 'of another program', OTEL_SERVICE_NAME: 'too' }),
    [],
  )
})

test(
  'a misspelled setting is reported with the correct name, in the environment and in the file',
  sqlite,
  async (t) => {
    const typos: [string, string][] = [
      ['SITE_ULR', 'SITE_URL'],
      ['WORKER_CONCURENCY', 'WORKER_CONCURRENCY'],
      ['site_name', 'SITE_NAME'],
      ['LOG_LEVLE', 'LOG_LEVEL'],
      ['AWS_SECRET_ACCES_KEY', 'AWS_SECRET_ACCESS_KEY'],
      ['GIFWRIGHT_SITE_URL', 'SITE_URL'],
      ['GIFWRIGHT_ENVFILE', 'GIFWRIGHT_ENV_FILE'],
      ['UPSTREAM_KEY_FIEL', 'UPSTREAM_KEY_FILE'],
    ]
    for (const [typo, name] of typos) {
      const text = `is not a setting. Did you mean ${name}?`
      assert.deepEqual(await configErrors(t, { [typo]: '1' }), [`${typo} ${text}`])
      const file = await fileWith(t, `${typo}=1\n`)
      assert.deepEqual(await configErrors(t, {}, ['--env-file', file]), [`${typo} in ${file} ${text}`])
    }
    assert.deepEqual(await configErrors(t, { SITE_URL_FILE: '/x' }), [
      'SITE_URL_FILE has no effect: only secrets are read from files. Set SITE_URL.',
    ])
  },
)

test('every name in the file is checked except those of other programs', sqlite, async (t) => {
  const file = await fileWith(
    t,
    'FOO=1\nPROT=1\nNODE_EXTRA_CA_CERTS=/a\nNODE_OPTIONS=\nTZ=UTC\nPGSSLMODE=x\nGIFWRIGHT_ENV_FILE=x\n',
  )
  assert.deepEqual(await configErrors(t, {}, ['--env-file', file]), [
    `FOO in ${file} is not a setting. Remove it; docs/operating.md lists all settings.`,
    `GIFWRIGHT_ENV_FILE in ${file} has no effect: it is read from the environment.`,
    `NODE_EXTRA_CA_CERTS in ${file} has no effect: Node reads it as it starts. Set it in the environment.`,
    `PROT in ${file} is not a setting. Did you mean PORT?`,
  ])
})

test('a former name is reported with its current one', sqlite, async (t) => {
  const mistakes = await configErrors(t, { REPORTS_PER_MINUTE: '3' })
  assert.deepEqual(mistakes, [
    'REPORTS_PER_MINUTE is called NOTICES_PER_MINUTE now and has no effect: rename it.',
  ])
  for (const [former, now] of Object.entries(formerNames)) {
    assert.ok(!Object.hasOwn(settings, former), `${former} is a setting`)
    assert.ok(Object.hasOwn(settings, now), `${now} is not a setting`)
  }
})

test('a setting that has no effect without another one is reported with that one', sqlite, async (t) => {
  const pairs: [Settings, string][] = [
    [{ OIDC_CLIENT_ID: 'a' }, 'OIDC_CLIENT_ID has no effect without OIDC_ISSUER: set both, or neither.'],
    [{ UPSTREAM_KEY: 'a' }, 'UPSTREAM_KEY has no effect without UPSTREAM_URL: set both, or neither.'],
    [{ S3_REGION: 'a' }, 'S3_REGION has no effect without S3_BUCKET: set both, or neither.'],
    [{ METRICS_HOST: '127.0.0.1' }, 'METRICS_HOST has no effect without METRICS_PORT: set both, or neither.'],
    [
      { DATABASE_CONNECTIONS: '5' },
      'DATABASE_CONNECTIONS has no effect without DATABASE_URL: set both, or neither.',
    ],
    [
      { YT_DLP: 'off', YT_DLP_SITES: 'a.org' },
      'YT_DLP_SITES has no effect with YT_DLP=off: remove one of them.',
    ],
    [{ PURGE_SECRET: 'a' }, 'PURGE_SECRET needs PURGE_URL.'],
    [{ S3_ENDPOINT: 'http://s3' }, 'S3_ENDPOINT needs S3_BUCKET.'],
    [{ S3_BUCKET: 'a' }, 'S3_BUCKET needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'],
  ]
  for (const [given, text] of pairs) assert.deepEqual(await configErrors(t, given), [text])
  const file = await fileWith(t, 'AWS_ACCESS_KEY_ID=a\n')
  assert.deepEqual(await configErrors(t, {}, ['--env-file', file]), [
    'AWS_ACCESS_KEY_ID has no effect without S3_BUCKET: set both, or neither.',
  ])
})

const switches = {
  OIDC_: 'OIDC_ISSUER',
  UPSTREAM_: 'UPSTREAM_URL',
  DATABASE_: 'DATABASE_URL',
  S3_: 'S3_BUCKET',
  OTEL_: 'OTEL_EXPORTER_OTLP_ENDPOINT',
  METRICS_: 'METRICS_PORT',
}

test('every setting of a provider, a bucket, an upstream server or the like needs the one that turns it on', () => {
  for (const [prefix, on] of Object.entries(switches)) {
    const dependents = Object.keys(settings).filter((name) => name.startsWith(prefix) && name !== on)
    assert.ok(dependents.length > 0)
    for (const name of dependents) {
      const envFile = { path: '', text: '', values: {}, decides: new Set([name]) }
      const isFound = halfPairs({ [name]: 'a' }, envFile).some(({ text }) => text.includes(on))
      if (!isFound) assert.throws(() => loadConfig({ [name]: 'a=b' }), new RegExp(`${name} needs`))
    }
  }
})

test(
  'lines that systemd or Compose read differently are reported, without their values',
  sqlite,
  async (t) => {
    const right = `SITE_NAME='a "b" $c #d \\\\n'\nHOST="127.0.0.1"\nPORT=0\nWATERMARK_TEXT=a b\nMEDIA_URL=\n\n# c\n`
    assert.deepEqual(await configErrors(t, {}, ['--env-file', await fileWith(t, right)]), [])
    for (const line of [
      'export PORT=0',
      'SITE_NAME=a#b',
      'SITE_NAME=a # b',
      'SITE_NAME="a $b"',
      'SITE_NAME=a"b"',
      ' PORT=0',
    ]) {
      const file = await fileWith(t, `${line}\n`)
      const name = line.includes('PORT') ? 'PORT' : 'SITE_NAME'
      assert.deepEqual(await configErrors(t, {}, ['--env-file', file]), [
        `Line 1 of ${file} (${name}) is read in another way by systemd or Compose: write ${name}='value' on one line.`,
      ])
    }
    const lost = await fileWith(t, 'PORT 3000\n')
    assert.deepEqual(await configErrors(t, {}, ['--env-file', lost]), [
      `Line 1 of ${lost} has no effect: it is not NAME=value.`,
    ])
  },
)

test('values that name something missing or unusable are reported', sqlite, async (t) => {
  const folder = await dataFolder(t)
  const port = await freePort()
  const cases: [Settings, RegExp][] = [
    [{ DATA_DIR: join(folder, 'none') }, /^DATA_DIR \S+none does not exist\. Make it, or set DATA_DIR/],
    [{ DATA_DIR: '/dev/null' }, /^DATA_DIR \/dev\/null is not a folder\.$/],
    [{ SYNONYMS_FILE: join(folder, 'none') }, /^SYNONYMS_FILE \S+none cannot be read\.$/],
    [
      { UPSTREAM_URL: 'https://a.invalid', UPSTREAM_KEY_FILE: join(folder, 'none') },
      /^UPSTREAM_KEY_FILE names a file that cannot be read \(ENOENT\)/,
    ],
    [{ YT_DLP: '/nonexistent' }, /^YT_DLP: there is no program \/nonexistent/],
    [{ METRICS_PORT: '3000' }, /^METRICS_PORT 3000 is that of PORT too; set METRICS_PORT to another one\.$/],
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is not an address of this machine/],
    [
      { OIDC_ISSUER: `http://127.0.0.1:${port}`, OIDC_CLIENT_ID: 'a' },
      /^OIDC_ISSUER: the server 127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)\.$/,
    ],
    [
      { DATABASE_URL: `postgres://u:hush@127.0.0.1:${port}/d` },
      /^DATABASE_URL: The database 127\.0\.0\.1:\d+\/d cannot be reached/,
    ],
    [{ PORT: 'abc' }, /^PORT must be a whole number/],
  ]
  for (const [given, text] of cases) {
    const mistakes = await configErrors(t, given)
    assert.equal(mistakes.length, 1, mistakes.join('\n'))
    assert.match(mistakes[0] ?? '', text)
  }
})

test('a check creates nothing, and reports a category that the database does not have', sqlite, async (t) => {
  const folder = await dataFolder(t)
  const first = await check({ DATA_DIR: folder })
  assert.equal(first.code, 0)
  assert.match(first.notes.join('\n'), /There is no database \S+gifwright\.db yet/)
  assert.equal((await runHere(['config', 'show'], { DATA_DIR: folder })).code, 0)
  assert.deepEqual(await readdir(folder), [])
  const server = await startServer({ DATA_DIR: folder, SANDBOX: 'off', YT_DLP: 'off' })
  server.child.kill('SIGTERM')
  await server.exited
  const { mistakes } = await check({ DATA_DIR: folder, DEFAULT_CATEGORY: 'nosuch' })
  assert.match(
    mistakes.join('\n'),
    /^DEFAULT_CATEGORY nosuch is not the code of a category, so \w+ is used\./,
  )
  assert.deepEqual((await check({ DATA_DIR: folder, DEFAULT_CATEGORY: 'other' })).mistakes, [])
})

test('missing programs are reported, optional ones as notes', sqlite, async (t) => {
  const none = await checkOnPath(t, await pathWith(t, []), { SANDBOX: 'require' })
  assert.equal(none.code, 1)
  for (const text of [
    /^ffmpeg is not in/m,
    /^ffprobe is not in/m,
    /^SANDBOX=require needs bubblewrap/m,
    /^Note: YT_DLP: there is no program yt-dlp/m,
  ])
    assert.match(none.out, text)
  const enough = await checkOnPath(t, await pathWith(t, ['ffmpeg', 'ffprobe']), {})
  assert.equal(enough.code, 0, enough.out)
  assert.match(enough.out, /^Note: SANDBOX=auto: bwrap is not in/m)
})

test('a file with secrets that every user can read is reported', sqlite, async (t) => {
  const text = 'UPSTREAM_KEY=secret\nUPSTREAM_URL=http://127.0.0.1:9\n'
  const file = await fileWith(t, text)
  await chmod(file, 0o644)
  const mistakes = await configErrors(t, {}, ['--env-file', file])
  assert.ok(mistakes.includes(`${file} holds UPSTREAM_KEY and can be read by every user: chmod 640 ${file}.`))
})
