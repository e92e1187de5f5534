import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { cp, readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { schemaVersion } from '#src/adapters/db/shared/migrate.ts'
import { onOneMachine } from '../support/instance.ts'
import {
  assertContents,
  assertLists,
  oldSqlite,
  unpackOldInstance,
} from '../support/old-versions/old-instance.ts'
import { runCommand, runHere } from '../support/processes/command.ts'
import { commandsThatNeedDatabase } from '../support/processes/commands.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'

const quick = { SANDBOX: 'off', YT_DLP: 'off', RATE_LIMIT: 'off', MIN_FREE_DISK_MB: '0', PORT: '0' }
const onSqlite = onOneMachine('the database is a file of an old version')

/** The content of the database, which a refused command or start must not change. */
async function stateOf(folder: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, 'gifwright.db')))
    .digest('hex')
}

/** The lines of a server's log. */
async function logLines(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

for (const name of oldSqlite) {
  test(`a start upgrades an instance of ${name} with all its data, and logs it`, onSqlite, async (t) => {
    const old = await unpackOldInstance(t, name)
    const settings = { ...quick, DATA_DIR: old.folder }
    const log = join(await dataFolder(t), 'log')
    const server = await startServer({ ...settings, LOG_LEVEL: 'info' }, { log: openSync(log, 'w') })
    t.after(() => server.child.kill('SIGKILL'))
    await assertContents(server.url, old)
    await assertLists(settings)
    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    const lines = await logLines(log)
    const migrated = lines.find(({ msg }) => msg === 'the database was migrated')
    assert.equal(migrated?.level, 'info')
    assert.match(String(migrated?.from), /^0\d\d_/)
    assert.equal(migrated?.to, schemaVersion)
    assert.equal(typeof migrated?.ms, 'number')
    assert.equal(lines.find(({ msg }) => msg === 'starting Gifwright')?.schema, schemaVersion)
  })
}

test(
  'every other command refuses the database of an older version, and leaves it unchanged',
  onSqlite,
  async (t) => {
    const { folder, backup } = await unpackOldInstance(t, 'sqlite-6579e9df')
    const elsewhere = await dataFolder(t)
    const before = await stateOf(folder)
    const names = async () => (await readdir(folder)).filter((one) => !/-(?:wal|shm)$/.test(one))
    const files = await names()
    const further = [
      { name: 'init', args: ['init'] },
      { name: 'account add --init', args: ['account', 'add', 'new@example.org', '--init'] },
      { name: 'demo', args: ['demo', '--gifs', '1'] },
      { name: 'import', args: ['import', elsewhere, '--report', join(elsewhere, 'report.jsonl')] },
      { name: 'backup --check of a folder', args: ['backup', '--check', backup] },
    ]
    for (const { name, args } of [...commandsThatNeedDatabase(elsewhere), ...further]) {
      const { code, out, err } = await runHere(args, { DATA_DIR: folder })
      assert.equal(code, 1, `${name}: ${out}`)
      assert.match(err, /^The database is of an older version of Gifwright.*\n$/, name)
      assert.equal(await stateOf(folder), before, name)
      assert.deepEqual(await names(), files, name)
    }
  },
)

test('migrate first prints what it would do, and then does it', onSqlite, async (t) => {
  const { folder } = await unpackOldInstance(t, 'sqlite-6579e9df')
  const settings = { DATA_DIR: folder }
  const before = await stateOf(folder)
  const dry = await runHere(['migrate', '--dry-run'], settings)
  assert.equal(dry.code, 0, dry.err)
  const [about, ...names] = dry.out.trimEnd().split('\n')
  assert.equal(about, `The database is at 020_collection_reports. These migrations lead to ${schemaVersion}:`)
  assert.deepEqual([names[0], names.at(-1)], ['021_access', schemaVersion])
  assert.equal(await stateOf(folder), before)
  const done = await runHere(['migrate'], settings)
  assert.equal(done.code, 0, done.err)
  assert.match(done.out, /^The database was migrated from 020_collection_reports to \w+ in \d+\.\d s\.\n$/)
  for (const args of [['migrate'], ['migrate', '--dry-run']])
    assert.equal((await runHere(args, settings)).out, 'The database is up to date.\n')
  assert.equal((await runHere(['account', 'list'], settings)).code, 0)
  const none = await runHere(['migrate'], { DATA_DIR: await dataFolder(t) })
  assert.equal(none.code, 1)
  assert.match(none.err, /^There is no database /)
})

test(
  'a migration is refused while another process has the database open, however long it has been idle',
  onSqlite,
  async (t) => {
    const { folder } = await unpackOldInstance(t, 'sqlite-5b53be32')
    const settings = { ...quick, DATA_DIR: folder }
    const before = await stateOf(folder)
    const holder = await openElsewhere(t, join(folder, 'gifwright.db'))
    for (const args of [['start'], ['migrate']]) {
      const { code, err } = await runCommand(args, settings).ended
      assert.equal(code, 1)
      assert.match(
        err,
        new RegExp(`The database is in use by process ${holder.pid}, and this version changes`),
      )
      assert.match(err, /Stop every process of the instance, then start this version\.\n$/)
      assert.equal(await stateOf(folder), before)
    }
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    assert.equal((await runHere(['migrate'], settings)).code, 0)
  },
)

/** Has another process open a database and do nothing. */
async function openElsewhere(t: TestContext, file: string) {
  const module = new URL('../support/processes/database-holder.ts', import.meta.url).pathname
  const holder = spawn(process.execPath, [module, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  return holder
}

test(
  'a start that fails because of its port, its metrics or its files leaves an old database unchanged',
  onSqlite,
  async (t) => {
    const { folder } = await unpackOldInstance(t, 'sqlite-5b53be32')
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    t.after(() => taken.close())
    const port = String(Object(taken.address()).port)
    const before = await stateOf(folder)
    const faults: [settings: Record<string, string>, sentence: RegExp][] = [
      [{ PORT: port }, new RegExp(`Port ${port} is in use; set PORT`)],
      [{ METRICS_PORT: port }, new RegExp(`METRICS_PORT ${port} on METRICS_HOST .* is in use`)],
      [{ SYNONYMS_FILE: join(folder, 'none.txt') }, /SYNONYMS_FILE/],
      [{ WORKER_CONCURRENCY: 'many' }, /WORKER_CONCURRENCY/],
    ]
    for (const [settings, sentence] of faults) {
      const { code, err } = await runCommand(['start'], { ...quick, ...settings, DATA_DIR: folder }).ended
      assert.equal(code, 1, err)
      assert.match(err, sentence)
      assert.equal(await stateOf(folder), before, err)
    }
  },
)

test('two processes of one version start on an old database at once, and share it', onSqlite, async (t) => {
  const old = await unpackOldInstance(t, 'sqlite-6579e9df')
  const settings = { ...quick, DATA_DIR: old.folder }
  const servers = await Promise.all([startServer(settings), startServer(settings, { command: 'serve' })])
  for (const { child } of servers) t.after(() => child.kill('SIGKILL'))
  for (const { url } of servers) await assertContents(url, old)
})

test('a backup of an old version is restored, and the service starts on it', onSqlite, async (t) => {
  const old = await unpackOldInstance(t, 'sqlite-5b53be32')
  const settings = { ...quick, DATA_DIR: join(await dataFolder(t), 'restored') }
  const restored = await runHere(['restore', old.backup], settings)
  assert.equal(restored.code, 0, restored.err)
  assert.match(restored.out, /It is whole: 3 GIFs/)
  // The backup keeps its version.
  const copy = join(await dataFolder(t), 'copy')
  await cp(old.backup, copy, { recursive: true })
  assert.match((await runHere(['account', 'list'], { DATA_DIR: copy })).err, /of an older version/)
  const server = await startServer(settings)
  t.after(() => server.child.kill('SIGKILL'))
  await assertContents(server.url, old)
})
