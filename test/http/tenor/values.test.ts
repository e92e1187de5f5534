import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatsOf, mediaFormats, readMediaFilter } from '#src/http/tenor/media-formats.ts'
import { readPageToken, writePageToken } from '#src/http/tenor/page-token.ts'
import {
  isOn,
  readContentFilter,
  readKind,
  readLanguage,
  readLimit,
  readShape,
} from '#src/http/tenor/read-values.ts'
import { shuffleIds } from '#src/http/tenor/search.ts'
import { AppError } from '#src/lib/app-error.ts'
import { randomRuns } from '../../support/full-run.ts'

test('a limit is 20 by default, 50 at most, and an error below 1 or if it is not a number', () => {
  for (const text of [undefined, '', ' ', 'undefined', 'null']) assert.equal(readLimit(text), 20, text)
  const limits = { '1': 1, ' 8 ': 8, '12.7': 12, '50': 50, '51': 50, '999': 50, '1e9': 50 }
  for (const [text, limit] of Object.entries(limits)) assert.equal(readLimit(text), limit, text)
  for (const text of ['0', '-1', '0.5', 'x', '1x', 'NaN', '-Infinity'])
    assert.throws(
      () => readLimit(text),
      (error) => error instanceof AppError && error.field === 'limit',
      text,
    )
})

test('an unknown contentfilter allows only the mildest GIFs', () => {
  const known = { '': 'r', off: 'r', Off: 'r', low: 'pg-13', MEDIUM: 'pg', high: 'g', ' high ': 'g' }
  for (const [filter, rating] of Object.entries(known))
    assert.equal(readContentFilter(filter), rating, filter)
  assert.equal(readContentFilter(undefined), 'r')
  for (const filter of ['mild', 'strict', 'undefined', 'constructor', '__proto__', 'off,high'])
    assert.equal(readContentFilter(filter), 'g', filter)
})

test('other filters ignore unknown values', () => {
  const shapes = ['', 'all', 'wide', 'STANDARD', 'square'].map(readShape)
  assert.deepEqual([readShape(undefined), ...shapes], [null, null, null, 'wide', 'standard', null])
  const kinds = {
    '': 'gifs',
    none: 'gifs',
    static: 'gifs',
    sticker: 'stickers',
    'Sticker, -static': 'stickers',
    'sticker,static': 'stills',
    'static, sticker': 'stills',
  }
  for (const [filter, kind] of Object.entries(kinds)) assert.equal(readKind(filter), kind, filter)
  const answers = { true: true, TRUE: true, '1': true, false: false, '0': false, yes: false, '': false }
  for (const [text, answer] of Object.entries(answers)) assert.equal(isOn(text), answer, text)
  const locales = {
    en_US: 'en',
    'zh-Hant-TW': 'zh',
    PT: 'pt',
    ' de ': 'de',
    fil_PH: 'fil',
    '': 'en',
    english: 'en',
    '*': 'en',
    undefined: 'en',
  }
  for (const [locale, language] of Object.entries(locales))
    assert.equal(readLanguage(locale), language, locale)
  assert.equal(readLanguage(undefined), 'en')
})

test('a media_filter takes keys and presets, in any case and order; one that names none takes all', () => {
  const all = Object.keys(mediaFormats)
  const namesOf = (filter: string) => readMediaFilter(filter)?.map((place) => all[place])
  assert.deepEqual(namesOf('tinygif, GIF,gif,png_transparent'), ['gif', 'tinygif'])
  assert.deepEqual(namesOf('preview,gif,tinygif'), ['gif', 'tinygif', 'preview'])
  assert.deepEqual(namesOf('minimal'), ['gif', 'tinygif', 'mp4'])
  assert.deepEqual(namesOf('basic'), ['gif', 'tinygif', 'nanogif', 'mp4', 'tinymp4', 'nanomp4'])
  assert.deepEqual(namesOf('minimal,webm'), ['gif', 'tinygif', 'mp4', 'webm'])
  const unknown = [
    '',
    ',',
    'undefined',
    'png_transparent',
    'constructor',
    'x'.repeat(10_000),
    ','.repeat(10_000),
  ]
  for (const filter of [undefined, ...unknown]) assert.equal(readMediaFilter(filter), undefined)
})

test('every GIF has all formats; those with transparency have more, which come last', () => {
  const everyone = [
    ...['gif', 'mediumgif', 'tinygif', 'nanogif', 'mp4', 'loopedmp4', 'tinymp4', 'nanomp4'],
    ...['webm', 'tinywebm', 'nanowebm', 'webp', 'tinywebp', 'nanowebp'],
    ...['preview', 'gifpreview', 'tinygifpreview', 'nanogifpreview'],
  ]
  const stickers = [
    'gif',
    'tinygif',
    'nanogif',
    'webp',
    'tinywebp',
    'nanowebp',
    'webppreview',
    'tinywebppreview',
    'nanowebppreview',
  ]
  assert.deepEqual(formatsOf({ hasAlpha: false }), everyone)
  assert.deepEqual(formatsOf({ hasAlpha: null }), everyone)
  assert.deepEqual(formatsOf({ hasAlpha: true }), [
    ...everyone,
    ...stickers.map((name) => `${name}_transparent`),
  ])
  assert.deepEqual(formatsOf({ hasAlpha: true }), Object.keys(mediaFormats))
})

test('a page token decodes to its position; every other text is the first page', () => {
  const first = { start: 0, seed: 0 }
  const number = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(number, number, (start, seed) => {
      const place = { start, seed }
      const token = writePageToken(place)
      assert.match(token, /^[\w-]{16}$/)
      assert.deepEqual(readPageToken(token), place)
    }),
    randomRuns(100),
  )
  fc.assert(
    fc.property(fc.string(), (text) => assert.deepEqual(readPageToken(text), first)),
    randomRuns(100),
  )
  const token = writePageToken({ start: 5, seed: 0 })
  const madeUp = `B${'A'.repeat(15)}`
  for (const text of [
    madeUp,
    undefined,
    '',
    '0',
    '20',
    '0.5',
    'CBQQ',
    'A'.repeat(16),
    '%'.repeat(16),
    `${token}=`,
  ])
    assert.deepEqual(readPageToken(text), first, text)
})

test('an order that looks random is the same for a seed, and different for others', () => {
  const ids = Array.from({ length: 100 }, (_, at) => at + 1)
  const orders = [1, 2, 4_000_000_000].map((seed) => shuffleIds(ids, seed))
  for (const order of orders)
    assert.deepEqual(
      order.toSorted((a, b) => a - b),
      ids,
    )
  assert.equal(new Set(orders.map(String)).size, 3)
  assert.deepEqual(shuffleIds(ids.toReversed(), 2), orders[1], 'in any order of arrival')
  const near = shuffleIds(ids, 7).filter((id, at) => Math.abs(id - at) < 5)
  assert.ok(near.length < 30)
})
