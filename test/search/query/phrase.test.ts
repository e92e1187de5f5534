import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateQuery } from '../../../src/search/query/evaluate.ts'
import { defaultTuning } from '../../../src/search/query/tuning.ts'
import { findInArray } from '../support/naive-search.ts'
import { SmallIndex } from '../support/small-index.ts'

const tuning = { ...defaultTuning, manyTerms: 0, maxShortPage: 0 }

test('does not mistake the cached first character of a phrase for the phrase', async () => {
  const index = new SmallIndex(() => [])
  index.setCategories([{ id: 1, name: '東京' }])
  for (let id = 1; id <= 60; id += 1) {
    index.put({
      id,
      title: id % 3 === 0 ? '東京' : id % 3 === 1 ? '東 cat' : 'cat',
      alt: null,
      tags: [],
      categoryId: id % 30 === 2 ? 1 : 2,
      ratingClass: 0,
      hasAlpha: false,
      width: 100,
      height: 100,
      uses: 0,
    })
  }
  index.seal()
  const filter = { categoryId: null, ratingClasses: 255, hasAlpha: null, shape: null }
  for (const text of ['cat 東', '東京', '東京']) {
    const query = { text, filter, exactOnly: false, sort: 'relevance' as const, start: 0, limit: 100 }
    const expected = findInArray([...index.documents.values()], index.categories, index.lexicon, query)
    assert.deepEqual(await evaluateQuery(index.view, query, tuning), expected)
  }
})
