import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { randomRuns } from '../../support/full-run.ts'
import { evaluateQuery } from '../../../src/search/query/evaluate.ts'
import type { SearchDocument, SearchQuery } from '../../../src/search/search-index.ts'
import { defaultTuning, type Tuning } from '../../../src/search/query/tuning.ts'
import { findInArray } from '../support/naive-search.ts'
import { SmallIndex } from '../support/small-index.ts'

/** Words that share a prefix, are forms of others, or are a typo or two away from others. */
const vocabulary = [
  ...['ca', 'cat', 'cats', 'catch', 'caught', 'c', 'cockatoo', 'cockatto', 'cockat', 'kockatto'],
  ...[
    'dance',
    'dancing',
    'dances',
    'danse',
    'trance',
    'frog',
    'frogs',
    'forg',
    'happy',
    'hapyp',
    'Happi',
    'happiness',
  ],
  ...[
    'go',
    'went',
    'gone',
    'dög',
    'dog',
    'dig',
    '東京',
    '京',
    '東',
    '東京タワー',
    'タ',
    '😂',
    'laughing',
    'laugh',
    '8',
    '88',
  ],
]
const relatedWords = (token: string) =>
  ({
    '😂': [{ token: 'laugh', cost: 24 }],
    laugh: [{ token: '😂', cost: 24 }],
    frog: [
      { token: 'dog', cost: 40 },
      { token: 'cats', cost: 40 },
    ],
  })[token] ?? []

const word = fc.constantFrom(...vocabulary)
const common = fc.constantFrom('cat', 'dance', 'happy', '東京', 'dog')
const phrase = (maxLength: number) =>
  fc
    .array(fc.oneof(word, common), { minLength: 1, maxLength })
    .chain((list) => fc.constantFrom(' ', ' ', ' ', '').map((space) => list.join(space)))

const document = fc.record<SearchDocument>({
  id: fc.integer({ min: 1, max: 150 }),
  title: phrase(4),
  alt: fc.oneof(fc.constant(null), phrase(4)),
  tags: fc.array(phrase(2), { maxLength: 3 }),
  categoryId: fc.integer({ min: 1, max: 4 }),
  ratingClass: fc.constantFrom(0, 0, 0, 1, 2, 4, 7),
  hasAlpha: fc.boolean(),
  width: fc.constantFrom(100, 100, 160, 300),
  height: fc.constantFrom(100, 100, 70, 210),
  uses: fc.constantFrom(0, 0, 0, 1, 5, 1000),
})
const changes = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: document.map((document) => ({ kind: 'put' as const, document })) },
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 150 }).map((id) => ({ kind: 'remove' as const, id })) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        { kind: 'seal' as const },
        { kind: 'merge' as const },
        { kind: 'fold' as const },
      ),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('dance', 'cat', 'happy dog', '東京')
        .map((name) => ({ kind: 'rename' as const, name })),
    },
  ),
  { minLength: 1, maxLength: 300, size: 'max' },
)
const typed = fc.oneof(
  { weight: 6, arbitrary: phrase(2) },
  { weight: 3, arbitrary: phrase(5) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'd',
      'h',
      'ha',
      'cockattoo',
      'dgo',
      'hapy cta',
      'frgo  Dance,',
      'xyzzy cat',
      'nothing',
      'dancings',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('', ' ', '!?', 'cat '.repeat(40), vocabulary.join(' ')) },
)
const query = fc.record<SearchQuery>({
  text: typed,
  filter: fc.record({
    categoryId: fc.constantFrom(null, null, null, 1, 2, 9),
    ratingClasses: fc.constantFrom(255, 255, 31, 7, 1, 0),
    hasAlpha: fc.constantFrom(null, null, true, false),
    shape: fc.constantFrom(null, null, 'standard', 'wide'),
  }),
  exactOnly: fc.constantFrom(false, false, false, true),
  sort: fc.constantFrom('relevance', 'relevance', 'newest', 'popular'),
  start: fc.constantFrom(0, 0, 0, 1, 7, 40, 1000),
  limit: fc.constantFrom(1, 5, 25, 100),
})

/** As in a large index, and such that each way to find documents is used in a small one. */
const tuning = fc.record<Tuning>({
  rescoreWindow: fc.constantFrom(defaultTuning.rescoreWindow, 0, 3, 10),
  chunkTime: fc.constantFrom(defaultTuning.chunkTime, 0),
  maxScored: fc.constantFrom(defaultTuning.maxScored, 0, 0, 5),
  scoreCost: fc.constantFrom(defaultTuning.scoreCost, 1_000_000, 0),
  manyTerms: fc.constantFrom(defaultTuning.manyTerms, 0),
  maxShortPage: fc.constantFrom(defaultTuning.maxShortPage, defaultTuning.maxShortPage, 0),
})

test('gives the same stage, total, order and pages as the plainly stated rules over an array', async () => {
  const property = fc.asyncProperty(
    fc.array(fc.tuple(changes, fc.array(query, { minLength: 1, maxLength: 20 })), {
      minLength: 1,
      maxLength: 4,
    }),
    tuning,
    async (rounds, tuned) => {
      const index = new SmallIndex(relatedWords)
      const categories = [
        { id: 1, name: 'Cats' },
        { id: 2, name: 'Happy dancing' },
        { id: 3, name: '東京 go' },
      ]
      index.setCategories(categories)
      for (const [steps, queries] of rounds) {
        for (const step of steps) {
          if (step.kind === 'put') index.put(step.document)
          else if (step.kind === 'remove') index.remove(step.id)
          else if (step.kind === 'seal') index.seal()
          else if (step.kind === 'merge') index.merge()
          else if (step.kind === 'fold') index.foldTerms()
          else index.setCategories([...categories.slice(0, 2), { id: 3, name: step.name }])
        }
        const documents = [...index.documents.values()]
        for (const asked of queries) {
          const expected = findInArray(documents, index.categories, index.lexicon, asked, tuned.rescoreWindow)
          assert.deepEqual(await evaluateQuery(index.view, asked, tuned), expected, JSON.stringify(asked))
        }
      }
    },
  )
  await fc.assert(property, randomRuns(1000, 25))
})
