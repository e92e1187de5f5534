import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { CachedMediaStore, type RemoteStore } from '#src/adapters/media-store/cache/cached-media-store.ts'
import { DiskCache, type DiskCacheOptions } from '#src/adapters/media-store/cache/disk-cache.ts'
import { AppError } from '#src/lib/app-error.ts'
import { type StoreKey, storeKey } from '#src/media/media-store.ts'
import { cleanUp, type CleanUp } from '../../support/clean-up.ts'

const headBytes = 1024

/** A store whose files are 1,000 bytes each, and which records the requests it gets. */
async function openCached(t: CleanUp, options: Partial<DiskCacheOptions> = {}, folder?: string) {
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'gifwright-cache-')))
  if (folder === undefined) cleanUp(t, () => rm(root, { recursive: true, force: true }))
  const asked: string[] = []
  const removed = new Set<string>()
  let hold: Promise<void> | undefined
  const unused = () => Promise.reject(new Error('not used here'))
  const bytesOf = (key: string) => key.padEnd(1000, '.')
  const check = (key: string) => {
    if (removed.has(key)) throw new AppError('not_found', 'There is no file of this name.')
  }
  const file = { bytes: 1000, modifiedAt: 1_800_000_000_000, etag: '"tag"' }
  const remote: RemoteStore = {
    kind: 's3',
    presign: null,
    fetch: unused,
    copyAll: unused,
    removeUnfinished: unused,
    close: unused,
    list: async function* () {},
    listFolders: async function* () {},
    put: async (key) => void removed.delete(key),
    removeAll: async (prefix) => void removed.add(`${prefix}/gif.gif`),
    stat: async (key) => {
      asked.push(`stat ${key}`)
      return removed.has(key) ? undefined : file
    },
    async read(key, range) {
      asked.push(`read ${key}`)
      check(key)
      return Readable.from([Buffer.from(bytesOf(key)).subarray(range?.first, range && range.last + 1)])
    },
    async open(key) {
      asked.push(`open ${key}`)
      check(key)
      const held = async function* () {
        yield Buffer.from(bytesOf(key).slice(0, 500))
        await hold
        yield Buffer.from(bytesOf(key).slice(500))
      }
      return { file, body: Readable.from(held(), { objectMode: false }) }
    },
  }
  const cache = new DiskCache({
    folder: join(root, 'cache'),
    maxBytes: 10 * (1000 + headBytes),
    maxFileBytes: 5000,
    ...options,
  })
  const store = new CachedMediaStore(remote, cache)
  const read = async (key: StoreKey) => text(await store.read(key))
  const holdBodies = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    hold = promise
    return resolve
  }
  return { root, cache, store, read, asked, file, bytesOf, holdBodies }
}

const keyOf = (name: number | string) => storeKey(`gifs/${name}/gif.gif`)

test('a file is copied to the disk once, however many clients request it, and then served from there', async (t) => {
  const { store, read, asked, file, bytesOf } = await openCached(t)
  const found = await Promise.all(Array.from({ length: 5 }, () => read(keyOf('a'))))
  assert.deepEqual([...new Set(found)], [bytesOf('gifs/a/gif.gif')])
  assert.deepEqual(await store.stat(keyOf('a')), file)
  assert.equal(await text(await store.read(keyOf('a'), { first: 0, last: 3 })), 'gifs')
  assert.equal(await text(await store.read(keyOf('a'), { first: 999, last: 999 })), '.')
  assert.deepEqual(asked, ['open gifs/a/gif.gif'])
})

test('the cache on the disk stays within its limit, and evicts the least recently used files', async (t) => {
  const { root, cache, read, asked } = await openCached(t)
  for (let name = 0; name < 10; name++) await read(keyOf(name))
  await read(keyOf(0))
  await Promise.all(Array.from({ length: 5 }, (_, name) => read(keyOf(10 + name))))
  assert.ok((await cache.usedBytes()) <= 10 * (1000 + headBytes))
  asked.length = 0
  await read(keyOf(0))
  await read(keyOf(14))
  assert.deepEqual(asked, [])
  await read(keyOf(1))
  assert.deepEqual(asked, ['open gifs/1/gif.gif'])
  assert.ok((await readdir(join(root, 'cache', 'gifs'))).length <= 10)
})

test('a file that is too large for the cache, or no rendition, is read from the store', async (t) => {
  const { root, read, asked, store } = await openCached(t, { maxFileBytes: 100 })
  assert.equal((await read(keyOf('a'))).length, 1000)
  assert.equal(await text(await store.read(keyOf('a'), { first: 0, last: 3 })), 'gifs')
  assert.equal((await read(storeKey('sources/a/video'))).length, 1000)
  assert.deepEqual(asked, ['open gifs/a/gif.gif', 'read gifs/a/gif.gif', 'read sources/a/video'])
  assert.ok(!(await readdir(root)).includes('cache') || (await readdir(join(root, 'cache'))).length === 0)
})

test('a removed file is not read from the cache, even if it was being copied at the time', async (t) => {
  const { root, store, read, holdBodies } = await openCached(t)
  await read(keyOf('a'))
  await store.removeAll('gifs/a')
  await assert.rejects(read(keyOf('a')), { code: 'not_found' })
  assert.equal(await store.stat(keyOf('a')), undefined)

  const release = holdBodies()
  const copying = read(keyOf('b'))
  await store.removeAll('gifs/b')
  release()
  await assert.rejects(copying, { code: 'not_found' })
  await assert.rejects(read(keyOf('b')), { code: 'not_found' })
  assert.ok(!(await readdir(join(root, 'cache', 'gifs'))).some((name) => name === 'a'))
})

test('after a process was killed, its complete copies are counted and read, and unfinished ones are gone', async (t) => {
  const first = await openCached(t)
  for (const name of ['a', 'b', 'c']) await first.read(keyOf(name))
  const cache = join(first.root, 'cache')
  const { pid } = spawnSync('true')
  await writeFile(join(cache, `${pid}-partial`), 'half a file')
  await writeFile(join(cache, `${process.pid}-partial`), 'of one that runs')
  await truncate(join(cache, 'gifs/b/gif.gif'), 1500)
  await writeFile(join(cache, 'gifs/c/gif.gif'), 'x'.repeat(2024))

  const next = await openCached(t, {}, first.root)
  assert.equal(await next.read(keyOf('a')), next.bytesOf('gifs/a/gif.gif'))
  assert.deepEqual(next.asked, [])
  for (const name of ['b', 'c'])
    assert.equal(await next.read(keyOf(name)), next.bytesOf(`gifs/${name}/gif.gif`))
  assert.deepEqual(next.asked, ['open gifs/b/gif.gif', 'open gifs/c/gif.gif'])
  assert.equal(await next.cache.usedBytes(), 3 * (1000 + headBytes))
  assert.deepEqual((await readdir(cache)).toSorted(), [`${process.pid}-partial`, 'gifs'])
})

test('a cache with a lowered limit evicts files immediately', async (t) => {
  const first = await openCached(t)
  for (let name = 0; name < 8; name++) await first.read(keyOf(name))
  const next = await openCached(t, { maxBytes: 3 * (1000 + headBytes) }, first.root)
  assert.equal(await next.cache.usedBytes(), 3 * (1000 + headBytes))
  assert.equal((await readdir(join(first.root, 'cache/gifs'))).length, 3)
})

test('when the cache cannot be written, files are read from the store', async (t) => {
  const { root, read } = await openCached(t)
  await writeFile(join(root, 'cache'), 'not a folder')
  for (let round = 0; round < 2; round++) assert.equal((await read(keyOf('a'))).length, 1000)
})

test('no other user of the machine can read the cache', async (t) => {
  const { root, read } = await openCached(t)
  await mkdir(root, { recursive: true })
  await read(keyOf('a'))
  assert.equal((await stat(join(root, 'cache'))).mode & 0o077, 0)
  assert.equal((await stat(join(root, 'cache/gifs/a/gif.gif'))).mode & 0o077, 0)
})
