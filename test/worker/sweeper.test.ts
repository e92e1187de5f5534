import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStores } from '#src/app/stores.ts'
import { renditionKey, mainRenditions } from '#src/media/rendition.ts'
import { Sweeper } from '#src/worker/sweeper.ts'
import { publishClaimed, newGif, newTask } from '../contract/stores.ts'
import { dataFolder } from '../support/processes/server-process.ts'
import { testConfig } from '../support/instance.ts'

test('files that are stored but not published yet survive a sweep, even after a clock jumped ahead', async (t) => {
  const folder = await dataFolder(t)
  const config = testConfig({ DATA_DIR: folder })
  const clock = { now: () => Date.now() + 24 * 60 * 60_000 }
  const stores = await openStores(config, clock)
  t.after(() => stores.close())
  const { tasks, catalogue, sessions, notices, mediaStore } = stores
  const sweeper = new Sweeper({
    tasks,
    visitorGifs: stores.visitorGifs,
    keepUnpublishedMs: null,
    preparedSources: stores.preparedSources,
    catalogue,
    mediaStore,
    sessions,
    sessionLimits: config.site.sessionLimits,
    notices,
    keepContactsMs: config.notices.keepContactsMs,
    tryToWrite: async () => undefined,
    clock,
    graceMs: 60 * 60_000,
  })
  const store = async (mediaId: string) => {
    for (const name of mainRenditions) {
      const file = join(folder, name)
      await mkdir(folder, { recursive: true })
      await writeFile(file, name)
      await mediaStore.put(renditionKey(mediaId, name), file)
    }
  }
  const isStored = async (mediaId: string) =>
    (await mediaStore.stat(renditionKey(mediaId, 'gif'))) !== undefined
  await tasks.submissions.add(newTask(), 10)
  const claim = await tasks.claims.claim('worker', 60_000)
  assert.ok(claim)
  await store(claim.mediaId)
  await store('left-by-a-dead-claim')
  assert.equal((await sweeper.sweep()).renditions, 1)
  assert.deepEqual([await isStored(claim.mediaId), await isStored('left-by-a-dead-claim')], [true, false])
  await publishClaimed(stores, claim, newGif({ code: claim.code, mediaId: claim.mediaId }))
  assert.equal((await sweeper.sweep()).renditions, 0)
  assert.ok(await isStored(claim.mediaId))
})
