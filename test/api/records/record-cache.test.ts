import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RecordSource } from '#src/catalogue/record-source.ts'
import { maxCaches, RecordCache, type RecordCacheDeps } from '#src/http/records/record-cache.ts'
import { RecordStore } from '#src/http/records/record-store.ts'
import type { RecordWriter } from '#src/http/records/record-pieces.ts'
import { type Gif, isListed } from '#src/catalogue/gif.ts'
import { fakeFeed } from '../../support/stores/change-feed.ts'
import { gifRecord, storedRecord } from '../../support/stores/gif-records.ts'

const gif = (id: number, given: Partial<Gif> = {}) =>
  gifRecord({ id, code: `c${id}`, title: `GIF ${id}`, ...given })

/** A head, two parts of which the second exists only for GIFs with transparency, and a tail. */
const write: RecordWriter = ({ title, alt, hasAlpha, tagsJson }) => ({
  head: `{"title":${JSON.stringify(title)},"parts":[`,
  parts: [JSON.stringify(alt), hasAlpha === true ? '"alpha"' : '', '"last"'],
  tail: `],"tags":${tagsJson}}`,
})

function recordCache(
  gifs: Gif[],
  { maxBytes = 8 * 2 ** 20, ...given }: { maxBytes?: number } & Pick<RecordCacheDeps, 'isShown'> = {},
) {
  const changes = fakeFeed()
  const byId = new Map(gifs.map((one) => [one.id, one]))
  const reads: number[][] = []
  let beforeAnswer = async () => {}
  let waits = false
  const source: RecordSource = {
    recordsByIds(ids) {
      reads.push([...ids])
      const found = ids.map((id) => byId.get(id)).filter((one) => one !== undefined)
      const records = found.map(storedRecord)
      return waits ? beforeAnswer().then(() => records) : records
    },
    recordByCode(code) {
      const found = [...byId.values()].find((one) => one.code === code)
      const record = found && storedRecord(found)
      return waits ? beforeAnswer().then(() => record) : record
    },
  }
  const memory = new RecordStore(maxBytes)
  const shared = { source, changes: changes.feed, memory }
  const cache = new RecordCache({ ...shared, write, ...given })
  return {
    ...changes,
    byId,
    reads,
    cache,
    shared,
    whileReading: (action: () => Promise<void>): void => {
      waits = true
      beforeAnswer = action
    },
    titles: async (ids: number[]): Promise<string[]> => {
      const json = JSON.parse((await cache.list('{"result":[', ids)).toString()) as {
        result: { title: string }[]
      }
      return json.result.map(({ title }) => title)
    },
  }
}

describe('the records of answers', () => {
  test('are assembled in order; missing ones are read together, and cached', async () => {
    const { cache, titles, reads } = recordCache([gif(1), gif(2), gif(3)])
    assert.deepEqual(await titles([]), [])
    assert.deepEqual(await titles([2, 1]), ['GIF 2', 'GIF 1'])
    assert.deepEqual(await titles([3, 2, 1]), ['GIF 3', 'GIF 2', 'GIF 1'])
    assert.deepEqual(reads, [[2, 1], [3]])
    assert.ok(Buffer.isBuffer(cache.list('[', [1, 2, 3])))
  })

  test('leave out GIFs that are deleted or not visible to everyone', async () => {
    const { titles } = recordCache([
      gif(1),
      gif(2, { visibility: 'private' }),
      gif(3, { hidden: true }),
      gif(4, { visibility: 'unlisted' }),
    ])
    for (let round = 0; round < 2; round++)
      assert.deepEqual(await titles([3, 9, 1, 2, 4]), ['GIF 1', 'GIF 4'])
  })

  test('reflect every change of a GIF, and every change of the categories', async () => {
    const { titles, byId, tell } = recordCache([gif(1), gif(2)])
    await titles([1, 2])
    byId.set(1, gif(1, { title: 'changed' }))
    tell({ gifs: [1] })
    assert.deepEqual(await titles([1, 2]), ['changed', 'GIF 2'])
    for (const change of [{ categories: true }, { all: true }]) {
      byId.set(2, gif(2, { title: JSON.stringify(change) }))
      tell(change)
      assert.deepEqual(await titles([1, 2]), ['changed', JSON.stringify(change)])
    }
  })

  test('are not cached when they were read before a change', async () => {
    const { titles, byId, tell, whileReading, cache } = recordCache([gif(1)])
    whileReading(async () => {
      byId.set(1, gif(1, { title: 'changed' }))
      tell({ gifs: [1] })
      whileReading(async () => {})
    })
    await titles([1])
    assert.deepEqual(await titles([1]), ['changed'])
    whileReading(async () => {
      byId.set(1, gif(1, { title: 'changed again' }))
      tell({ gifs: [1] })
      whileReading(async () => {})
    })
    await cache.one('', 'c1')
    assert.deepEqual(await titles([1]), ['changed again'])
  })

  test('are not used while a change is pending', async () => {
    const { titles, byId, tell, setPending, cache } = recordCache([gif(1)])
    assert.match((await cache.one('[', 'c1')) ?? '', /GIF 1/)
    byId.delete(1)
    const { promise, resolve } = Promise.withResolvers<void>()
    setPending(promise)
    assert.equal(cache.one('[', 'c1'), null)
    const answer = titles([1])
    setPending(null)
    tell({ gifs: [1] })
    resolve()
    assert.deepEqual(await answer, [])
  })

  test('are cached for single GIFs only if everyone may see the GIF', async () => {
    const { cache, byId } = recordCache([
      gif(1, { visibility: 'private' }),
      gif(2, { hidden: true }),
      gif(3, { visibility: 'unlisted' }),
    ])
    for (const code of ['c1', 'c2', 'none']) assert.equal(cache.one('', code), null)
    const read = cache.one('[', 'c3')
    assert.match(String(read), /^\[\{.*"GIF 3".*\}\]\}$/)
    byId.clear()
    assert.equal(cache.one('[', 'c3'), read)
  })

  test('have the requested parts, whether cached or just read', async () => {
    const all = ['"älter"', '"alpha"', '"last"']
    const cases: [parts: number[] | undefined, expected: string[][]][] = [
      [undefined, [all, ['null', '"last"']]],
      [
        [2, 0],
        [
          ['"last"', '"älter"'],
          ['"last"', 'null'],
        ],
      ],
      [[1], [['"alpha"'], []]],
      [[], [[], []]],
      [
        [7, 1, 2, 9],
        [['"alpha"', '"last"'], ['"last"']],
      ],
    ]
    for (const maxBytes of [0, 2 ** 20]) {
      const { cache } = recordCache([gif(1, { alt: 'älter', hasAlpha: true }), gif(2)], { maxBytes })
      for (const [parts, expected] of [...cases, ...cases]) {
        const json = JSON.parse((await cache.list('[', [1, 2], { parts, end: ']' })).toString()) as {
          parts: unknown[]
          tags: string[]
        }[]
        assert.deepEqual(
          json.map((record) => record.parts.map((part) => JSON.stringify(part))),
          expected,
        )
        assert.deepEqual(json[1]?.tags, ['frog', 'splash'])
        const one = await cache.one('[', 'c1', { parts, end: ']' })
        assert.deepEqual(JSON.parse(one ?? ''), [json[0]])
      }
    }
  })

  test('share their memory across several kinds, and change together', async () => {
    const { shared, byId, tell, titles } = recordCache([gif(1), gif(2)])
    const write: RecordWriter = ({ title }) => ({ head: JSON.stringify({ name: title }) })
    const last = new RecordCache({ ...shared, write, number: maxCaches - 1 })
    const names = async () => JSON.parse((await last.list('[', [1, 2], { end: ']' })).toString()) as unknown
    for (const title of ['GIF 1', 'changed', 'again']) {
      byId.set(1, gif(1, { title }))
      tell(title === 'again' ? { categories: true } : { gifs: [1] })
      for (let round = 0; round < 2; round++) {
        assert.deepEqual(await names(), [{ name: title }, { name: 'GIF 2' }])
        assert.deepEqual(await titles([1, 2]), [title, 'GIF 2'])
      }
    }
    byId.clear()
    assert.deepEqual(await names(), [{ name: 'again' }, { name: 'GIF 2' }])
  })

  test('are followed by records from elsewhere, and by a tail that includes their count', async () => {
    const { cache } = recordCache([gif(1), gif(2, { visibility: 'unlisted' })], { isShown: isListed })
    const list = async (ids: number[], added: string[]) => {
      const end = (count: number) => `],"count":"ü${count}"}`
      const answer = await cache.list('{"result":[', ids, { parts: [2], end, added })
      return JSON.parse(answer.toString()) as { result: unknown[]; count: string }
    }
    for (let round = 0; round < 2; round++) {
      const both = await list([2, 1, 9], ['"één"', '{"two":2}'])
      assert.deepEqual(both.result.slice(1), ['één', { two: 2 }])
      assert.equal(both.count, 'ü3')
      assert.deepEqual(await list([2], ['1']), { result: [1], count: 'ü1' })
      assert.deepEqual(await list([], []), { result: [], count: 'ü0' })
      assert.equal((await list([1], [])).count, 'ü1')
    }
    assert.equal(cache.one('', 'c2'), null)
  })

  test('are complete even without memory to cache them', async () => {
    const { titles } = recordCache([gif(1), gif(2)], { maxBytes: 0 })
    assert.deepEqual(await titles([2, 1]), ['GIF 2', 'GIF 1'])
  })
})
