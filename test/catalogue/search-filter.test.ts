import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratings, ratingsUpTo, resolveRating } from '#src/catalogue/gif.ts'
import { ratingClassOf, safeFilter, safeRatingClasses, searchFilter } from '#src/catalogue/search-filter.ts'

test('lists and searches up to a rating find exactly the GIFs shown with that rating or a lower one', () => {
  for (const defaultRating of ['g', 'pg', 'pg-13'] as const) {
    for (const maxRating of ratings) {
      const stored = ratingsUpTo(maxRating, defaultRating)
      const { ratingClasses } = searchFilter({ maxRating, defaultRating })
      for (const rating of [null, ...ratings]) {
        const shown = resolveRating(rating, defaultRating)
        const fits = ratings.indexOf(shown) <= ratings.indexOf(maxRating)
        const title = `${rating}, read as ${shown}, up to ${maxRating}`
        assert.equal(stored.includes(rating), fits, title)
        assert.equal((ratingClasses & (1 << ratingClassOf(rating))) !== 0, fits, title)
      }
    }
    // The filter "safe for work" does not depend on the default.
    assert.deepEqual(searchFilter({ maxRating: 'pg-13', defaultRating }), safeFilter)
  }
  assert.equal(new Set([null, ...ratings].map(ratingClassOf)).size, 5)
  assert.equal(safeRatingClasses, 0b01111)
})

test('a search without a category, transparency or shape finds all of them', () => {
  assert.deepEqual(searchFilter({ maxRating: 'r', defaultRating: 'g' }), {
    categoryId: null,
    ratingClasses: 0b11111,
    hasAlpha: null,
    shape: null,
  })
  assert.equal(searchFilter({ maxRating: 'g', defaultRating: 'g', categoryId: 7 }).categoryId, 7)
})
