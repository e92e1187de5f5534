import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { makeCatalogue } from '../../bench/captions/known-gifs.ts'
import { seededNumbers } from '../../bench/captions/numbers.ts'
import { evaluateQuery } from '../../src/search/query/evaluate.ts'
import type { SearchQuery } from '../../src/search/search-index.ts'
import { readSearchText } from '../../src/search/text/tokens.ts'
import { Vocabulary } from '../../src/search/vocabulary/vocabulary.ts'
import { anyText, hostileTexts } from '../support/hostile-texts.ts'
import { SmallIndex } from './support/small-index.ts'
import { randomRuns } from '../support/full-run.ts'

/** Words of a query; more are ignored. */
const maxWords = 32

/** Counts the calls of a query to the vocabulary: they are most of the work of a word. */
class CountingVocabulary extends Vocabulary {
  calls = 0
  override near(token: string, maxEdits: 1 | 2) {
    this.calls++
    return super.near(token, maxEdits)
  }
  override formsOf(token: string) {
    this.calls++
    return super.formsOf(token)
  }
  override prefixRange(prefix: string) {
    this.calls++
    return super.prefixRange(prefix)
  }
}

const queryFor = (text: string): SearchQuery => ({
  text,
  filter: { categoryId: null, ratingClasses: 0xff, hasAlpha: null, shape: null },
  exactOnly: false,
  sort: 'relevance',
  start: 0,
  limit: 10,
})

suite('an index with hostile queries', () => {
  const vocabulary = new CountingVocabulary()
  const index = new SmallIndex(() => [], vocabulary)
  const { gifs, categories } = makeCatalogue({ count: 2000, seed: 11 })
  index.setCategories(categories)
  for (const { document } of gifs) index.put(document)
  index.seal()
  index.foldTerms()

  test('answers every hostile text, in a bounded number of steps', async () => {
    for (const [name, text] of Object.entries(hostileTexts)) {
      vocabulary.calls = 0
      const { ids, total } = await evaluateQuery(index.view, queryFor(text))
      assert.ok(ids.length <= 10 && ids.length <= total && total <= 2000, name)
      // Forms, prefix, and close words with one and with two errors, each for the words and once more for the joined
      // ones.
      assert.ok(vocabulary.calls <= 8 * maxWords, `${name}: ${vocabulary.calls} calls`)
    }
  })

  test('answers any text, the same twice, and with pages that do not overlap', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const first = await evaluateQuery(index.view, queryFor(text))
        const again = await evaluateQuery(index.view, queryFor(text))
        assert.deepEqual(again, first)
        const next = await evaluateQuery(index.view, { ...queryFor(text), start: 10 })
        assert.equal(next.total, first.total)
        assert.equal(new Set([...first.ids, ...next.ids]).size, first.ids.length + next.ids.length)
      }),
      randomRuns(300),
    )
  })

  test('indexes any title and tags, and finds the GIF by its own title', async () => {
    const strange = new SmallIndex()
    let id = 0
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (title, tag) => {
        id++
        const { document } = gifs[0]!
        strange.put({ ...document, id, title, tags: [tag] })
        if (id % 50 === 0) strange.seal()
        if (readSearchText(title) === undefined) return
        const found = await evaluateQuery(strange.view, { ...queryFor(title), exactOnly: true, limit: id })
        assert.ok(found.ids.includes(id), `${found.total} others`)
      }),
      randomRuns(300),
    )
  })
})

suite('titles of random letters', () => {
  test('fill the vocabulary up to its limit and no further; existing words are found as before', async () => {
    const maxTerms = 3000
    const vocabulary = new Vocabulary(undefined, { maxTerms })
    const index = new SmallIndex(() => [], vocabulary)
    const { gifs } = makeCatalogue({ count: 200, seed: 12 })
    const [first] = gifs
    for (const { document } of gifs) index.put(document)
    const numbers = seededNumbers(13)
    const letters = () =>
      Array.from({ length: 12 }, () => String.fromCharCode(97 + Math.floor(numbers() * 26))).join('')
    for (let id = 1001; id < 3001; id++) {
      index.put({
        ...first!.document,
        id,
        title: `${letters()} ${letters()} ${letters()}`,
        tags: [letters()],
      })
      if (id % 500 === 0) index.seal()
    }
    assert.equal(vocabulary.size, maxTerms)
    assert.ok(vocabulary.full)
    index.merge()
    index.foldTerms()
    const { ids, match } = await evaluateQuery(index.view, queryFor(first!.document.title))
    assert.equal(match, 'exact')
    assert.ok(ids.includes(first!.document.id))
    // A refused word finds nothing, and stops nothing.
    const late = await evaluateQuery(index.view, queryFor(letters()))
    assert.equal(late.total, 0)
    index.put({ ...first!.document, id: 5000, title: `${letters()} ${first!.document.title}` })
    assert.ok(
      (await evaluateQuery(index.view, { ...queryFor(first!.document.title), limit: 100 })).ids.includes(
        5000,
      ),
    )
  })
})
