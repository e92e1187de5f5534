import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { evaluateQuery } from '../../../src/search/query/evaluate.ts'
import { answerOneWord } from '../../../src/search/query/one-word.ts'
import { defaultTuning } from '../../../src/search/query/tuning.ts'
import type { SearchDocument, SearchQuery } from '../../../src/search/search-index.ts'
import { readPlainWord, readSearchText } from '../../../src/search/text/tokens.ts'
import { SmallIndex } from '../support/small-index.ts'
import { randomRuns } from '../../support/full-run.ts'

const generalWay = { ...defaultTuning, maxShortPage: 0 }

const syllables = ['ca', 't', 's', 'dan', 'ce', 'ing', 'fro', 'g', 'hap', 'py', 'o', 'lau', 'gh', 'e', 'd']

/** Whole numbers from 0 to below `below`, the same for the same seed; the lower ones are more frequent. */
function skewedNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor(below * (state / 2 ** 32) ** 3)
  }
}

/** Words of one to four syllables: many share a prefix, are forms of one another or an edit apart. */
function makeWord(numbers: (below: number) => number): string {
  return Array.from({ length: 1 + numbers(4) }, () => syllables[numbers(syllables.length)]).join('')
}

/** Parts with counted words and parts without, a delta, and dead documents. */
function makeIndex(seed: number): { index: SmallIndex; words: string[] } {
  const numbers = skewedNumbers(seed)
  const words = Array.from({ length: 400 }, () => makeWord(numbers))
  const phrase = (length: number) =>
    Array.from({ length: 1 + numbers(length) }, () => words[numbers(words.length)]).join(' ')
  const index = new SmallIndex((token) => [
    { token: words[token.length] ?? '', cost: 36 },
    { token: words[300 + token.length] ?? '', cost: 36 },
  ])
  index.setCategories([{ id: 1, name: words[3] ?? '' }])
  const put = (id: number) => {
    const document: SearchDocument = {
      id,
      title: phrase(5),
      alt: null,
      tags: Array.from({ length: numbers(4) }, () => phrase(2)),
      categoryId: 2,
      ratingClass: numbers(5),
      hasAlpha: false,
      width: 100,
      height: 100,
      uses: numbers(50),
    }
    index.put(document)
  }
  let id = 0
  for (const size of [3000, 2000, 300, 40]) {
    for (let count = 0; count < size; count += 1) put(++id)
    index.seal()
    if (size === 300) index.foldTerms()
  }
  for (let count = 0; count < 100; count += 1) put(++id)
  for (let count = 0; count < 200; count += 1) index.remove(1 + numbers(id))
  return { index, words }
}

describe('a query of one word', () => {
  test('has the same answer by the shortcut and by the general algorithm', async () => {
    for (const seed of [1, 2]) {
      const { index, words } = makeIndex(seed)
      const numbers = skewedNumbers(seed + 100)
      let short = 0
      const all = words.flatMap((word) => [word, word.slice(0, 1 + numbers(3)), `${word.slice(1)}x`])
      const texts = [...new Set(all)]
      for (const [at, text] of [...texts, ...texts].entries()) {
        // Counts made earlier have to follow.
        if (at % 5 === 0) index.remove(1 + at)
        const query: SearchQuery = {
          text,
          filter: {
            categoryId: null,
            ratingClasses: [255, 15, 2, 0][numbers(4)] ?? 1,
            hasAlpha: null,
            shape: null,
          },
          exactOnly: numbers(4) === 1,
          sort: 'relevance',
          start: [0, 0, 5, 60][numbers(4)] ?? 0,
          limit: [1, 4, 25, 60][numbers(4)] ?? 25,
        }
        const answer = answerOneWord(index.view, query, defaultTuning)
        if (answer === null) continue
        short += 1
        assert.deepEqual(answer, await evaluateQuery(index.view, query, generalWay), JSON.stringify(query))
      }
      assert.ok(short > 400, `${short} answers by the shortcut`)
    }
  })

  test('is parsed like the general reader does, if it is plain', () => {
    assert.equal(readPlainWord(' LoL2 '), 'lol2')
    const text = fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' ', '-', 'é', '東'), maxLength: 80 })
    const property = fc.property(text, (text) => {
      const word = readPlainWord(text)
      if (word !== '') assert.deepEqual(readSearchText(text)?.words, [[word]])
    })
    fc.assert(property, randomRuns(100))
  })
})
