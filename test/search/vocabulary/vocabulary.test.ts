import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { searchWords } from '#src/search/text/tokens.ts'
import { foldVocabulary, Vocabulary } from '#src/search/vocabulary/vocabulary.ts'
import { randomRuns } from '../../support/full-run.ts'

const ascending = (a: number, b: number) => a - b
const compareBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** Tokens that share prefixes and stems, and any others. */
const token = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'e', 'd', 's'), minLength: 1, maxLength: 6 }),
  fc.constantFrom(
    'dance',
    'dancing',
    'danced',
    'go',
    'went',
    'gone',
    'goes',
    'mouse',
    'mice',
    '😂',
    '東',
    'привет',
    '42',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map((text) => searchWords(text).flat()[0] ?? 'x'),
)

/** An operation on a vocabulary: adding a token, or sorting all terms so far. */
const steps = fc.array(
  fc.oneof({ weight: 9, arbitrary: token }, { weight: 1, arbitrary: fc.constant(undefined) }),
  {
    maxLength: 80,
  },
)

function fill(tokens: readonly (string | undefined)[]): { vocabulary: Vocabulary; terms: string[] } {
  const vocabulary = new Vocabulary()
  const terms = new Set<string>()
  for (const step of tokens) {
    if (step === undefined) vocabulary.replaceBase(foldVocabulary(vocabulary.snapshot()))
    else {
      assert.equal(vocabulary.add(step), [...terms.add(step)].indexOf(step))
      vocabulary.countDocuments(vocabulary.idOf(step), 1)
    }
  }
  return { vocabulary, terms: [...terms] }
}

test('a term keeps its id, however often the terms are sorted', () => {
  fc.assert(
    fc.property(steps, (tokens) => {
      const { vocabulary, terms } = fill(tokens)
      assert.equal(vocabulary.size, terms.length)
      for (const [id, term] of terms.entries()) {
        assert.equal(vocabulary.idOf(term), id)
        assert.equal(vocabulary.termOf(id), term)
        assert.equal(vocabulary.frequency(id), tokens.filter((step) => step === term).length)
        assert.equal(vocabulary.idOf(`${term}?`), -1)
      }
    }),
    randomRuns(100),
  )
})

test('a prefix gives exactly the terms that begin with it, those of the base in order', () => {
  fc.assert(
    fc.property(steps, fc.oneof(token, fc.constantFrom('', 'a', '\u{10ffff}')), (tokens, prefix) => {
      const { vocabulary, terms } = fill(tokens)
      const { from, to, added } = vocabulary.prefixRange(prefix)
      const based = [...vocabulary.sorted.subarray(from, to)]
      for (const [index, id] of based.entries()) assert.equal(vocabulary.positionOf(id), from + index)
      for (const id of added) assert.equal(vocabulary.positionOf(id), -1)
      const found = [...based, ...added].map((id) => vocabulary.termOf(id))
      assert.deepEqual(
        found.toSorted(compareBytes),
        terms.filter((term) => term.startsWith(prefix)).toSorted(compareBytes),
      )
      const sorted = [...vocabulary.sorted].map((id) => vocabulary.termOf(id))
      assert.deepEqual(sorted, sorted.toSorted(compareBytes))
    }),
    randomRuns(100),
  )
})

test('the forms of a word are forms of each other, whether known or not', () => {
  fc.assert(
    fc.property(steps, token, (tokens, word) => {
      const { vocabulary, terms } = fill(tokens)
      for (const typed of [word, ...terms]) {
        const forms = [...Array.from(vocabulary.formsOf(typed))]
        assert.equal(new Set(forms).size, forms.length)
        if (terms.includes(typed)) assert.ok(forms.includes(vocabulary.idOf(typed)))
        for (const form of forms) {
          assert.deepEqual(
            Array.from(vocabulary.formsOf(vocabulary.termOf(form))).toSorted(ascending),
            forms.toSorted(ascending),
          )
        }
      }
    }),
    randomRuns(100),
  )
})

test('a vocabulary is restored from its snapshot, and later changes do not affect the snapshot', () => {
  fc.assert(
    fc.property(steps, token, (tokens, late) => {
      const { vocabulary, terms } = fill(tokens)
      const snapshot = vocabulary.snapshot()
      vocabulary.countDocuments(vocabulary.add(late), 7)
      for (const copy of [Vocabulary.fromSnapshot(snapshot), new Vocabulary(foldVocabulary(snapshot))]) {
        assert.deepEqual(
          Array.from({ length: copy.size }, (_, id) => copy.termOf(id)),
          terms,
        )
        for (const term of terms) {
          assert.equal(copy.frequency(copy.idOf(term)), tokens.filter((step) => step === term).length)
        }
      }
    }),
    randomRuns(100),
  )
})

test('terms added while the others are sorted stay, with their ids and counts', () => {
  const { vocabulary } = fill(['cat', 'dog', undefined, 'bird'])
  const snapshot = vocabulary.snapshot()
  vocabulary.countDocuments(vocabulary.add('fish'), 3)
  vocabulary.countDocuments(vocabulary.idOf('cat'), 1)
  vocabulary.replaceBase(foldVocabulary(snapshot))
  assert.equal(vocabulary.idOf('fish'), 3)
  assert.deepEqual(
    [0, 1, 2, 3].map((id) => `${vocabulary.termOf(id)} ${vocabulary.frequency(id)}`),
    ['cat 2', 'dog 1', 'bird 1', 'fish 3'],
  )
  assert.equal(vocabulary.positionOf(2), 0)
  assert.equal(vocabulary.positionOf(3), -1)
})

test('a full vocabulary refuses new terms and still knows the old', () => {
  const vocabulary = new Vocabulary(undefined, { maxTerms: 2 })
  assert.deepEqual(
    ['cat', 'dog', 'bird', 'cat'].map((word) => vocabulary.add(word)),
    [0, 1, -1, 0],
  )
  assert.ok(vocabulary.full)
  assert.equal(vocabulary.idOf('bird'), -1)
})

test('words without documents are forgotten when the terms are sorted, and their ids reused after the next time', () => {
  const vocabulary = new Vocabulary(undefined, { maxTerms: 4 })
  const count = (word: string, change: number) => vocabulary.countDocuments(vocabulary.idOf(word), change)
  for (const word of ['cat', 'dog', 'bird', 'fish']) vocabulary.countDocuments(vocabulary.add(word), 1)
  vocabulary.add('category')
  for (const word of ['cat', 'dog', 'fish']) count(word, -1)
  vocabulary.keep([vocabulary.idOf('fish')])
  assert.ok(vocabulary.full)
  assert.equal(vocabulary.forgettable, 2)

  const snapshot = vocabulary.snapshot()
  count('dog', 1)
  vocabulary.replaceBase(foldVocabulary(snapshot))
  assert.deepEqual(
    ['cat', 'dog', 'bird', 'fish'].map((word) => vocabulary.idOf(word)),
    [-1, 1, 2, 3],
    'a word that came back in between stays, and so does a kept one',
  )
  assert.deepEqual([vocabulary.termOf(0), vocabulary.positionOf(0), vocabulary.forgettable], ['', -1, 0])
  assert.deepEqual(Array.from(vocabulary.formsOf('cats')), [])
  assert.equal(vocabulary.add('mouse'), 4, 'a running query may still refer to the forgotten word by its id')
  assert.ok(vocabulary.full)
  count('dog', -1)
  vocabulary.replaceBase(foldVocabulary(vocabulary.snapshot()))
  assert.equal(vocabulary.add('horse'), 0)
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((id) => vocabulary.termOf(id)),
    ['horse', '', 'bird', 'fish', ''],
  )
})

/**
 * Steps of a vocabulary whose documents come and go: `start` and `finish` are those of a worker that sorts the terms.
 */
const changes = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ do: fc.constant('add' as const), word: token }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('remove' as const), word: token }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('keep' as const), word: token }) },
    { weight: 2, arbitrary: fc.constantFrom({ do: 'start' as const }, { do: 'finish' as const }) },
  ),
  { maxLength: 80 },
)

test('through any sequence of changes and sorts, words of documents keep their ids, and no two share one', () => {
  fc.assert(
    fc.property(changes, (steps) => {
      let vocabulary = new Vocabulary(undefined, { maxTerms: 12 })
      const documents = new Map<string, { id: number; count: number }>()
      let kept: string | undefined
      let fold: ReturnType<typeof foldVocabulary> | undefined
      for (const step of steps) {
        if (step.do === 'add') {
          const id = vocabulary.add(step.word)
          if (id === -1) continue
          vocabulary.countDocuments(id, 1)
          documents.set(step.word, { id, count: (documents.get(step.word)?.count ?? 0) + 1 })
        } else if (step.do === 'remove') {
          const known = documents.get(step.word)
          if (known === undefined) continue
          vocabulary.countDocuments(known.id, -1)
          known.count -= 1
          if (known.count === 0) documents.delete(step.word)
        } else if (step.do === 'keep') {
          const id = vocabulary.add(step.word)
          kept = id === -1 ? undefined : step.word
          vocabulary.keep(id === -1 ? [] : [id])
        } else if (step.do === 'start') fold = foldVocabulary(vocabulary.snapshot())
        else if (fold !== undefined) {
          vocabulary.replaceBase(fold)
          fold = undefined
        }
        const words = [...documents].map(([word, { id, count }]) => ({ word, id, count }))
        for (const { word, id, count } of words) {
          assert.deepEqual([vocabulary.idOf(word), vocabulary.termOf(id)], [id, word])
          assert.equal(vocabulary.frequency(id), count)
        }
        assert.equal(new Set(words.map(({ id }) => id)).size, words.length)
        if (kept !== undefined) assert.ok(vocabulary.idOf(kept) >= 0)
        const forgettable = vocabulary.termCount - new Set([...documents.keys(), kept ?? []].flat()).size
        assert.equal(vocabulary.forgettable, forgettable)
      }
      vocabulary.replaceBase(fold ?? foldVocabulary(vocabulary.snapshot()))
      vocabulary.replaceBase(foldVocabulary(vocabulary.snapshot()))
      assert.equal(vocabulary.forgettable, 0)
      assert.ok(vocabulary.size <= 24)
      const { base, added, addedIds, frequencies } = vocabulary.snapshot()
      vocabulary = Vocabulary.fromSnapshot({ base, added, addedIds, frequencies, kept: new Uint32Array(0) })
      for (const [word, { id }] of documents) assert.equal(vocabulary.idOf(word), id)
      assert.equal(vocabulary.forgettable, kept === undefined || documents.has(kept) ? 0 : 1)
    }),
    randomRuns(100),
  )
})
