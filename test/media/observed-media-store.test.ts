import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { test } from 'node:test'
import { openFileMediaStore } from '#src/app/media-store.ts'
import { type MediaStore, storeKey } from '#src/media/media-store.ts'
import { observedMediaStore } from '#src/media/observed-media-store.ts'
import { cleanUp, type CleanUp } from '../support/clean-up.ts'
import { until } from '../support/until.ts'

const key = storeKey('gifs/one/gif.gif')
const content = Buffer.alloc(300_000, 7)

async function openObserved(t: CleanUp, change: (store: MediaStore) => Partial<MediaStore> = () => ({})) {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-test-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  const files = openFileMediaStore(join(folder, 'media'))
  const told: string[] = []
  const bytes = { in: 0, out: 0 }
  const base: MediaStore = {
    put: (to, path) => files.put(to, path),
    fetch: (from, path) => files.fetch(from, path),
    stat: (of) => files.stat(of),
    read: (from, range) => files.read(from, range),
    removeAll: (prefix) => files.removeAll(prefix),
    copyAll: (from, to) => files.copyAll(from, to),
    list: (prefix) => files.list(prefix),
    listFolders: (prefix) => files.listFolders(prefix),
    presign: null,
  }
  const store = observedMediaStore(
    { ...base, ...change(base) },
    {
      ended(operation, outcome, tookMs) {
        assert.ok(tookMs >= 0)
        told.push(`${operation} ${outcome}`)
      },
      transferred: (direction, count) => void (bytes[direction] += count),
    },
  )
  const local = join(folder, 'local')
  await writeFile(local, content)
  await store.put(key, local)
  return { store, told, bytes, folder }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

test('operations of the media store are reported with their outcome and bytes, and files are unchanged', async (t) => {
  const { store, told, bytes, folder } = await openObserved(t)
  assert.deepEqual(await buffer(await store.read(key)), content)
  assert.equal((await buffer(await store.read(key, { first: 10, last: 109 }))).length, 100)
  await store.fetch(key, join(folder, 'fetched'))
  assert.deepEqual(await readFile(join(folder, 'fetched')), content)
  assert.equal(await store.stat(storeKey('gifs/none')), undefined)
  await assert.rejects(store.read(storeKey('gifs/none')))
  assert.equal((await collect(store.list('gifs'))).length, 1)
  await until('both reads are reported', () => told.filter((line) => line === 'read ok').length === 2)
  assert.deepEqual(
    told.toSorted(),
    ['fetch ok', 'list ok', 'put ok', 'read not_found', 'read ok', 'read ok', 'stat ok'].toSorted(),
  )
  assert.deepEqual(bytes, { in: 300_000, out: 600_100 })
})

test('a read that fails in the middle of a file is a fault, and its reader gets the error', async (t) => {
  const { store, told, bytes } = await openObserved(t, () => ({
    read: async () =>
      Readable.from(
        (async function* () {
          yield Buffer.alloc(1000)
          throw new Error('the disk is gone')
        })(),
        { objectMode: false },
      ),
  }))
  await assert.rejects(buffer(await store.read(key)), /the disk is gone/)
  await until('it is reported', () => told.includes('read fault'))
  assert.equal(bytes.out, 1000)
})

test('a reader that disconnects is no fault of the store', async (t) => {
  const { store, told } = await openObserved(t)
  for (const reason of [undefined, new DOMException('gone', 'AbortError')]) {
    const stream = await store.read(key)
    stream.destroy(reason)
    await finished(stream).catch(() => undefined)
  }
  await until('both are reported', () => told.filter((line) => line === 'read cut').length === 2)
  assert.equal(told.includes('read fault'), false)
})

test('a list that fails is a fault, and one that is left early is not', async (t) => {
  let fails = false
  const { store, told } = await openObserved(t, (base) => ({
    async *list(prefix) {
      yield* base.list(prefix)
      if (fails) throw new Error('the network is gone')
    },
  }))
  for await (const _ of store.list('gifs')) break
  fails = true
  await assert.rejects(collect(store.list('gifs')), /the network is gone/)
  assert.deepEqual(
    told.filter((line) => line.startsWith('list')),
    ['list ok', 'list fault'],
  )
})
