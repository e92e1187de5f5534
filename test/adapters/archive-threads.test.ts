import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { ArchiveThreads } from '#src/adapters/frame-archives/archive-threads.ts'
import type { ArchiveLimits } from '#src/media/frame-archives.ts'
import { discClip } from '../support/media/drawn-gif.ts'
import { tinyFramesGif } from '../support/media/hostile-files.ts'
import { encodeGif } from '../support/media/gif-playback.ts'

const bytes = encodeGif(discClip(30))
const gif = { mediaId: 'abc', renditions: {}, width: 120, height: 80, frames: 30, durationMs: 3000 }
const limits: ArchiveLimits = {
  maxFrames: 100,
  maxBytes: 10_000_000,
  maxPixels: 10_000,
  maxMs: 60_000,
  maxAtOnce: 2,
}
const archives = (given: Partial<ArchiveLimits> = {}, file: Buffer = bytes) =>
  new ArchiveThreads({ read: async () => Readable.from([file]) }, { ...limits, ...given })

test('as many GIFs are unpacked at once as may be, one for each client, and who hangs up makes room', async () => {
  const threads = archives()
  const first = await threads.open(gif, 'anna')
  await assert.rejects(threads.open(gif, 'anna'), { code: 'rate_limited' })
  const second = await threads.open(gif, 'ben')
  await assert.rejects(threads.open(gif, 'carl'), { code: 'unavailable', retry: true })
  first.destroy()
  const third = await threads.open(gif, 'anna')
  const [one, other] = await Promise.all([buffer(second), buffer(third)])
  assert.deepEqual(one, other)
  assert.equal(one.subarray(0, 2).toString(), 'PK')
})

test('a GIF of too many frames or pixels is not unpacked, and a damaged one ends the archive', async () => {
  await assert.rejects(archives({ maxFrames: 29 }).open(gif, 'anna'), { code: 'media_too_large' })
  await assert.rejects(archives({ maxBytes: 30 * 120 * 80 * 4 - 1 }).open(gif, 'anna'), {
    code: 'media_too_large',
  })
  await assert.rejects(archives({ maxPixels: 120 * 80 - 1 }).open(gif, 'anna'), { code: 'media_too_large' })
  const damaged = await archives({}, bytes.subarray(0, bytes.length / 2)).open(gif, 'anna')
  await assert.rejects(buffer(damaged), { code: 'internal' })
})

test('a file that says more than the record of its GIF is not unpacked', async () => {
  for (const changes of [{ frames: 29 }, { width: 119 }]) {
    const archive = await archives().open({ ...gif, ...changes }, 'anna')
    await assert.rejects(buffer(archive), { code: 'internal' })
  }
})

test('a file whose screen is larger than the record of its GIF says is not unpacked', async () => {
  const large = archives({}, tinyFramesGif(1200, 80, 3))
  const archive = await large.open({ ...gif, frames: 30 }, 'anna')
  await assert.rejects(buffer(archive), { code: 'internal' })
})

test('a client that does not read gives its place up after FRAMES_ZIP_SECONDS', async () => {
  const threads = archives({ maxMs: 50, maxAtOnce: 1 })
  const stalled = await threads.open(gif, 'anna')
  await assert.rejects(threads.open(gif, 'ben'), { code: 'unavailable' })
  const [error] = (await once(stalled, 'error')) as [{ code: string }]
  assert.equal(error.code, 'timed_out')
  ;(await threads.open(gif, 'anna')).destroy()
})
