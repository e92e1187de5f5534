import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { keepFields, parseFields } from '#src/http/giphy/sparse-fields.ts'
import { readList, readHighestRating, splitChannel } from '#src/http/giphy/values.ts'
import { randomRuns } from '../../support/full-run.ts'

test('a rating finds all GIFs up to it, in any case; an unknown one is the mildest', () => {
  const ratings = { G: 'g', y: 'g', ' pg ': 'pg', 'PG-13': 'pg-13', pg13: 'pg-13', R: 'r', safe: 'g' }
  for (const [given, rating] of Object.entries(ratings)) assert.equal(readHighestRating(given), rating, given)
  for (const nothing of [undefined, '', ' ', 'undefined', 'null'])
    assert.equal(readHighestRating(nothing), 'r')
})

test('a text is cut to 50 characters, and @name before it is a channel', () => {
  assert.deepEqual(splitChannel('  frog '), { text: 'frog', channel: null })
  assert.deepEqual(splitChannel('@animals  frog pond'), { text: 'frog pond', channel: 'animals' })
  assert.deepEqual(splitChannel('@animals'), { text: '', channel: 'animals' })
  assert.deepEqual(splitChannel('a @animals'), { text: 'a @animals', channel: null })
  assert.deepEqual(splitChannel('@ frog'), { text: '@ frog', channel: null })
  assert.equal(splitChannel('🐸'.repeat(60)).text, '🐸'.repeat(50))
})

test('comma lists may have spaces and empty items', () => {
  assert.deepEqual(readList(' a, b,,c ,'), ['a', 'b', 'c'])
  assert.deepEqual(readList(undefined), [])
})

test('fields keep the named ones in the items, and everything around them', () => {
  const answer = JSON.stringify({
    data: [{ id: 'a', url: 'u', images: { original: { url: 'o', width: '1' }, preview: { mp4: 'p' } } }],
    pagination: { total_count: 1 },
    meta: { status: 200 },
  })
  const kept = (fields: string) => {
    const tree = parseFields(fields)
    const { data, ...rest } = JSON.parse(tree === null ? answer : keepFields(answer, tree)) as {
      data: unknown[]
    }
    assert.deepEqual(rest, { pagination: { total_count: 1 }, meta: { status: 200 } })
    return data[0]
  }
  assert.deepEqual(kept('id, images.original.url'), { id: 'a', images: { original: { url: 'o' } } })
  assert.deepEqual(kept('images.original,images.original.url'), {
    images: { original: { url: 'o', width: '1' } },
  })
  assert.deepEqual(
    kept('images.preview.mp4,images'),
    JSON.parse(answer).data[0] && { images: { original: { url: 'o', width: '1' }, preview: { mp4: 'p' } } },
  )
  assert.deepEqual(kept('nothing,id.deeper,__proto__.id'), { id: 'a' })
  assert.deepEqual(kept(' , '), (JSON.parse(answer) as { data: unknown[] }).data[0])
})

test('any text is accepted as fields, rating or search', () => {
  const answer = '{"data":[{"id":"a","images":{"original":{"url":"o"}}}],"meta":{"status":200}}'
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readHighestRating(text)
      assert.ok([...splitChannel(text).text].length <= 50)
      const fields = parseFields(text)
      if (fields !== null)
        assert.equal((JSON.parse(keepFields(answer, fields)) as { data: unknown[] }).data.length, 1)
    }),
    randomRuns(100),
  )
})
