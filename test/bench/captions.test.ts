import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { sceneRows } from '../../bench/captions/stream.ts'

suite('made-up captions', () => {
  test('are the same for the same seed, and others for another', () => {
    const rows = (seed: number) => [...sceneRows({ count: 500, seed })].map(({ row }) => row)
    assert.deepEqual(rows(1), rows(1))
    assert.notDeepEqual(rows(1), rows(2))
  })

  test('can be GIFs: titles and tags within the limits, a large vocabulary', () => {
    const words = new Set<string>()
    for (const { row } of sceneRows({ count: 20_000, seed: 3 })) {
      assert.ok(row.title.length > 0 && row.title.length <= 200, row.title)
      assert.ok(row.tags.length <= 20 && row.tags.every((tag) => tag.length <= 50), String(row.tags))
      for (const word of row.title.toLowerCase().match(/\p{L}+/gu) ?? []) words.add(word)
    }
    assert.ok(words.size > 12_000, `${words.size} words`)
  })
})
