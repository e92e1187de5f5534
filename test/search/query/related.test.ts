import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRelated } from '../../../src/search/query/related.ts'
import type { SearchDocument, SearchFilter } from '../../../src/search/search-index.ts'
import { SmallIndex } from '../support/small-index.ts'

const all: SearchFilter = { categoryId: null, ratingClasses: 255, hasAlpha: null, shape: null }

function documentOf(id: number, title: string, more: Partial<SearchDocument> = {}): SearchDocument {
  const rest = {
    alt: null,
    tags: [],
    categoryId: 1,
    ratingClass: 0,
    hasAlpha: false,
    width: 100,
    height: 100,
    uses: 0,
  }
  return { id, title, ...rest, ...more }
}

/** Every other one is in a part. */
function indexOf(documents: SearchDocument[]): SmallIndex {
  const index = new SmallIndex()
  for (const [at, document] of documents.entries()) {
    index.put(document)
    if (at % 2 === 1) index.seal()
  }
  return index
}

test('finds the GIFs that share the rarest words, in any form and order', () => {
  const index = indexOf([
    documentOf(1, 'A cockatoo dancing on a table'),
    documentOf(2, 'a dog on a table'),
    documentOf(3, 'Dance, cockatoos!'),
    documentOf(4, 'a cat on a table', { tags: ['dances'] }),
    documentOf(5, 'on a roll'),
    ...Array.from({ length: 20 }, (_, at) => documentOf(100 + at, 'on a table', { categoryId: 2 })),
  ])
  const { view } = index
  assert.deepEqual(findRelated(view, 1, all, 2), [3, 4])
  assert.equal(findRelated(view, 1, all, 50).includes(1), false)
  index.remove(3)
  assert.deepEqual(findRelated(index.view, 1, all, 1), [4], 'a change is seen')
})

test('orders equally related GIFs by uses, then the newest first', () => {
  const { view } = indexOf([
    documentOf(1, 'zebra'),
    documentOf(2, 'zebra two'),
    documentOf(3, 'zebra three', { uses: 7 }),
    documentOf(4, 'zebra four'),
  ])
  assert.deepEqual(findRelated(view, 1, all, 3), [3, 4, 2])
})

test('respects the filter, and fills up with the most used GIFs of the category', () => {
  const { view } = indexOf([
    documentOf(1, 'zebra'),
    documentOf(2, 'zebra rude', { ratingClass: 4 }),
    documentOf(3, 'other', { uses: 3 }),
    documentOf(4, 'another', { uses: 9 }),
    documentOf(5, 'another elsewhere', { uses: 90, categoryId: 2 }),
    documentOf(6, 'another rude', { uses: 900, ratingClass: 4 }),
  ])
  assert.deepEqual(findRelated(view, 1, { ...all, ratingClasses: 1 }, 10), [4, 3])
  assert.deepEqual(findRelated(view, 1, { ...all, ratingClasses: 1 }, 1), [4])
  assert.ok(findRelated(view, 1, all, 10).includes(2), 'no answer is cached for another filter')
  assert.deepEqual(findRelated(view, 77, all, 10), [], 'a GIF that is not in the index has none')
})
