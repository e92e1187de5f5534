import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { makeAnimation } from '../support/media/animations.ts'
import { sweepLater } from '../support/processes/crash.ts'
import { runCommand } from '../support/processes/command.ts'
import type { KillPoint } from '../support/processes/kill-at.ts'
import { killedAt, removing, renaming, sql } from '../support/processes/kill-points.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { testConfig } from '../support/instance.ts'
import { storedFolders } from '../support/stores/stored-files.ts'

/** The steps of an import that leave something behind, in order. */
const points: Record<string, KillPoint> = {
  'after a file is stored, before its row': renaming('incoming/', 'after'),
  'after it is claimed': sql('^update "task" set "status"[^]*returning', 'after'),
  'inside the transaction that publishes': sql('^insert into "gif"', 'after'),
  'after it is published, before its file is removed': removing('incoming/', 'before'),
}

test('an import that is killed at any step and restarted has every GIF once, and no extra file', async (t) => {
  const folder = await dataFolder(t)
  const source = join(folder, 'source')
  await mkdir(join(source, 'cats'), { recursive: true })
  const animation = await readFile(await makeAnimation(source, 'gif', { delaysMs: [100, 200] }))
  let files = 0
  // Bytes after the end of a GIF make it another file.
  const addFile = () =>
    writeFile(join(source, `cats/cat-${++files}.gif`), Buffer.concat([animation, Buffer.of(files)]))
  const settings = {
    DATA_DIR: join(folder, 'data'),
    LEASE_SECONDS: '1',
    RENDITIONS: 'core',
    MIN_FREE_DISK_MB: '0',
  }
  const report = join(folder, 'report.jsonl')
  const importAll = (more: Record<string, string> = {}) =>
    runCommand(['import', source, '--category', 'animals', '--jobs', '1', '--report', report], {
      ...settings,
      ...more,
    }).ended

  for (const [name, point] of Object.entries(points)) {
    await addFile()
    const killed = await importAll(killedAt(point))
    assert.equal(killed.code, 'SIGKILL', `${name}: ${killed.err}`)
  }
  const { code, err } = await importAll()
  assert.equal(code, 0, err)
  const config = testConfig(settings)
  await sweepLater(settings.DATA_DIR)
  const stores = await openStores(config)
  const gifs = await stores.db.selectFrom('gif').select(['code', 'media_id', 'title']).execute()
  const open = await stores.tasks.imports.counts()
  await stores.close()
  // And the animation that the others were made from.
  assert.equal(gifs.length, files + 1)
  assert.equal(new Set(gifs.map(({ title }) => title)).size, files + 1)
  assert.deepEqual(open, { waiting: 0, processing: 0 })
  const media = await storedFolders(settings.DATA_DIR, 'gifs')
  assert.deepEqual(media, gifs.map(({ media_id: name }) => name).toSorted())
  assert.deepEqual(await storedFolders(settings.DATA_DIR, 'incoming'), [])

  await writeFile(join(source, 'notes.txt'), 'hello')
  const again = await importAll()
  assert.equal(again.code, 2, again.err)
  assert.match(again.err, new RegExp(`0 GIFs imported, ${files + 1} already here, 1 refused`))
  const lines = (await readFile(report, 'utf8')).trim().split('\n')
  assert.equal(lines.length, files + 2)
})
