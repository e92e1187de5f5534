import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import Type from 'typebox'
import { fold, readSearchText, searchWords } from '#src/search/text/tokens.ts'
import { checkTags, checkTitle, fitTitle } from '#src/catalogue/title-and-tags.ts'
import { maxTagLength, maxTags, maxTitleLength } from '#src/options/rules/title-and-tags.ts'
import { valueReader } from '#src/http/read-values.ts'
import { AppError } from '#src/lib/app-error.ts'
import { html } from '#src/lib/html.ts'
import { nextPath } from '#src/site/kit/requests/next-path.ts'
import { splitTagLine } from '#src/site/kit/forms/tag-line.ts'
import { oddText } from './requests/odd-texts.ts'
import { randomRuns } from '../support/full-run.ts'

/** The value, or null if it was refused with an AppError that names the field; anything else fails the test. */
function valueOrRefusal<T>(field: string, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    assert.ok(error instanceof AppError, String(error))
    assert.equal(error.field, field)
    return null
  }
}

const unseen = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/u

describe('untrusted search words', () => {
  test('a title is refused, or is one clean line of 1 to 200 characters that stays unchanged', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const title = valueOrRefusal('title', () => checkTitle(text))
        if (title === null) return
        assert.ok([...title].length >= 1 && [...title].length <= maxTitleLength)
        assert.doesNotMatch(title, unseen)
        assert.equal(checkTitle(title), title)
      }),
      randomRuns(500),
    )
  })

  test('a title from an external source is cut until it is valid input', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const title = fitTitle(text)
        if (title !== null) assert.equal(checkTitle(title), title)
      }),
      randomRuns(500),
    )
  })

  test('tags are refused, or are at most 20 of at most 50 characters, none twice', () => {
    fc.assert(
      fc.property(fc.array(oddText, { maxLength: 25 }), (texts) => {
        for (const given of [texts, splitTagLine(texts.join(','))]) {
          const tags = valueOrRefusal('tags[]', () => checkTags(given))
          if (tags === null) continue
          assert.ok(tags.length <= maxTags && new Set(tags).size === tags.length)
          assert.ok(tags.every((tag) => tag !== '' && [...tag].length <= maxTagLength && !unseen.test(tag)))
        }
      }),
      randomRuns(300),
    )
  })

  test('folding for search is idempotent, and its words are found unchanged', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const words = searchWords(text)
        assert.deepEqual(searchWords(words.map((word) => word.join('')).join(' ')), words)
        assert.ok((readSearchText(text)?.words.length ?? 0) <= 32)
        assert.equal(fold(text).isWellFormed(), true)
      }),
      randomRuns(500),
    )
  })

  test('markup contains them as text, in elements and attributes', () => {
    fc.assert(
      fc.property(oddText, (text) => {
        const page = html`<p title="${text}">${[text]}</p>`.toString()
        assert.equal(page.replaceAll(/[^<>]/g, ''), '<><>')
        assert.equal(page.split('"').length, 3)
      }),
      randomRuns(100),
    )
  })

  test('the target after signing in is a path of this site', () => {
    const crumb = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '@',
      ':',
      '?',
      '#',
      '%2f',
      '%5c',
      'mine',
      '\t',
      '//',
      'http:',
    )
    const path = fc.oneof(
      oddText,
      fc.array(crumb, { maxLength: 8 }).map((list) => `/${list.join('')}`),
    )
    fc.assert(
      fc.property(path, (text) => {
        const next = nextPath(text, '/')
        assert.ok(next.startsWith('/'))
        assert.equal(new URL(next, 'https://site.example').origin, 'https://site.example')
      }),
      randomRuns(500),
    )
  })
})

describe('values of a call', () => {
  const schema = Type.Object({
    number: Type.Number({ minimum: 0 }),
    whole: Type.Integer({ minimum: 16, maximum: 1280 }),
    flag: Type.Optional(Type.Boolean({ default: false })),
    text: Type.Optional(Type.String({ maxLength: 10 })),
    'list[]': Type.Optional(Type.Array(Type.String(), { default: [] })),
  })
  const keys = Object.keys(schema.properties)
  const read = valueReader(schema)

  test('follow the schema, or one of them is named as wrong; no other key passes', () => {
    const value = fc.oneof(
      oddText,
      fc.jsonValue({ maxDepth: 2 }),
      fc.double(),
      fc.constantFrom('17', 20, '1', true),
    )
    const key = fc.constantFrom(...keys, 'number[]', 'list', 'whole[0]', '__proto__', 'constructor', 'other')
    fc.assert(
      fc.property(fc.array(fc.tuple(key, value), { maxLength: 9 }), (members) => {
        const raw: unknown = Object.fromEntries(members)
        try {
          const values = read(raw)
          assert.ok(Object.keys(values).every((name) => keys.includes(name)))
          assert.ok(Number.isFinite(values.number) && values.number >= 0)
          assert.ok(Number.isInteger(values.whole) && values.whole >= 16 && values.whole <= 1280)
          assert.ok(Array.isArray(values['list[]']) && typeof values.flag === 'boolean')
        } catch (error) {
          assert.ok(error instanceof AppError, String(error))
          assert.ok(keys.includes(error.field ?? ''), error.message)
        }
      }),
      randomRuns(1000),
    )
  })
})
