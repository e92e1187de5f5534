import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addToTrend } from '#src/catalogue/discovery/trend.ts'
import { randomRuns } from '../../support/full-run.ts'

const halfLifeMs = 2 * 24 * 60 * 60_000
const start = Date.parse('2026-11-22')

const trendOf = (uses: { time: number; weight: number }[]) =>
  uses.reduce<number | null>(
    (trend, { time, weight }) => addToTrend(trend, weight, { time, halfLifeMs }),
    null,
  )

test('a trend orders GIFs like the decayed sum of their uses, in any order of the uses', () => {
  const use = fc.record({
    time: fc.integer({ min: 0, max: 20 * halfLifeMs }),
    weight: fc.integer({ min: 1, max: 100 }),
  })
  fc.assert(
    fc.property(fc.array(use, { minLength: 1, maxLength: 30 }), (uses) => {
      const sum = uses.reduce((total, { time, weight }) => total + weight * 2 ** (time / halfLifeMs), 0)
      const shifted = uses.map(({ time, weight }) => ({ time: start + time, weight }))
      const expected = start + halfLifeMs * Math.log2(sum)
      for (const order of [shifted, shifted.toReversed()])
        assert.ok(Math.abs((trendOf(order) ?? NaN) - expected) < 1, `${trendOf(order)} for ${expected}`)
    }),
    randomRuns(100),
  )
})

test('uses of one half-life ago count half', () => {
  const two = trendOf([
    { time: start, weight: 1 },
    { time: start, weight: 1 },
  ])
  assert.equal(two, trendOf([{ time: start + halfLifeMs, weight: 1 }]))
})

test('a trend stays finite for distant times and large weights', () => {
  for (const time of [0, start, 8.64e15])
    for (const trend of [null, 0, start, 8.64e15])
      for (const weight of [1, 2 ** 53])
        assert.ok(Number.isFinite(addToTrend(trend, weight, { time, halfLifeMs: 1 })))
})
