import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { ArchiveThreads } from '#src/adapters/frame-archives/archive-threads.ts'
import { DiskSpace } from '#src/creation/disk-space.ts'
import type { AppError } from '#src/lib/app-error.ts'
import { Workspaces } from '#src/worker/workspaces.ts'
import type { ArchiveLimits } from '#src/media/frame-archives.ts'
import { discClip } from '../support/media/drawn-gif.ts'
import { tinyFramesGif } from '../support/media/hostile-files.ts'
import { encodeGif } from '../support/media/gif-playback.ts'
import { until } from '../support/until.ts'
import { fakeOf } from '../support/fakes.ts'
import type { MediaStore } from '#src/media/media-store.ts'

const bytes = encodeGif(discClip(30))
const gif = { mediaId: 'abc', renditions: {}, width: 120, height: 80, frames: 30, durationMs: 3000 }
const limits: ArchiveLimits = {
  maxFrames: 100,
  maxBytes: 10_000_000,
  maxPixels: 10_000,
  maxMs: 60_000,
  maxAtOnce: 2,
  maxUnsentBytes: 10_000_000,
}
const root = await mkdtemp(join(tmpdir(), 'gifwright-archives-'))
after(() => rm(root, { recursive: true }))
const folders = new Workspaces(root)
const diskSpace = new DiskSpace({ freeBytes: async () => 10_000_000, minFreeBytes: 0 })
/** A store of one file. */
const storeOf = (file: Buffer) => fakeOf<MediaStore>({ read: async () => Readable.from([file]) })
const archives = (given: Partial<ArchiveLimits> = {}, file: Buffer = bytes) =>
  new ArchiveThreads({ mediaStore: storeOf(file), diskSpace, folders }, { ...limits, ...given })

/** Opens an archive as soon as a place is free. */
async function openWhenFree(threads: ArchiveThreads, client: string): Promise<Readable> {
  let archive: Readable | undefined
  await until('a place is free', async () => {
    archive = await threads.open(gif, [client]).catch((error: AppError) => {
      assert.equal(error.code, 'unavailable')
      return undefined
    })
    return archive !== undefined
  })
  assert.ok(archive !== undefined)
  return archive
}

const untilNothingIsLeft = () =>
  until('all files are removed and all space is free', async () => {
    return (await readdir(root)).length === 0 && diskSpace.reservedBytes === 0
  })

test('the number of GIFs unpacked at once is limited, with one per client, and a disconnect frees a place', async () => {
  const threads = archives()
  const first = await threads.open(gif, ['anna'])
  await assert.rejects(threads.open(gif, ['anna']), { code: 'rate_limited' })
  const second = await threads.open(gif, ['ben'])
  await assert.rejects(threads.open(gif, ['carl']), { code: 'unavailable', retry: true })
  first.destroy()
  const third = await threads.open(gif, ['anna'])
  const [one, other] = await Promise.all([buffer(second), buffer(third)])
  assert.deepEqual(one, other)
  assert.equal(one.subarray(0, 2).toString(), 'PK')
})

test('a GIF with too many frames or pixels is not unpacked, and a damaged one ends the archive', async () => {
  await assert.rejects(archives({ maxFrames: 29 }).open(gif, ['anna']), { code: 'media_too_large' })
  await assert.rejects(archives({ maxBytes: 30 * 120 * 80 * 4 - 1 }).open(gif, ['anna']), {
    code: 'media_too_large',
  })
  await assert.rejects(archives({ maxPixels: 120 * 80 - 1 }).open(gif, ['anna']), { code: 'media_too_large' })
  const damaged = await archives({}, bytes.subarray(0, bytes.length / 2)).open(gif, ['anna'])
  await assert.rejects(buffer(damaged), { code: 'internal' })
})

test('a file that exceeds the record of its GIF is not unpacked', async () => {
  for (const changes of [{ frames: 29 }, { width: 119 }]) {
    const archive = await archives().open({ ...gif, ...changes }, ['anna'])
    await assert.rejects(buffer(archive), { code: 'internal' })
  }
})

test('a file with a larger screen than the record of its GIF is not unpacked', async () => {
  const large = archives({}, tinyFramesGif(1200, 80, 3))
  const archive = await large.open({ ...gif, frames: 30 }, ['anna'])
  await assert.rejects(buffer(archive), { code: 'internal' })
})

test('a client that does not read loses its place after FRAMES_ZIP_SECONDS', async () => {
  const threads = archives({ maxMs: 50, maxAtOnce: 1 })
  const stalled = await threads.open(gif, ['anna'])
  await assert.rejects(threads.open(gif, ['ben']), { code: 'unavailable' })
  const [error] = (await once(stalled, 'error')) as [{ code: string }]
  assert.equal(error.code, 'timed_out')
  ;(await threads.open(gif, ['anna'])).destroy()
})

test('clients that do not read hold no place once their archives are made, and still receive them in full', async () => {
  const threads = archives({ maxAtOnce: 1 })
  const slow = await threads.open(gif, ['anna'])
  const second = await openWhenFree(threads, 'ben')
  const third = await openWhenFree(threads, 'carl')
  await assert.rejects(threads.open(gif, ['anna']), { code: 'rate_limited' })
  const whole = await Promise.all([buffer(slow), buffer(second), buffer(third)])
  assert.ok(whole.every((zip) => zip.length > 10_000 && zip.equals(whole[0] ?? zip)))
  await untilNothingIsLeft()
  ;(await threads.open(gif, ['anna'])).destroy()
})

test('an account and its address count as one client', async () => {
  const threads = archives()
  const archive = await threads.open(gif, ['account anna', '192.0.2.1'])
  for (const clients of [
    ['192.0.2.1', '192.0.2.1'],
    ['account ben', '192.0.2.1'],
    ['account anna', '192.0.2.2'],
  ])
    await assert.rejects(threads.open(gif, clients), { code: 'rate_limited' })
  archive.destroy()
  ;(await threads.open(gif, ['account ben', '192.0.2.1'])).destroy()
  await untilNothingIsLeft()
})

test('unsent archives take at most FRAMES_ZIPS_UNSENT_MB of disk space', async () => {
  const zip = await buffer(await archives().open(gif, ['anna']))
  await untilNothingIsLeft()
  const threads = archives({ maxUnsentBytes: zip.length })
  const unsent = await threads.open(gif, ['anna'])
  await until('the archive is complete', async () => (await filesOf(root)).includes(zip.length))
  await assert.rejects(threads.open(gif, ['ben']), { code: 'unavailable', retryAfterSeconds: 10 })
  unsent.destroy()
  assert.deepEqual(await buffer(await threads.open(gif, ['ben'])), zip)
  await assert.rejects(buffer(await archives({ maxUnsentBytes: 1000 }).open(gif, ['ben'])), {
    code: 'unavailable',
  })
  await untilNothingIsLeft()
})

test('an archive that does not fit on the disk ends, and leaves nothing', async () => {
  const full = new DiskSpace({ freeBytes: async () => 0, minFreeBytes: 0 })
  const deps = { mediaStore: storeOf(bytes), diskSpace: full, folders }
  const threads = new ArchiveThreads(deps, limits)
  await assert.rejects(buffer(await threads.open(gif, ['anna'])), { code: 'unavailable', reason: 'no_space' })
  await untilNothingIsLeft()
})

/** Returns the lengths of the files in the subfolders of a folder. */
async function filesOf(folder: string): Promise<number[]> {
  const names = await readdir(folder, { recursive: true })
  return Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
}
