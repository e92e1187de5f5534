import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { AppError } from '../../src/lib/app-error.ts'
import { randomId } from '../../src/lib/ids.ts'
import { type MediaStore, storeKey } from '../../src/media/media-store.ts'

export type MediaStoreUnderTest = {
  store: MediaStore
  /** A local folder for the files that are put and fetched. */
  workspace: string
  close: () => Promise<void>
}

/**
 * Returns true if a file is from between `from` and now, allowing for the offset of a server's clock and the resolution
 * of a disk's times.
 */
function isSince(from: number, modifiedAt: number): boolean {
  return modifiedAt > from - 5000 && modifiedAt < Date.now() + 5000
}

/** Tests every media store, run on a fresh and empty one. */
export function describeMediaStore(name: string, open: () => Promise<MediaStoreUnderTest>): void {
  describe(name, () => {
    let subject: MediaStoreUnderTest
    before(async () => {
      subject = await open()
    })
    after(() => subject.close())

    const localFile = async (bytes: string | Buffer) => {
      const path = join(subject.workspace, randomId(10))
      await writeFile(path, bytes)
      return path
    }
    const put = async (key: string, bytes: string | Buffer) =>
      subject.store.put(storeKey(key), await localFile(bytes))
    const folders = async (prefix: string) => {
      const names: string[] = []
      for await (const folder of subject.store.listFolders(prefix)) names.push(folder.name)
      return names.toSorted()
    }
    const files = async (prefix: string) => {
      const keys: string[] = []
      for await (const { key } of subject.store.list(prefix)) keys.push(key)
      return keys.toSorted()
    }

    test('returns the bytes that were put, complete, and removes the local file', async () => {
      const bytes = Buffer.alloc(700_001, 'gifwright')
      const path = await localFile(bytes)
      await subject.store.put(storeKey('gifs/whole/gif.gif'), path)
      assert.deepEqual(await buffer(await subject.store.read(storeKey('gifs/whole/gif.gif'))), bytes)
      await assert.rejects(readFile(path), { code: 'ENOENT' })
    })

    test('reads a range, inclusive at both ends', async () => {
      await put('gifs/range/gif.gif', '0123456789')
      const read = async (first: number, last: number) =>
        String(await buffer(await subject.store.read(storeKey('gifs/range/gif.gif'), { first, last })))
      assert.equal(await read(0, 0), '0')
      assert.equal(await read(2, 5), '2345')
      assert.equal(await read(9, 9), '9')
      assert.equal(await read(0, 9), '0123456789')
    })

    test('knows the size, the time and a strong, stable tag', async () => {
      const from = Date.now()
      await put('gifs/stat/gif.gif', 'twelve bytes')
      const found = await subject.store.stat(storeKey('gifs/stat/gif.gif'))
      assert.equal(found?.bytes, 12)
      assert.ok(isSince(from, found.modifiedAt))
      assert.match(found.etag, /^"[^"]+"$/)
      assert.deepEqual(await subject.store.stat(storeKey('gifs/stat/gif.gif')), found)
    })

    test('gives other bytes under the same key another tag', async () => {
      await put('gifs/again/gif.gif', 'first')
      const first = await subject.store.stat(storeKey('gifs/again/gif.gif'))
      await put('gifs/again/gif.gif', 'other')
      const second = await subject.store.stat(storeKey('gifs/again/gif.gif'))
      assert.notEqual(first?.etag, second?.etag)
      assert.equal(String(await buffer(await subject.store.read(storeKey('gifs/again/gif.gif')))), 'other')
    })

    test('reports an unknown key as missing', async () => {
      assert.equal(await subject.store.stat(storeKey('gifs/none/gif.gif')), undefined)
      const isNotFound = (error: unknown) => error instanceof AppError && error.code === 'not_found'
      await assert.rejects(subject.store.read(storeKey('gifs/none/gif.gif')), isNotFound)
      await assert.rejects(
        subject.store.fetch(storeKey('gifs/none/gif.gif'), join(subject.workspace, 'none')),
        isNotFound,
      )
    })

    test('fetches the bytes to a local path, and keeps its own copy', async () => {
      await put('incoming/fetch/video', 'a video')
      const path = join(subject.workspace, 'fetched')
      await subject.store.fetch(storeKey('incoming/fetch/video'), path)
      assert.equal(await readFile(path, 'utf8'), 'a video')
      assert.equal((await subject.store.stat(storeKey('incoming/fetch/video')))?.bytes, 7)
    })

    test('fetch never overwrites a local file', async () => {
      await put('incoming/over/video', 'a video')
      const path = await localFile('mine')
      await assert.rejects(subject.store.fetch(storeKey('incoming/over/video'), path))
      assert.equal(await readFile(path, 'utf8'), 'mine')
    })

    test('removes everything under a prefix and nothing else', async () => {
      await put('remove/a/gif.gif', '1')
      await put('remove/a/video.mp4', '2')
      await put('remove/ab/gif.gif', '3')
      await subject.store.removeAll('remove/a')
      assert.equal(await subject.store.stat(storeKey('remove/a/gif.gif')), undefined)
      assert.equal(await subject.store.stat(storeKey('remove/a/video.mp4')), undefined)
      assert.equal((await subject.store.stat(storeKey('remove/ab/gif.gif')))?.bytes, 1)
      await subject.store.removeAll('remove/a')
      await subject.store.removeAll('never-there')
    })

    test('lists the folders under a prefix, not the files', async () => {
      const from = Date.now()
      await put('list/one/gif.gif', '1')
      await put('list/two/gif.gif', '2')
      await put('list/file', '3')
      assert.deepEqual(await folders('list'), ['one', 'two'])
      assert.deepEqual(await folders('list/none'), [])
      for await (const { modifiedAt } of subject.store.listFolders('list'))
        assert.ok(isSince(from, modifiedAt))
    })

    test('lists every file under a prefix, at any depth, with its size and time', async () => {
      const from = Date.now()
      await put('files/one/gif.gif', '1')
      await put('files/one/deep/er/gif.gif', '22')
      await put('files/two', '333')
      await put('filesystem/no', '4444')
      const found = new Map<string, number>()
      for await (const { key, bytes, modifiedAt } of subject.store.list('files')) {
        assert.ok(!found.has(key), key)
        found.set(key, bytes)
        assert.ok(isSince(from, modifiedAt))
      }
      assert.deepEqual(
        found,
        new Map([
          ['files/one/gif.gif', 1],
          ['files/one/deep/er/gif.gif', 2],
          ['files/two', 3],
        ]),
      )
      assert.deepEqual(await files('files/none'), [])
    })

    test('copies everything under a prefix to another, keeps the original, and may repeat it', async () => {
      await put('copy/from/gif.gif', 'the gif')
      await put('copy/from/deep/still.png', 'the still')
      await put('copy/fromage/gif.gif', 'another')
      for (const round of ['first', 'again']) {
        await subject.store.copyAll('copy/from', 'copied/to')
        assert.deepEqual(await files('copied'), ['copied/to/deep/still.png', 'copied/to/gif.gif'], round)
      }
      await subject.store.removeAll('copy/from')
      const copy = await subject.store.read(storeKey('copied/to/gif.gif'))
      assert.equal(String(await buffer(copy)), 'the gif')
      await subject.store.copyAll('copy/none', 'copied/none')
      assert.equal((await folders('copied')).length, 1)
    })

    test('refuses keys that could leave the store', async () => {
      const path = await localFile('kept')
      const keys = [
        '',
        '.',
        '..',
        '../x',
        'a/../b',
        'a//b',
        '/a',
        'a/',
        'a\\b',
        'a/.hidden',
        'a\0b',
        'a b',
        'ä',
        '%2e%2e/x',
        'x'.repeat(201),
      ]
      for (const key of keys) {
        await assert.rejects(async () => subject.store.put(storeKey(key), path), key)
        await assert.rejects(
          async () => subject.store.fetch(storeKey(key), join(subject.workspace, 'never')),
          key,
        )
        await assert.rejects(async () => subject.store.stat(storeKey(key)), key)
        await assert.rejects(async () => subject.store.read(storeKey(key)), key)
        await assert.rejects(async () => subject.store.removeAll(key), key)
        await assert.rejects(() => folders(key), key)
        await assert.rejects(() => files(key), key)
        await assert.rejects(async () => subject.store.copyAll(key, 'copied/never'), key)
        await assert.rejects(async () => subject.store.copyAll('copy/fromage', key), key)
      }
      assert.equal(await readFile(path, 'utf8'), 'kept')
      assert.ok(!(await readdir(subject.workspace)).includes('never'))
    })
  })
}
