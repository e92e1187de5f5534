import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { searchWords } from '#src/search/text/tokens.ts'
import { completeText, findClosestWords } from '#src/search/vocabulary/complete-text.ts'
import { CompletionBuilder } from '#src/search/vocabulary/completion-builder.ts'
import { buildCompletionImage } from '#src/search/vocabulary/completion-image.ts'
import { type CompletionFields, visitCompletionKeys } from '#src/search/vocabulary/completion-keys.ts'
import { Completions, foldCompletions } from '#src/search/vocabulary/completions.ts'
import { unitsOf, weightedDistance } from '#src/search/vocabulary/distance.ts'
import { Vocabulary } from '#src/search/vocabulary/vocabulary.ts'
import { randomRuns } from '../../support/full-run.ts'

const tokensOf = (text: string) => searchWords(text).flat()

function fieldsOf(title: string, ...tags: string[]): CompletionFields {
  return { title: tokensOf(title), tags: tags.map((tag) => tokensOf(tag)), tagTexts: tags }
}

function completionsOf(...documents: CompletionFields[]): Completions {
  const builder = new CompletionBuilder()
  for (const fields of documents) builder.add(fields)
  return new Completions(builder.build())
}

const texts = (completions: Completions, typed: string, limit = 10) =>
  completeText(completions, typed, limit).map(({ text }) => text)

const cats = [
  fieldsOf('Cat dancing', 'cats', 'Crème brûlée'),
  fieldsOf('A cat dancing', 'cat'),
  fieldsOf('The cat is here', 'cat'),
  fieldsOf('Caterpillar'),
]

test('a text is completed to tags, words and pairs of words, those of most documents first', () => {
  const completions = completionsOf(...cats)
  assert.deepEqual(completeText(completions, 'Ca', 10), [
    { text: 'cat', kind: 'tag', uses: 3 },
    { text: 'cat dancing', kind: 'phrase', uses: 2 },
    { text: 'caterpillar', kind: 'word', uses: 1 },
    { text: 'cats', kind: 'tag', uses: 1 },
  ])
  assert.deepEqual(texts(completions, 'creme b'), ['Crème brûlée'])
  assert.equal(texts(completions, 'cat ')[0], 'cat dancing')
  assert.deepEqual(texts(completions, 'funny dan'), ['funny dancing'])
  assert.deepEqual(texts(completions, 'ca', 1), ['cat'])
})

test('a typo in a completed text is forgiven, early and late in the text', () => {
  const completions = completionsOf(...cats, fieldsOf('Skateboarding'))
  for (const typed of ['ctaerp', 'caterr', 'xaterpil', 'caterpilar', 'caterpixl', 'caterplil']) {
    assert.equal(texts(completions, typed)[0], 'caterpillar', typed)
  }
  assert.equal(texts(completions, 'skateboardng')[0], 'skateboarding')
  assert.equal(texts(completions, 'cat dxnc')[0], 'cat dancing')
  assert.deepEqual(texts(completions, 'zzzzzz'), [])
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'q', 'é', ' '), minLength: 3, maxLength: 10 })

/** The cost of the cheapest edit that makes a text a prefix of a key; Infinity if no edit does. */
function leastCost(typed: string, key: string): number {
  const costs = [-1, 0, 1]
    .map((more) => typed.length + more)
    .filter((size) => size >= 3 && size <= key.length)
    .map((size) => weightedDistance(unitsOf(typed), unitsOf(key.slice(0, size)), 1))
  return Math.min(...costs.map((cost) => (cost < 0 ? Infinity : cost)))
}

test('close completions are exactly those with the typed prefix after one edit, each at its cheapest', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { maxLength: 40 }), word, (keys, typed) => {
      const entries = keys.map((key) => ({ key, kind: 'tag' as const, text: undefined, count: 1 }))
      const near = new Completions(buildCompletionImage(entries)).findNear(typed, 1000, 0)
      const costs = near.map(({ key, score }): [string, number] => [key, Math.round(-8 * Math.log2(score))])
      const wanted = keys
        .filter((key) => !key.startsWith(typed))
        .map((key): [string, number] => [key, leastCost(typed, key)])
      assert.deepEqual(new Map(costs), new Map(wanted.filter(([, cost]) => cost < Infinity)))
    }),
    // Keys with the typed prefix are within those with all but its last letter.
    { ...randomRuns(2000), examples: [[['béaq', 'béaaa'], 'béaa']] },
  )
})

test('completions that come and go are counted immediately, and stay when the base is rebuilt', () => {
  const completions = completionsOf(...cats)
  completions.add(fieldsOf('Canary', 'Canary birds'))
  completions.remove(cats[3]!)
  assert.equal(completions.countOf('caterpillar'), 0)
  assert.ok(!texts(completions, 'cate').includes('caterpillar'))
  assert.equal(texts(completions, 'canary b')[0], 'Canary birds')
  const snapshot = completions.snapshot()
  completions.add(fieldsOf('Camel'))
  completions.remove(fieldsOf('Cat dancing', 'cats', 'Crème brûlée'))
  completions.replaceBase(foldCompletions(snapshot))
  assert.equal(texts(completions, 'canary b')[0], 'Canary birds')
  assert.equal(completions.countOf('camel'), 1)
  assert.equal(completions.countOf('cats'), 0)
  assert.equal(completions.countOf('cat'), 2)
})

/** Documents of few words, so that many share keys. */
const fields = fc.record({
  title: fc.array(fc.constantFrom('ab', 'abc', 'b', 'ba', 'is', '😂', '東'), { maxLength: 5 }),
  tags: fc.array(fc.array(fc.constantFrom('ab', 'ac', 'b'), { minLength: 1, maxLength: 2 }), {
    maxLength: 3,
  }),
})

test('counts match the existing documents after any sequence of changes and rebuilds', () => {
  fc.assert(
    fc.property(
      fc.array(fields, { maxLength: 8 }),
      fc.array(fields, { maxLength: 8 }),
      fc.nat(8),
      (first, later, gone) => {
        const completions = completionsOf(...first)
        for (const document of later) completions.add(document)
        const snapshot = completions.snapshot()
        const removed = [...first, ...later].slice(0, gone)
        for (const document of removed) completions.remove(document)
        completions.replaceBase(foldCompletions(snapshot))
        const counts = new Map<string, number>()
        for (const document of [...first, ...later].slice(removed.length)) {
          visitCompletionKeys(document, (key) => counts.set(key, (counts.get(key) ?? 0) + 1))
        }
        for (const [key, count] of counts) assert.equal(completions.countOf(key), count)
        const found = completions.find('', 1000).map(({ key, count }): [string, number] => [key, count])
        assert.deepEqual(new Map(found), counts)
      },
    ),
    randomRuns(100),
  )
})

test('the number of completions is limited, those of few documents are dropped', () => {
  const builder = new CompletionBuilder(10)
  for (let index = 0; index < 1000; index++) builder.add(fieldsOf(`common title`, `rare${index}`))
  const image = builder.build()
  assert.equal(image.counts.length, 10)
  const completions = new Completions(image)
  assert.equal(completions.countOf('common'), 1000)
  assert.equal(foldCompletions(completions.snapshot(), 5).counts.length, 5)
})

test('any input is completed without an error', () => {
  const completions = completionsOf(...cats, fieldsOf('𐐨𐐩𐐪𐐫 ab', '日本 語', '𐐨𐐩𐐪𐐫𐐬'))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
      for (const { text } of completeText(completions, typed, 5)) assert.ok(text.length > 0)
    }),
    randomRuns(500),
  )
  assert.deepEqual(texts(completions, '日'), ['日本 語'])
  assert.deepEqual(texts(new Completions(buildCompletionImage([])), 'cat'), [])
  assert.deepEqual(texts(completions, 'cat'.repeat(500)), [])
})

test('the closest words of a text are words of safe documents', () => {
  const vocabulary = new Vocabulary()
  for (const word of ['cockatoo', 'dancing', 'dance', 'cockatow'])
    vocabulary.countDocuments(vocabulary.add(word), 1)
  const completions = completionsOf(fieldsOf('Cockatoo dancing'))
  assert.deepEqual(findClosestWords(vocabulary, completions, 'cockattoo dances', 5), ['cockatoo', 'dancing'])
  assert.deepEqual(findClosestWords(vocabulary, completions, 'cockattoo dances', 1), ['cockatoo'])
  assert.deepEqual(findClosestWords(vocabulary, completions, '', 5), [])
})
