import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { makeAnimation } from '../support/media/animations.ts'
import { sweepLater } from '../support/processes/crash.ts'
import { runCommand } from '../support/processes/command.ts'
import { killedAt, sql } from '../support/processes/kill-points.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { testConfig } from '../support/instance.ts'
import { storedFolders } from '../support/stores/stored-files.ts'

test('an import that is killed while it publishes a GIF, and restarted, has every GIF once and no extra file', async (t) => {
  const folder = await dataFolder(t)
  const source = join(folder, 'source')
  await mkdir(join(source, 'cats'), { recursive: true })
  for (const folder of [source, join(source, 'cats')])
    await makeAnimation(folder, 'gif', { delaysMs: [100, folder === source ? 200 : 300] })
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

  const killed = await importAll(killedAt(sql('^insert into "gif"', 'after')))
  assert.equal(killed.code, 'SIGKILL', killed.err)
  const { code, err } = await importAll()
  assert.equal(code, 0, err)
  const config = testConfig(settings)
  await sweepLater(settings.DATA_DIR)
  const stores = await openStores(config)
  const gifs = await stores.db.selectFrom('gif').select('media_id').execute()
  const open = await stores.tasks.imports.counts()
  await stores.close()
  assert.equal(gifs.length, 2)
  assert.deepEqual(open, { waiting: 0, processing: 0 })
  const media = await storedFolders(settings.DATA_DIR, 'gifs')
  assert.deepEqual(media, gifs.map(({ media_id: name }) => name).toSorted())
  assert.deepEqual(await storedFolders(settings.DATA_DIR, 'incoming'), [])
})
