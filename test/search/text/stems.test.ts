import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stemOf } from '#src/search/text/stems.ts'

const groups = [
  'dance dances danced dancing',
  'go goes going went gone',
  'mouse mice',
  'child children',
  'kitty kitties',
]

for (const group of groups) {
  test(`forms of one word have one stem: ${group}`, () => {
    const stems = new Set(group.split(' ').map((word) => stemOf(word)))
    assert.equal(stems.size, 1)
  })
}

test('words without forms have no stem', () => {
  for (const word of ['a', '42', 'x2', '😂', '東', 'привет', '']) assert.equal(stemOf(word), undefined)
})
