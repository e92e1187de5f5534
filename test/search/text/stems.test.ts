import assert from 'node:assert/strict'
import { test } from 'node:test'
import { irregularForms } from '#src/search/text/irregular-forms.ts'
import { stemOf } from '#src/search/text/stems.ts'

const groups = [
  'dance dances danced dancing',
  'go goes going went gone',
  'mouse mice',
  'child children',
  'kitty kitties',
  'stuff stuffs stuffing stuffed',
  'purr purrs purring',
  'run runs running ran',
  'think thinks thinking thought',
  'wolf wolves',
  'good better best',
  'big bigger biggest',
  'funny funnier funniest',
  'cute cuter cutest',
  'university universities',
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

const apart = [
  'university universe',
  'organ organize',
  'new news',
  'animal animation',
  'person personality',
  'import important',
  'skies skiing',
  'leaves leaving',
  'past paste',
  'general generate',
]

for (const pair of apart) {
  test(`words with another meaning have another stem: ${pair}`, () => {
    const [one = '', other = ''] = pair.split(' ')
    assert.notEqual(stemOf(one), stemOf(other))
  })
}

test('no irregular form is listed twice, and every word has one stem', () => {
  for (const [form, base] of irregularForms) {
    assert.match(form, /^[a-z]+$/)
    assert.equal(irregularForms.get(base), undefined, `${base} is a form and a base form`)
    assert.equal(stemOf(form), stemOf(base), form)
  }
})
