import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { readRange } from '../../src/http/send-range.ts'
import { attachmentOf } from '../../src/http/media/media-routes.ts'
import { MediaCache } from '../../src/http/media/media-cache.ts'
import { AppError } from '../../src/lib/app-error.ts'
import { type MediaStore, storeKey } from '../../src/media/media-store.ts'
import { randomRuns } from '../support/full-run.ts'

describe('a Range header', () => {
  const cases: [header: string | undefined, bytes: number, expected: ReturnType<typeof readRange>][] = [
    [undefined, 10, null],
    ['bytes=0-1', 10, { first: 0, last: 1 }],
    ['bytes=4-', 10, { first: 4, last: 9 }],
    ['bytes=-3', 10, { first: 7, last: 9 }],
    ['bytes=-30', 10, { first: 0, last: 9 }],
    ['bytes=9-99', 10, { first: 9, last: 9 }],
    ['Bytes= 1-2', 10, { first: 1, last: 2 }],
    ['bytes=10-', 10, 'unsatisfiable'],
    ['bytes=10-12', 10, 'unsatisfiable'],
    ['bytes=99999999999999999999999999-', 10, 'unsatisfiable'],
    ['bytes=0-99999999999999999999999999', 10, { first: 0, last: 9 }],
    ['bytes=-0', 10, 'unsatisfiable'],
    ['bytes=0-', 0, 'unsatisfiable'],
    ['bytes=5-2', 10, null],
    ['bytes=0-1,3-4', 10, null],
    ['bytes=-', 10, null],
    ['bytes=a-b', 10, null],
    ['bytes=0x1-2', 10, null],
    ['bytes', 10, null],
    ['lines=0-1', 10, null],
  ]
  for (const [header, bytes, expected] of cases) {
    test(`${header ?? 'that is missing'} of ${bytes} bytes is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(readRange(header, bytes), expected)
    })
  }
})

describe('the name of a download', () => {
  test('is the title, in two spellings', () => {
    assert.equal(
      attachmentOf('Ein Fröschlein (neu)', 'gif'),
      `attachment; filename="Ein Fr_schlein (neu).gif"; filename*=UTF-8''Ein%20Fr%C3%B6schlein%20%28neu%29.gif`,
    )
  })

  test('loses characters that are special to a file system or change the text direction', () => {
    assert.match(
      attachmentOf('..\\../etc/"passwd"\r\nSet-Cookie: a=b', 'gif'),
      /filename="etc passwd Set-Cookie a=b\.gif"/,
    )
    assert.match(attachmentOf('a\u202Efig.exe', 'gif'), /filename="a fig\.exe\.gif"/)
    assert.match(attachmentOf(' ... ', 'mp4'), /filename="animation\.mp4"/)
  })

  test('is one safe header line for any title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (title) => {
        assert.match(
          attachmentOf(title, 'gif'),
          /^attachment; filename="[^"\\/\x00-\x1f\x7f-\uffff]+\.gif"; filename\*=UTF-8''[A-Za-z0-9%!#$&+.^_`~-]+\.gif$/,
        )
      }),
      randomRuns(100),
    )
    assert.doesNotThrow(() => attachmentOf('half a pair \uD83D', 'gif'))
  })
})

describe('the files kept in memory', () => {
  const limits = { maxFileBytes: 40, maxTotalBytes: 100 }
  const fileOf = (bytes: number) => ({ bytes, modifiedAt: 0, etag: `"${bytes}"` })

  function countingStore(bytes: number) {
    const reads: string[] = []
    const unused = () => Promise.reject(new Error('not used here'))
    const store: MediaStore = {
      put: unused,
      fetch: unused,
      removeAll: unused,
      copyAll: unused,
      list: async function* () {},
      listFolders: async function* () {},
      presign: null,
      stat: async () => fileOf(bytes),
      read: async (key) => {
        reads.push(key)
        if (key === 'gone') throw new AppError('not_found', 'There is no file of this name.')
        return Readable.from([Buffer.alloc(bytes, key)])
      },
    }
    return { store, reads, cache: new MediaCache(store, limits) }
  }

  test('are read once, even when many requests arrive at the same time', async () => {
    const { cache, reads } = countingStore(30)
    const taken = await Promise.all(Array.from({ length: 5 }, () => cache.acquire(storeKey('a'), fileOf(30))))
    assert.ok(taken.every((file) => file?.bytes.equals(Buffer.alloc(30, 'a'))))
    assert.deepEqual(reads, ['a'])
  })

  test('do not include a file over the limit', async () => {
    const { cache } = countingStore(41)
    assert.equal(await cache.acquire(storeKey('a'), fileOf(41)), undefined)
  })

  test('make room by evicting the least recently used', async () => {
    const { cache, reads } = countingStore(40)
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b'])
      (await cache.acquire(storeKey(key), fileOf(40)))?.release()
    assert.deepEqual(reads, ['a', 'b', 'c', 'b'])
  })

  test('stay within their bound while slow readers hold all of them', async () => {
    const { cache } = countingStore(40)
    const first = await cache.acquire(storeKey('a'), fileOf(40))
    await cache.acquire(storeKey('b'), fileOf(40))
    assert.equal(await cache.acquire(storeKey('c'), fileOf(40)), undefined)
    first?.release()
    assert.notEqual(await cache.acquire(storeKey('c'), fileOf(40)), undefined)
  })

  test('forget a file that could not be read', async () => {
    const { cache } = countingStore(40)
    for (let round = 0; round < 5; round++)
      await assert.rejects(cache.acquire(storeKey('gone'), fileOf(40)), { code: 'not_found' })
    assert.notEqual(await cache.acquire(storeKey('a'), fileOf(40)), undefined)
    assert.notEqual(await cache.acquire(storeKey('b'), fileOf(40)), undefined)
  })
})
