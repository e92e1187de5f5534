import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { onOneMachine } from '../support/instance.ts'
import { runCommand, runHere } from '../support/processes/command.ts'
import { commandsThatNeedDatabase } from '../support/processes/commands.ts'
import { dataFolder } from '../support/processes/server-process.ts'

/** A folder without relevant GIFs. */
const root = import.meta.dirname

test(
  'without a database, every other command refuses, names the folder and creates nothing',
  onOneMachine('DATA_DIR names the database'),
  async (t) => {
    const folder = await dataFolder(t)
    const missing = join(folder, 'mistyped')
    const empty = join(folder, 'empty')
    await mkdir(empty)
    const report = join(folder, 'report.jsonl')
    const dryRun = { name: 'import --dry-run', args: ['import', root, '--dry-run', '--report', report] }
    for (const { name, args } of [...commandsThatNeedDatabase(folder), dryRun]) {
      for (const DATA_DIR of [missing, empty]) {
        const { code, out, err } = await runHere(args, { DATA_DIR })
        assert.equal(code, 1, name)
        assert.equal(out, '', name)
        assert.equal(
          err.startsWith(`There is no database ${DATA_DIR}/gifwright.db. `),
          true,
          `${name}: ${err}`,
        )
        assert.match(err, /DATA_DIR/, name)
        assert.doesNotMatch(err.trimEnd(), /\n/, name)
      }
      assert.equal(existsSync(missing), false, name)
      assert.deepEqual(await readdir(folder), ['empty'], name)
      assert.deepEqual(await readdir(empty), [], name)
    }
  },
)

test('a lost database whose files remain is not treated like a new folder', async (t) => {
  const folder = await dataFolder(t)
  await mkdir(join(folder, 'media/gifs/abc'), { recursive: true })
  await writeFile(join(folder, 'media/gifs/abc/gif.gif'), '')
  const { code, err } = await runHere(['account', 'list'], {
    DATA_DIR: folder,
    DATABASE_URL: '',
    S3_BUCKET: '',
  })
  assert.equal(code, 1)
  assert.match(err, /has files of GIFs, and gifwright\.db is missing/)
})

test('init creates an instance once; account add --init does so too, and both leave an existing one', async (t) => {
  const folder = await dataFolder(t)
  const one = { DATA_DIR: join(folder, 'one') }
  const made = await runHere(['init'], one)
  assert.equal(made.code, 0, made.err)
  assert.match(made.err, /Created a new instance/)
  const added = await runHere(['account', 'add', 'ann@example.org'], one)
  assert.match(added.out, /^gw_\S+\n$/)
  const again = await runHere(['init'], one)
  assert.equal(again.code, 0)
  assert.match(again.err, /There is already an instance /)
  assert.match((await runHere(['account', 'list'], one)).out, /^ann@example\.org\t/)

  const other = { DATA_DIR: join(folder, 'other') }
  for (const email of ['ann@example.org', 'bob@example.org'])
    assert.match((await runHere(['account', 'add', email, '--init'], other)).out, /^gw_\S+\n$/)
  assert.match((await runHere(['account', 'list'], other)).out, /^ann.*\nbob/)
})

test('each change by a command is a line on standard error, like those of the operator’s pages; standard output is unaffected', async (t) => {
  const settings = { DATA_DIR: await dataFolder(t) }
  const { out, err } = await runCommand(['account', 'add', 'ann@example.org', '--admin', '--init'], settings)
    .ended
  assert.match(out, /^gw_\S+\n$/)
  const line = err.split('\n').find((one) => one.startsWith('{')) ?? ''
  const { level, admin, action, account, msg } = JSON.parse(line) as Record<string, unknown>
  assert.deepEqual(
    { level, admin, action, account, msg },
    {
      level: 'info',
      admin: 'command line',
      action: 'add account',
      account: 1,
      msg: 'an operator changed something',
    },
  )
  assert.doesNotMatch(line, /ann@example\.org|gw_/)
  const listed = await runCommand(['account', 'list'], settings).ended
  assert.equal(listed.err, '')
})
