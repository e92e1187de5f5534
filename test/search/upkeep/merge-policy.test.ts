import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseMerge, largestPart, minLargestPart } from '#src/search/upkeep/merge-policy.ts'

const partsOf = (...sizes: number[]) => sizes.map((size) => ({ living: size, size, newUses: 0 }))

test('four parts of about one size become one, the smallest first', () => {
  assert.deepEqual(chooseMerge(partsOf(1024, 1500, 900)), [])
  assert.deepEqual(chooseMerge(partsOf(1024, 200_000, 1500, 900, 3000)), [3, 0, 2, 4])
  assert.deepEqual(chooseMerge(partsOf(20_000, 20_000, 2000, 2000, 20_000, 2000, 20_000, 2000)), [2, 3, 5, 7])
})

test('a part never becomes larger than an eighth of all documents, or a quarter of a million', () => {
  assert.equal(largestPart(10_000_000), 1_250_000)
  assert.equal(largestPart(1000), minLargestPart)
  assert.deepEqual(chooseMerge(partsOf(100_000, 110_000, 100_000, 105_000)), [0, 2])
  assert.deepEqual(chooseMerge(partsOf(...Array.from({ length: 8 }, () => 200_000))), [])
})

test('a part with a fifth of dead documents, or heavily used ones, is rewritten alone', () => {
  assert.deepEqual(chooseMerge([...partsOf(5000), { living: 7000, size: 9000, newUses: 0 }]), [1])
  assert.deepEqual(chooseMerge([{ living: 8000, size: 9000, newUses: 1000 }]), [])
  assert.deepEqual(chooseMerge([{ living: 8000, size: 9000, newUses: 1200 }]), [0])
})

test('a growing index keeps a few parts, and rewrites each document a few times', () => {
  let sizes: number[] = []
  let written = 0
  let most = 0
  for (let count = 0; count < 1000; count += 1) {
    sizes.push(1024)
    for (
      let chosen = chooseMerge(partsOf(...sizes));
      chosen.length > 0;
      chosen = chooseMerge(partsOf(...sizes))
    ) {
      const merged = chosen.reduce((sum, index) => sum + sizes[index]!, 0)
      written += merged
      sizes = [...sizes.filter((_, index) => !chosen.includes(index)), merged]
      most = Math.max(most, sizes.length)
    }
  }
  assert.ok(most <= 18, `${most} parts`)
  assert.ok(written / (1000 * 1024) <= 5)
  assert.ok(Math.max(...sizes) <= minLargestPart)
})
