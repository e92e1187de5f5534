import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratings, ratingsUpTo } from '#src/catalogue/gif.ts'
import { ratingClassOf, safeRatingClasses, searchFilter } from '#src/catalogue/search-filter.ts'

test('the rating classes of a search are those of the ratings it may find', () => {
  for (const maxRating of ratings) {
    const { ratingClasses } = searchFilter({ maxRating })
    for (const rating of [null, ...ratings]) {
      const included = (ratingClasses & (1 << ratingClassOf(rating))) !== 0
      assert.equal(included, ratingsUpTo(maxRating).includes(rating), `${rating} up to ${maxRating}`)
    }
  }
  assert.equal(new Set([null, ...ratings].map(ratingClassOf)).size, 5)
  assert.equal(safeRatingClasses, 0b01111)
})

test('a search without a category, transparency or shape finds all of them', () => {
  assert.deepEqual(searchFilter({ maxRating: 'r' }), {
    categoryId: null,
    ratingClasses: 0b11111,
    hasAlpha: null,
    shape: null,
  })
  assert.equal(searchFilter({ maxRating: 'g', categoryId: 7, shape: 'wide' }).categoryId, 7)
})
