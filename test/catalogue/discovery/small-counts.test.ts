import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SmallCounts } from '#src/catalogue/discovery/small-counts.ts'
import { leastOfThree, limitMs, threadMsOf } from '../../support/processes/main-thread.ts'
import { randomRuns } from '../../support/full-run.ts'

const largestKey = 2 ** 48 - 1

test('small counts hold the same values as a map of the same size', () => {
  const key = fc.oneof(
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 1, max: 50 }).map((place) => place * 64 * 2 ** 30),
    fc.integer({ min: 1, max: largestKey }),
  )
  const sets = fc.array(fc.tuple(key, fc.integer({ min: 1, max: 70_000 })), { maxLength: 300 })
  fc.assert(
    fc.property(sets, fc.integer({ min: 0, max: 200 }), (entries, maxKeys) => {
      const counts = new SmallCounts(maxKeys)
      const model = new Map<number, number>()
      for (const [key, count] of entries) {
        const fits = model.has(key) || model.size < maxKeys
        assert.equal(counts.set(key, count), fits)
        if (fits) model.set(key, Math.min(count, 65_535))
      }
      assert.equal(counts.size, model.size)
      for (const [key] of entries) assert.equal(counts.get(key), model.get(key) ?? 0)
      assert.equal(counts.get(largestKey), model.get(largestKey) ?? 0)
    }),
    randomRuns(100),
  )
})

test('a million counts fit, and adding them never blocks the process for long', async () => {
  const step = 281_474_976_597
  const slowestOfMillion = async () => {
    const counts = new SmallCounts(1_000_000)
    let slowestMs = 0
    for (let number = 0; number < 1_000_000; number += 1000) {
      const addThousand = () => {
        for (let more = 1; more <= 1000; more++)
          assert.ok(counts.set(((number + more) * step) % largestKey || 1, 1))
      }
      slowestMs = Math.max(slowestMs, threadMsOf(addThousand))
    }
    assert.equal(counts.size, 1_000_000)
    assert.equal(counts.set(7, 1), false)
    return slowestMs
  }
  const ms = await leastOfThree(slowestOfMillion, 20)
  assert.ok(ms < limitMs, `${ms} ms`)
})
