import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { searchWords } from '#src/search/text/tokens.ts'
import { buildSpellingIndex, SpellingLookup } from '#src/search/vocabulary/spelling-index.ts'
import { unitsOf, weightedDistance } from '#src/search/vocabulary/distance.ts'
import { foldVocabulary, maxNearTerms, Vocabulary } from '#src/search/vocabulary/vocabulary.ts'
import { randomRuns } from '../../support/full-run.ts'

/** The number of edits between two words by the textbook's recursion: optimal string alignment. */
function countEdits(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1)
      }
    }
  }
  return rows[a.length]![b.length]!
}

/** Words over few letters, so that many are close to each other; of other scripts too. */
const word = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 }),
  fc.string({ unit: fc.constantFrom('п', 'р', '한', '𐐨', '1'), minLength: 1, maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => searchWords(text).flat()[0] ?? 'x'),
)

function vocabularyOf(based: readonly string[], added: readonly string[]): Vocabulary {
  const vocabulary = new Vocabulary()
  const addAll = (words: readonly string[]) => {
    for (const term of words) vocabulary.countDocuments(vocabulary.add(term), 1)
  }
  addAll(based)
  vocabulary.replaceBase(foldVocabulary(vocabulary.snapshot()))
  addAll(added)
  return vocabulary
}

test('close words are exactly those within one edit, or two if one has seven letters and the typed one six', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 30 }),
      fc.array(word, { maxLength: 10 }),
      word,
      fc.constantFrom(1 as const, 2 as const),
      (based, added, typed, maxEdits) => {
        const vocabulary = vocabularyOf(based, added)
        const isWord = (text: string) => /^[\p{L}\p{M}]+$/v.test(text) && text.length >= 3
        const allowed = (term: string) =>
          typed.length < 6 || Math.max(typed.length, term.length) < 7 ? 1 : maxEdits
        const expected = [...new Set([...based, ...added])].filter(
          (term) =>
            term !== typed && isWord(term) && isWord(typed) && countEdits(typed, term) <= allowed(term),
        )
        const found = vocabulary.near(typed, maxEdits)
        const costs = found.map(({ cost }) => cost)
        assert.deepEqual(
          costs,
          costs.toSorted((a, b) => a - b),
        )
        assert.ok(costs.every((cost) => Number.isInteger(cost) && cost >= 1 && cost <= 255))
        const words = found.map(({ id }) => vocabulary.termOf(id))
        if (expected.length <= maxNearTerms) assert.deepEqual(words.toSorted(), expected.toSorted())
        else assert.equal(new Set(words).size, maxNearTerms)
      },
    ),
    randomRuns(500),
  )
})

test('all words close to a word are found among thousands', () => {
  const letters = ['a', 'b', 'd', 'e', 'n', 'o', 'r', 's', 't']
  const numbers = fc.sample(fc.array(fc.nat(letters.length - 1), { minLength: 3, maxLength: 10 }), {
    ...randomRuns(4000, 500),
    seed: 13,
  })
  const terms = [...new Set(numbers.map((choice) => choice.map((index) => letters[index]!).join('')))]
  const lookup = new SpellingLookup(buildSpellingIndex(terms, new Uint32Array(terms.length)))
  for (const typed of terms.slice(0, 150)) {
    for (const edits of [1, 2] as const) {
      if (edits === 2 && typed.length < 7) continue
      const found: string[] = []
      lookup.find(unitsOf(typed), edits, (id) => found.push(terms[id]!))
      assert.deepEqual(
        found.toSorted(),
        terms.filter((term) => term !== typed && countEdits(typed, term) <= edits).toSorted(),
      )
    }
  }
})

test('common edits cost less, those of the first letter more', () => {
  const cost = (typed: string, term: string) => weightedDistance(unitsOf(typed), unitsOf(term), 2)
  assert.equal(cost('kitten', 'kitten'), 0)
  assert.ok(cost('kiten', 'kitten') < cost('kiteen', 'kitten'))
  assert.ok(cost('kittrn', 'kitten') < cost('kittpn', 'kitten'), 'r is next to e, p is not')
  assert.ok(cost('kittin', 'kitten') < cost('kittpn', 'kitten'), 'vowels are confused')
  assert.ok(cost('ktiten', 'kitten') < cost('kittpn', 'kitten'), 'letters are swapped')
  assert.ok(cost('mitten', 'kitten') > cost('kittem', 'kitten'))
  assert.equal(cost('kitten', 'kittens'), cost('kittens', 'kitten'))
  assert.equal(cost('abcd', 'dcba'), -1)
})

test('numbers, emoji and words of one or two letters have no close words', () => {
  const vocabulary = vocabularyOf(['cat', 'at', '2024', '2025', '😂', '😃', 'x12345'], ['bat', '2026'])
  for (const typed of ['a', 'at', '202', '2023', '😄', 'x12344', '', 'a'.repeat(500)]) {
    assert.deepEqual(vocabulary.near(typed, 2), [])
  }
  assert.deepEqual(
    vocabulary.near('zat', 1).map(({ id }) => vocabulary.termOf(id)),
    ['cat', 'bat'],
  )
})

test('only words of existing GIFs are close, the most frequent of equally close ones first', () => {
  const vocabulary = vocabularyOf(['boat', 'goat', 'coat'], ['moat'])
  const near = () => vocabulary.near('eoat', 1).map(({ id }) => vocabulary.termOf(id))
  assert.deepEqual(near(), ['boat', 'goat', 'coat', 'moat'])
  vocabulary.countDocuments(vocabulary.idOf('coat'), 5)
  vocabulary.countDocuments(vocabulary.idOf('goat'), -1)
  assert.deepEqual(near(), ['coat', 'boat', 'moat'])
  vocabulary.countDocuments(vocabulary.add('float'), 1)
  vocabulary.countDocuments(vocabulary.add('eoats'), 1)
  assert.deepEqual(near(), ['eoats', 'coat', 'boat', 'moat'])
})

test('only the most frequent words are indexed for spelling', () => {
  const terms = ['boat', 'goat', 'coat']
  const lookup = new SpellingLookup(buildSpellingIndex(terms, Uint32Array.of(1, 3, 2), 2))
  const found: string[] = []
  lookup.find(unitsOf('moat'), 1, (id) => found.push(terms[id]!))
  assert.deepEqual(found.toSorted(), ['coat', 'goat'])
})
