import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { makeCatalogue } from '../../bench/captions/known-gifs.ts'
import { seededNumbers } from '../../bench/captions/numbers.ts'
import { queryKinds, QueryMaker } from '../../bench/captions/queries.ts'
import { sceneRows } from '../../bench/captions/stream.ts'
import { withTypo } from '../../bench/captions/typos.ts'

suite('made-up captions', () => {
  test('are the same for the same seed, and different for another', () => {
    const rows = (seed: number) => [...sceneRows({ count: 500, seed })].map(({ row }) => row)
    assert.deepEqual(rows(1), rows(1))
    assert.notDeepEqual(rows(1), rows(2))
  })

  test('can be GIFs: titles and tags within the limits, a large vocabulary', () => {
    const words = new Set<string>()
    // This seed produces the word 'constructor', which every object has.
    for (const { row } of sceneRows({ count: 20_000, seed: 31 })) {
      assert.ok(
        [row.title, ...row.tags].every((text) => typeof text === 'string'),
        row.title,
      )
      assert.ok(row.title.length > 0 && row.title.length <= 200, row.title)
      assert.ok(row.tags.length <= 20 && row.tags.every((tag) => tag.length <= 50), String(row.tags))
      for (const word of row.title.toLowerCase().match(/\p{L}+/gu) ?? []) words.add(word)
    }
    assert.ok(words.size > 12_000, `${words.size} words`)
  })

  test('a typo adds, drops or changes one letter, or swaps two', () => {
    const numbers = seededNumbers(5)
    for (let time = 0; time < 2000; time++) {
      const typed = withTypo('cockatoo', numbers)
      const [first, last] = commonEnds('cockatoo', typed)
      const [left, right] = [
        'cockatoo'.slice(first, -last || undefined),
        typed.slice(first, -last || undefined),
      ]
      const swapped = left.length === 2 && right === left[1]! + left[0]!
      assert.ok(swapped || (left.length <= 1 && right.length <= 1), typed)
    }
  })

  test('queries of every kind are as many as requested, and each has an answer', () => {
    const catalogue = makeCatalogue({ count: 3000, seed: 1 })
    const maker = new QueryMaker(catalogue, 2)
    for (const kind of queryKinds) {
      const queries = maker.make(kind, 50)
      assert.equal(queries.length, 50, kind)
    }
    for (const query of maker.make('known item', 50)) {
      assert.ok(query.call === 'search')
      const having = catalogue.havingAll(query.text.split(' '))
      assert.ok(
        having.some((id) => query.ids.has(id)),
        query.text,
      )
    }
  })
})

/** The number of letters that two words share at the beginning, and of the rest at the end. */
function commonEnds(one: string, other: string): [number, number] {
  const shorter = Math.min(one.length, other.length)
  let first = 0
  while (first < shorter && one[first] === other[first]) first++
  let last = 0
  while (last < shorter - first && one.at(-1 - last) === other.at(-1 - last)) last++
  return [first, last]
}
