import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integer, number } from '#src/config/setting.ts'

test('a number is read from the smallest to the largest that is allowed', () => {
  for (const [setting, sentence] of [
    [number(2, [1, 4], 'x'), /^Error: must be a number from 1 to 4$/],
    [integer(2, [1, 4], 'x'), /^Error: must be a whole number from 1 to 4$/],
  ] as const) {
    assert.deepEqual(['1', '4'].map(setting.parse), [1, 4])
    for (const wrong of ['-1', '', 'two', '2 3']) assert.throws(() => setting.parse(wrong), sentence)
  }
  for (const wrong of ['0.9', '4.1', 'Infinity'])
    assert.throws(() => number(2, [1, 4], 'x').parse(wrong), /must be a number from 1 to 4$/)
})
