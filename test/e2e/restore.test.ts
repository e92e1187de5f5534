import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { appendFile, cp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { makeInstance } from '../support/stores/moving.ts'
import { onOneMachine, testConfig } from '../support/instance.ts'
import { runHere } from '../support/processes/command.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { noS3, sharedS3 } from '../support/servers/s3.ts'

const sqlite = onOneMachine('the backup is a data folder')

/** A backup of three GIFs with their files, and the keys of those. */
async function makeBackup(t: TestContext) {
  const { folder } = await makeInstance(t, 3)
  const backup = join(await dataFolder(t), 'backup')
  const { code, err } = await runHere(['backup', backup], { DATA_DIR: folder })
  assert.equal(code, 0, err)
  const sums = (await readFile(join(backup, 'media.sha256'), 'utf8')).trim().split('\n')
  const keys = sums.map((line) => line.slice(66)).filter((key) => key.startsWith('media/gifs/'))
  assert.ok(keys.length >= 6)
  return { backup, keys }
}

/** Changes one byte, as a failing disk does. */
async function changeByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(path, bytes)
}

async function restoreInto(
  t: TestContext,
  backup: string,
  args: string[] = [],
  settings: Record<string, string> = {},
) {
  const DATA_DIR = join(await dataFolder(t), 'data')
  return { DATA_DIR, ...(await runHere(['restore', backup, ...args], { DATA_DIR, ...settings })) }
}

test(
  'a restore names every changed or missing file, exits with 1 and leaves nothing that looks complete',
  sqlite,
  async (t) => {
    const { backup, keys } = await makeBackup(t)
    const [first = '', second = '', third = '', fourth = ''] = keys
    await changeByte(join(backup, first))
    await changeByte(join(backup, third))
    const changed = await restoreInto(t, backup)
    assert.equal(changed.code, 1)
    for (const key of [first, third])
      assert.match(changed.err, new RegExp(`^${key} is not as it was when it was copied\\.$`, 'm'))
    assert.doesNotMatch(changed.err, new RegExp(second))
    assert.match(
      changed.err,
      /^Not restored: 2 files of the backup are missing or not as copied\. Use another backup/m,
    )
    assert.equal(changed.out, '')
    assert.equal(existsSync(join(changed.DATA_DIR, 'gifwright.db')), false)
    const start = await runHere(['start'], { DATA_DIR: changed.DATA_DIR })
    assert.match(start.err, /gifwright\.db is missing or empty/)

    // Once repaired, the same command continues.
    await changeByte(join(backup, first))
    await changeByte(join(backup, third))
    const again = await runHere(['restore', backup], { DATA_DIR: changed.DATA_DIR })
    assert.equal(again.code, 0, again.err)
    assert.match(again.out, /^It is whole: 3 GIFs/m)

    await rm(join(backup, second))
    await truncate(join(backup, fourth), 1)
    const missing = await restoreInto(t, backup)
    assert.equal(missing.code, 1)
    for (const key of [second, fourth]) assert.match(missing.err, new RegExp(`^${key} `, 'm'))
    assert.equal(existsSync(join(missing.DATA_DIR, 'gifwright.db')), false)

    const rest = await restoreInto(t, backup, ['--even-if-damaged'])
    assert.equal(rest.code, 1)
    assert.match(rest.err, /^Restored, but 2 files are not as the database says\.$/m)
    const { catalogue, close } = await openStores(testConfig({ DATA_DIR: rest.DATA_DIR }))
    assert.equal(
      (await catalogue.newest({ categoryId: null, maxRating: 'r' }, { start: 0, limit: 9 })).total,
      3,
    )
    await close()
  },
)

test('the last checksum of a file counts, and files without one are counted', sqlite, async (t) => {
  const { backup, keys } = await makeBackup(t)
  const sums = join(backup, 'media.sha256')
  const text = await readFile(sums, 'utf8')
  await writeFile(sums, text.replace(/^[0-9a-f]{64}/gm, '0'.repeat(64)))
  assert.equal((await restoreInto(t, backup)).code, 1)
  await appendFile(sums, text)
  const { code, out } = await restoreInto(t, backup)
  assert.equal(code, 0)
  assert.doesNotMatch(out, /no checksum/)
  await rm(sums)
  const without = await restoreInto(t, backup)
  assert.equal(without.code, 0, without.err)
  assert.match(
    without.out,
    new RegExp(`^(?:${keys.length}|\\d+) files have no checksum in media\\.sha256`, 'm'),
  )
})

test('a changed file already in the target folder is replaced', sqlite, async (t) => {
  const { backup, keys } = await makeBackup(t)
  const DATA_DIR = join(await dataFolder(t), 'data')
  await cp(join(backup, 'media'), join(DATA_DIR, 'media'), { recursive: true })
  const path = join(DATA_DIR, keys[0] ?? '')
  await changeByte(path)
  const { code, err } = await runHere(['restore', backup], { DATA_DIR })
  assert.equal(code, 0, err)
  assert.deepEqual(await readFile(path), await readFile(join(backup, keys[0] ?? '')))
  assert.deepEqual(await readdir(join(DATA_DIR, 'tmp')), [])
})

test('a changed file is not copied into a bucket', { skip: sqlite.skip || noS3 }, async (t) => {
  const { backup, keys } = await makeBackup(t)
  await changeByte(join(backup, keys[0] ?? ''))
  const s3 = await sharedS3()
  const settings = s3.settingsOf(await s3.newBucket())
  const damaged = await restoreInto(t, backup, [], settings)
  assert.equal(damaged.code, 1)
  assert.match(damaged.err, new RegExp(`^${keys[0]} is not as it was`, 'm'))
  await changeByte(join(backup, keys[0] ?? ''))
  const whole = await runHere(['restore', backup], { DATA_DIR: damaged.DATA_DIR, ...settings })
  assert.equal(whole.code, 0, whole.err)
})
