import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { cleanUp } from '../support/clean-up.ts'
import { assertNothingLost, failures } from '../support/processes/crash.ts'
import {
  allDone,
  assertCreationIsRefused,
  assertFoldersWhole,
  assertReadsWork,
  files,
  postFrog,
  readOnlyDatabase,
  startService,
} from '../support/processes/faulty-storage.ts'
import { onOneMachine } from '../support/instance.ts'
import { dataFolder, startServer } from '../support/processes/server-process.ts'
import { diskTest, mountSmallDisk } from '../support/processes/small-disk.ts'
import { lockWrites } from '../support/stores/database-access.ts'
import { until } from '../support/until.ts'

/** The counterpart for PostgreSQL and S3 is in test/cluster/outage.full.test.ts. */
const onOneDisk = onOneMachine('a disk with both the database and the files')

diskTest(
  import.meta.filename,
  'a full disk, then a read-only data folder, refuse creations, serve readers and lose nothing',
  async (t) => {
    const disk = await mountSmallDisk(t, 40)
    const folder = join(disk.folder, 'data')
    const { server, bearer, log } = await startService(t, folder, {
      NODE_OPTIONS: `--import ${readOnlyDatabase}`,
    })
    const tasks = [await postFrog(server), await postFrog(server), await postFrog(server)]
    await disk.fill()
    await assertCreationIsRefused(server)
    await assertReadsWork(server, bearer)
    await until('the worker has tried', () => /could not|making a GIF failed/.test(log()))
    await disk.empty()
    await allDone(server, tasks)

    const before = log().length
    tasks.push(await postFrog(server), await postFrog(server))
    await disk.setReadOnly(true)
    server.child.kill('SIGUSR2')
    await until('the database refuses', () => /could not (?:claim|settle|renew)/.test(log().slice(before)))
    await assertCreationIsRefused(server)
    await assertReadsWork(server, bearer)
    for (const file of await files(server)) assert.equal((await fetch(file)).status, 200)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    server.child.kill('SIGUSR2')
    await disk.setReadOnly(false)
    await allDone(server, tasks)
    await until('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
    // The next start removes the folders that could not be removed while the disk was read-only.
    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    const next = await startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '1' })
    cleanUp(t, async () => {
      next.child.kill('SIGKILL')
      await next.exited
    })
    await assertNothingLost(folder, next.url, tasks)
  },
  onOneDisk,
)

describe('storage faults of one service', () => {
  let folder = ''
  let service: Awaited<ReturnType<typeof startService>>
  const endings: (() => Promise<void>)[] = []
  before(async () => {
    const t = { after: (end: () => Promise<void>) => void endings.push(end) }
    folder = await dataFolder(t)
    service = await startService(t, folder)
  })
  after(async () => {
    for (const end of endings) await end()
  })

  test(
    'with unreachable files no task is lost, nothing is stored elsewhere, and everything continues once they are back',
    onOneDisk,
    async () => {
      const { server, bearer } = service
      const media = join(folder, 'media')
      const tasks = [await postFrog(server), await postFrog(server)]
      await rename(media, `${media}.away`)
      await assertCreationIsRefused(server)
      await assertReadsWork(server, bearer)
      const [file = ''] = await files(server)
      const served = await fetch(file)
      assert.equal(served.status, 503)
      assert.match(served.headers.get('cache-control') ?? '', /no-store/)
      await until('the last was tried', async () => (await failures(folder, tasks[1]!)) > 0)
      assert.equal(existsSync(media), false)
      await rename(`${media}.away`, media)
      await allDone(server, tasks)
      assert.equal((await fetch(file)).status, 200)
      assertFoldersWhole(media, 3)
      await until('no upload is left', () => readdirSync(join(media, 'incoming')).length === 0)
    },
  )

  test('while the database is locked beyond the wait, creations are refused, readers served, and the worker continues afterwards', async (t) => {
    const { server, bearer } = service
    const task = await postFrog(server)
    const { release } = await lockWrites(t, folder)
    await Promise.all([assertCreationIsRefused(server), assertReadsWork(server, bearer)])
    await release()
    await allDone(server, [task, await postFrog(server)])
  })
})
