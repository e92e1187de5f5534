import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { countMissing } from '#src/creation/make-missing.ts'
import { assertNothingLost } from '../support/processes/crash.ts'
import { postPictures, postVideo } from '../support/creations.ts'
import type { KillPoint } from '../support/processes/kill-at.ts'
import { requestUntilKilled, removing, renaming, sql } from '../support/processes/kill-points.ts'
import { makeVideo } from '../support/media/media.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { testConfig } from '../support/instance.ts'
import { storedFolders } from '../support/stores/stored-files.ts'

const settings = (folder: string) => ({ DATA_DIR: folder, LEASE_SECONDS: '1', WORKER_CONCURRENCY: '1' })
const laddered = (folder: string) => ({ ...settings(folder), RENDITIONS: 'all' })

/** Every step of a creation that leaves something behind, in order. */
const points: Record<string, KillPoint> = {
  'before an upload is stored': renaming('incoming/', 'before'),
  'after an upload is stored': renaming('incoming/', 'after'),
  'before the task is written': sql('^insert into "task"', 'before'),
  'after the task is written': sql('^insert into "task"', 'after'),
  'after the task is claimed': sql('^update "task" set "status".*returning', 'after', 1),
  'before the source is fetched': { at: 'link', match: 'incoming/', when: 'before', count: 1 },
  'after the source is fetched': { at: 'link', match: 'incoming/', when: 'after', count: 1 },
  'after a lease is renewed': sql('^update "task" set "due_at"', 'after', 1),
  'before the first file is stored': renaming('media/gifs/', 'before', 1),
  'after the first file is stored': renaming('media/gifs/', 'after', 1),
  'after the last file is stored': renaming('media/gifs/', 'after', 4),
  'inside the transaction that publishes': sql('^insert into "gif"', 'after'),
  'before the task is done': sql('^update "task" set "status" = \\?, "progress"', 'before'),
  'after the task is done, before the commit': sql('^update "task" set "status" = \\?, "progress"', 'after'),
  'after the GIF is published, before its upload is removed': removing('incoming/', 'before'),
  'after its upload is removed': removing('incoming/', 'after'),
}

/** The steps of keeping a source and deriving from it. */
const derivationPoints: Record<string, KillPoint> = {
  'after one of two files of the source is stored': renaming('media/sources/', 'after', 1),
  'after the derivation is written, before the commit': sql('^insert into "task"', 'after', 2),
  'after the first derived file is stored': renaming('media/gifs/.*rough', 'after', 1),
  'after the derivation has ended, before its source is removed': removing('media/sources/', 'before'),
}

test('kill -9 at every step of a derivation loses no rendition and leaves no source', async (t) => {
  const folder = await dataFolder(t)
  const accepted: string[] = []
  for (const [name, point] of Object.entries(derivationPoints)) {
    await t.test(`killed ${name}`, async (t) => {
      accepted.push(...(await requestUntilKilled(t, laddered(folder), point, postPictures)))
    })
  }
  const server = await startServer(laddered(folder))
  t.after(() => server.child.kill('SIGKILL'))
  await assertNothingLost(folder, server.url, accepted)
  const stores = await openStores(testConfig({ DATA_DIR: folder }))
  t.after(() => stores.close())
  const { gifs, lacking } = await countMissing(stores.catalogue)
  assert.deepEqual([gifs, lacking], [accepted.length, 0])
  assert.deepEqual(await storedFolders(folder, 'sources'), [])
})

test('kill -9 at every step of a creation, in sequence on the same data, loses nothing and makes nothing twice', async (t) => {
  const folder = await dataFolder(t)
  const video = await readFile(await makeVideo(t, { seconds: 1 }))
  const accepted: string[] = []
  for (const [name, point] of Object.entries(points)) {
    await t.test(`killed ${name}`, async (t) => {
      accepted.push(...(await requestUntilKilled(t, settings(folder), point, (url) => postVideo(url, video))))
    })
  }
  const server = await startServer(settings(folder))
  t.after(() => server.child.kill('SIGKILL'))
  await assertNothingLost(folder, server.url, accepted)
  server.child.kill('SIGTERM')
  assert.equal(await server.exited, 0)
  assert.ok(accepted.length >= 4, 'some of the servers answered before they were killed')
})
