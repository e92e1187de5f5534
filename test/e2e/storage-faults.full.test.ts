import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rename, symlink } from 'node:fs/promises'
import { request as startRequest } from 'node:http'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { assertNothingLost, failures } from '../support/processes/crash.ts'
import { askForVideoGif, postVideo, statusOf } from '../support/creations.ts'
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
import { lockWrites } from '../support/stores/database-access.ts'
import { makeVideo } from '../support/media/media.ts'
import { type ServerProcess, dataFolder, startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { diskTest, mountSmallDisk } from '../support/processes/small-disk.ts'
import { onOneMachine } from '../support/instance.ts'

/** The counterpart for PostgreSQL and S3 is in test/cluster/outage.full.test.ts. */
const onOneDisk = onOneMachine('a disk with both the database and the files')

diskTest(
  import.meta.filename,
  'a full disk refuses creations, serves readers, and running tasks succeed once there is room',
  async (t) => {
    const disk = await mountSmallDisk(t, 40)
    const folder = join(disk.folder, 'data')
    const { server, bearer, log } = await startService(t, folder)
    const video = await readFile(await makeVideo(t, { seconds: 3, width: 640, height: 360 }))

    await t.test('full while a GIF is rendered, and others wait', async () => {
      await disk.fill(2 * video.length + 600_000)
      const task = await postVideo(server.url, video, 3)
      await until('it is made', async () => (await statusOf(server.url, task)).status === 'processing')
      await disk.fill()
      await until('it failed', () => log().includes('making a GIF failed'))
      await disk.fill() // Its leftovers have been removed.
      await assertCreationIsRefused(server)
      await assertReadsWork(server, bearer)
      for (const file of await files(server)) assert.equal((await fetch(file)).status, 200)
      assertFoldersWhole(join(folder, 'media'), 1)
      await disk.empty()
      await allDone(server, [task])
      assertFoldersWhole(join(folder, 'media'), 2)
    })

    await t.test('full while tasks wait: they can be neither claimed nor ended', async () => {
      const before = log().length
      const tasks = [await postFrog(server), await postFrog(server), await postFrog(server)]
      await disk.fill()
      await assertCreationIsRefused(server)
      await assertReadsWork(server, bearer)
      await until('the worker has tried', () => log().slice(before).includes('could not claim a task'))
      assert.equal(server.child.exitCode, null)
      await disk.empty()
      await allDone(server, tasks)
      const failedTries = log().slice(before).split('making a GIF failed').length - 1
      assertFoldersWhole(join(folder, 'media'), 5, failedTries)
      // A task ends a moment before its uploads do.
      const incoming = join(folder, 'media', 'incoming')
      await until('no upload is left', () => readdirSync(incoming).length === 0)
    })

    await t.test('full in the middle of an upload', async () => {
      await disk.fill(Math.floor(video.length / 2))
      const refused = await askForVideoGif(server.url, video, 3)
      assert.equal(refused.status, 503)
      assert.ok(Number(refused.headers.get('retry-after')) > 0)
      await disk.empty()
      await assertNothingLost(folder, server.url, [await postVideo(server.url, video, 3)])
    })
  },
  onOneDisk,
)

diskTest(
  import.meta.filename,
  'a read-only media disk refuses creations, serves its files, and tasks wait until it is writable',
  async (t) => {
    const disk = await mountSmallDisk(t, 40)
    const folder = await dataFolder(t)
    await symlink(disk.folder, join(folder, 'media'))
    const { server, bearer } = await startService(t, folder)
    const tasks = [await postFrog(server), await postFrog(server)]
    await disk.setReadOnly(true)
    await assertCreationIsRefused(server)
    await assertReadsWork(server, bearer)
    for (const file of await files(server)) assert.equal((await fetch(file)).status, 200)
    await disk.setReadOnly(false)
    await allDone(server, tasks)
    await allDone(server, [await postFrog(server)])
  },
  onOneDisk,
)

/** An upload whose first half is sent; `finish` sends the rest and returns the status of the answer. */
async function beginUpload({ url }: ServerProcess, video: Buffer) {
  const head = ['category', 'start', 'end', 'title'].map(
    (name, index) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${[1, 0, 1, 'A frog'][index]}\r\n`,
  )
  const file = '--b\r\nContent-Disposition: form-data; name="video"; filename="a.mp4"\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head.join('') + file), video, Buffer.from('\r\n--b--\r\n')])
  const half = Math.floor(body.length / 2)
  const request = startRequest(`${url}/api/create-gif/source/video`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b', 'content-length': body.length },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', (response) => {
      response.resume()
      resolve(response.statusCode)
    })
  })
  await new Promise((resolve) => request.write(body.subarray(0, half), resolve))
  return async () => {
    request.end(body.subarray(half))
    return answered
  }
}

diskTest(
  import.meta.filename,
  'with a read-only data folder creations are refused, readers served, and nothing is lost',
  async (t) => {
    const disk = await mountSmallDisk(t, 100)
    const folder = join(disk.folder, 'data')
    const service = await startService(t, folder, { NODE_OPTIONS: `--import ${readOnlyDatabase}` })
    const { server, bearer, log } = service
    const video = await readFile(await makeVideo(t, { seconds: 3, width: 640, height: 360 }))
    const running = await postVideo(server.url, video, 3)
    const tasks = [running, await postFrog(server), await postFrog(server)]
    const finishUpload = await beginUpload(server, video)
    const uploads = join(folder, 'tmp', 'uploads')
    await until('an upload is read', () => readdirSync(uploads).length > 0)
    await until('a GIF is made', async () => (await statusOf(server.url, running)).status === 'processing')

    await disk.setReadOnly(true)
    server.child.kill('SIGUSR2')
    await until('the database refuses', () => /could not (?:claim|settle|renew)/.test(log()))
    assert.equal(await finishUpload(), 503)
    await assertCreationIsRefused(server)
    await assertReadsWork(server, bearer)
    for (const file of await files(server)) assert.equal((await fetch(file)).status, 200)
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    assert.equal(server.child.exitCode, null)

    server.child.kill('SIGUSR2')
    await disk.setReadOnly(false)
    tasks.push(await postFrog(server))
    await allDone(server, tasks)
    await until('it is ready', async () => (await fetch(`${server.url}/readyz`)).status === 200)
    // Files that could not be removed in the meantime go with the process that owns them.
    server.child.kill('SIGTERM')
    assert.equal(await server.exited, 0)
    const next = await startServer({ DATA_DIR: folder, WORKER_CONCURRENCY: '1' })
    t.after(() => next.child.kill('SIGKILL'))
    await assertNothingLost(folder, next.url, tasks)
  },
  onOneDisk,
)

suite('storage faults that take long waits', { concurrency: 3 }, () => {
  test(
    'with unreachable files no task is lost, nothing is stored elsewhere, and everything continues once they are back',
    onOneDisk,
    async (t) => {
      const folder = await dataFolder(t)
      const { server, bearer } = await startService(t, folder)
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
    },
  )

  test('while another process briefly locks the database, everyone is answered, nobody with an error', async (t) => {
    const folder = await dataFolder(t)
    const { server, bearer } = await startService(t, folder)
    const { release } = await lockWrites(t, folder)
    const creations = [postFrog(server), postFrog(server)]
    // Readers do not wait for the writer, which continues only after them.
    await assertReadsWork(server, bearer)
    await release()
    await allDone(server, await Promise.all(creations))
  })

  test('while the database is locked beyond the wait, creations are refused, readers served, and the worker continues afterwards', async (t) => {
    const folder = await dataFolder(t)
    const { server, bearer } = await startService(t, folder)
    const tasks = [await postFrog(server), await postFrog(server)]
    const { release } = await lockWrites(t, folder)
    await Promise.all([assertCreationIsRefused(server), assertReadsWork(server, bearer)])
    await release()
    await allDone(server, [...tasks, await postFrog(server)])
  })
})
