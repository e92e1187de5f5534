import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { allEnded } from '../support/processes/crash.ts'
import { postPictures, postVideo, statusOf } from '../support/creations.ts'
import { makeFolder } from '../support/rendering/rendering.ts'
import { startServer } from '../support/processes/server-process.ts'
import { until } from '../support/until.ts'
import { diskTest, mountSmallDisk } from '../support/processes/small-disk.ts'

const run = promisify(execFile)
const megabyte = 2 ** 20
const reversed = { fps: '30', width: '720', reverse: '1' }

/** A clip of one color: few bytes in a file, and many as frames. */
async function flatClip(t: TestContext, seconds: number): Promise<Buffer> {
  const path = join(await makeFolder(t), 'flat.mp4')
  const source = `color=c=teal:size=720x404:rate=30:duration=${seconds}`
  const encoder = ['-preset', 'ultrafast', '-pix_fmt', 'yuv420p']
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...encoder, path])
  return readFile(path)
}

/** Samples the free space of a disk until `stop`, which returns the minimum. */
function watchFree(folder: string): { stop: () => Promise<number> } {
  const ending = new AbortController()
  const watching = (async () => {
    let least = Infinity
    while (!ending.signal.aborted) {
      const { bavail, bsize } = await statfs(folder)
      least = Math.min(least, bavail * bsize)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return least
  })()
  return {
    stop: () => {
      ending.abort()
      return watching
    },
  }
}

/** A server whose data and log are on a small disk. */
async function startOnSmallDisk(t: TestContext, megabytes: number, settings: Record<string, string>) {
  const disk = await mountSmallDisk(t, megabytes)
  const { folder } = disk
  const log = openSync(join(folder, 'log'), 'w')
  const server = await startServer(
    { DATA_DIR: join(folder, 'data'), WORKER_CONCURRENCY: '3', LOG_LEVEL: 'debug', ...settings },
    { log },
  )
  t.after(async () => {
    server.child.kill('SIGKILL')
    await server.exited
    closeSync(log)
  })
  return { server, folder, disk, log: () => readFile(join(folder, 'log'), 'utf8') }
}

async function assertReady(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`)
  assert.equal(answer.status, 200, await answer.text())
}

diskTest(
  import.meta.filename,
  'three small uploads of many frames are refused immediately, and the reserved disk space stays free',
  async (t) => {
    const { server, folder } = await startOnSmallDisk(t, 1200, {
      MIN_FREE_DISK_MB: '200',
      MAX_FRAMES_MB: '70',
    })
    const clip = await flatClip(t, 60)
    assert.ok(clip.length < 100_000, `${clip.length} bytes`)
    const free = watchFree(folder)
    const tasks = await Promise.all([1, 2, 3].map(() => postVideo(server.url, clip, 60, reversed)))
    await assertReady(server.url)
    for (const ended of await allEnded(server.url, tasks)) {
      assert.equal(ended.error.code, 'media_too_large')
      assert.match(ended.error.message, /frames .* 1998 MB .* 1750 MB.* shorter .* smaller .* fewer frames/)
    }
    await assertReady(server.url)
    const [ordinary] = await allEnded(server.url, [await postPictures(server.url)])
    assert.equal(ordinary?.status, 'done', JSON.stringify(ordinary?.error))
    const leastBytes = await free.stop()
    assert.ok(leastBytes >= 200 * megabyte, `${leastBytes} bytes were free`)
    assert.equal(server.child.exitCode, null)
  },
)

diskTest(
  import.meta.filename,
  'clips that do not fit on the disk together take turns, and other GIFs are made in between',
  async (t) => {
    const { server, folder } = await startOnSmallDisk(t, 160, { MIN_FREE_DISK_MB: '70' })
    // 50 MB as frames.
    const clip = await flatClip(t, 1.5)
    const free = watchFree(folder)
    const tasks = await Promise.all([1, 2, 3].map(() => postVideo(server.url, clip, 1.5, reversed)))
    tasks.push(await postPictures(server.url))
    for (const ended of await allEnded(server.url, tasks))
      assert.equal(ended.status, 'done', JSON.stringify(ended.error))
    await assertReady(server.url)
    const leastBytes = await free.stop()
    assert.ok(leastBytes >= 70 * megabyte, `${leastBytes} bytes were free`)
  },
)

diskTest(
  import.meta.filename,
  'a GIF in progress is ended when others fill the disk, and is made when there is space again',
  async (t) => {
    const { server, disk, log } = await startOnSmallDisk(t, 260, { MIN_FREE_DISK_MB: '70' })
    const task = await postVideo(server.url, await flatClip(t, 3), 3, reversed)
    await until('it is made', async () => (await statusOf(server.url, task)).status === 'processing')
    await disk.fill(60 * megabyte)
    await until('it is ended', async () => (await log()).includes('making a GIF failed'))
    assert.match(await log(), /too little free disk space/)
    // Its status of a second ago may be kept.
    await until('it is not ready', async () => (await fetch(`${server.url}/readyz`)).status === 503)
    await disk.empty()
    const [ended] = await allEnded(server.url, [task])
    assert.equal(ended?.status, 'done', JSON.stringify(ended?.error))
  },
)
