import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold, includesWord, readSearchText, searchWords } from '../../../src/search/text/tokens.ts'
import { randomRuns } from '../../support/full-run.ts'

const table: [text: string, words: string][] = [
  ['Crème BRÛLÉE', 'creme brulee'],
  ['Straße STRASSE STRAẞE', 'strasse strasse strasse'],
  ['Øresund łódź ðæþ Œuvre', 'oresund lodz daeth oeuvre'],
  ['İstanbul ILIK ılık', 'istanbul ilik ilik'],
  ['ΟΔΟΣ ὀδός', 'οδοσ οδοσ'],
  ['Ёлка й', 'елка и'],
  ['Tiếng Việt', 'tieng viet'],
  ['שָׁלוֹם مَرْحَبًا', 'שלום مرحبا'],
  ['हिन्दी 한국어', 'हिन्दी 한국어'],
  ['ﬁne ＦＵＬＬ x² ½', 'fine full x2 1 2'],
  ['東京タワー tower', '東,京,タ,ワ,ー tower'],
  ['ｶﾞ が か', 'ガ が か'],
  ['รักไทย', 'รั,ก,ไ,ท,ย'],
  ['😂😂 👍🏽 ♥️ ★', '😂 😂 👍 ♥ ★'],
  ['👨‍👩‍👧 🇩🇪🇫🇷 1️⃣', '👨 👩 👧 🇩🇪 🇫🇷 1'],
  ["don't C++ Lego™ snake_case 50%", 'don t c lego snake case 50'],
  ['"cat" AND (dog) NEAR* -no title:x ^', 'cat and dog near no title x'],
  ['so\u00adft می\u200cخواهم', 'soft میخواهم'],
  ['\0 \ud800 \ufffd … — « »', ''],
]

for (const [text, words] of table) {
  test(`search reads ${JSON.stringify(text)} as the words "${words}"`, () => {
    assert.equal(
      searchWords(text)
        .map((word) => word.join(','))
        .join(' '),
      words,
    )
  })
}

test('no token of any text is empty or contains a space, ASCII punctuation or a control character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      for (const token of searchWords(text).flat()) assert.match(token, /^[a-z0-9\u0080-\u{10ffff}]+$/u)
    }),
    randomRuns(1000),
  )
})

test('text in capitals, or in another form of Unicode, folds to the same', () => {
  for (const text of ['Crème brûlée', 'straße', 'istanbul', 'Łódź', 'ﬁancé', 'ПРИВЕТ Й', 'ガ']) {
    assert.equal(fold(text.toUpperCase()), fold(text))
    for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) assert.equal(fold(text.normalize(form)), fold(text))
  }
})

test('a search text has no duplicate words, and at most 32 in total', () => {
  assert.equal(readSearchText(' .,- '), undefined)
  assert.deepEqual(readSearchText('A b a b c'), {
    words: [['a'], ['b'], ['c']],
    before: [['a'], ['b']],
    last: ['c'],
  })
  const long = readSearchText(Array.from({ length: 50 }, (_, index) => `w${index}`).join(' '))
  assert.equal(long?.words.length, 32)
  assert.deepEqual(long?.last, ['w31'])
})

test('a repeated word counts once, at its last position', () => {
  assert.deepEqual(readSearchText('cat '.repeat(250)), { words: [['cat']], before: [], last: ['cat'] })
  assert.deepEqual(readSearchText('a b A c b'), {
    words: [['a'], ['c'], ['b']],
    before: [['a'], ['c']],
    last: ['b'],
  })
  const many = Array.from({ length: 40 }, (_, index) => `w${index % 20} w${index}`).join(' ')
  assert.equal(readSearchText(many)?.words.length, 32)
})

test('a word of several tokens is found only if they are adjacent', () => {
  const [tokyo = []] = searchWords('東京')
  assert.ok(includesWord(['西', '東', '京'], tokyo, false))
  assert.ok(!includesWord(['京', '東'], tokyo, false))
  assert.ok(!includesWord(['東', 'x', '京'], tokyo, true))
  assert.ok(includesWord(['caterpillar'], ['cat'], true))
  assert.ok(!includesWord(['caterpillar'], ['cat'], false))
})

test('a run of signs costs no more than a few short phrases, for any length and normalization', () => {
  for (const text of ['㌖'.repeat(690), '一'.repeat(1000), '一二'.repeat(500), '一二三四'.repeat(250)]) {
    const search = readSearchText(text)
    assert.ok(search)
    const { words, before, last } = search
    assert.ok(words.flat().length <= 32, text)
    for (const word of words) assert.ok(word.length <= 8, text)
    assert.ok([...before, last].join(' ').length <= 32 * 65, text)
    assert.ok(before.length <= 3, text)
  }
})

test('each part of a sentence without spaces is searched for, and a very long word by its prefix', () => {
  const signs = [...'東京特許許可局局長今日急遽許可却下']
  assert.deepEqual(readSearchText(signs.join(''))?.words, [
    signs.slice(0, 8),
    signs.slice(8, 16),
    signs.slice(16),
  ])
  assert.deepEqual(readSearchText('a'.repeat(500))?.last, ['a'.repeat(64)])
  assert.deepEqual(searchWords('a'.repeat(500)), [['a'.repeat(64)]])
})
