import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWording } from '../../scripts/wording.ts'

const places = (text: string, path = 'src/a.ts') => findWording(path, text).map(({ line }) => line)

test('finds comments and test titles that begin with a clause', () => {
  assert.deepEqual(
    places('/** What is said when nothing fits. */\nconst a = 1\n// Whether it is open.\n'),
    [1, 3],
  )
  assert.deepEqual(places("test('of a hidden GIF no link is signed', () => {})\n", 'test/a.test.ts'), [1])
})

test('accepts comments that begin with a noun or a verb, and code', () => {
  const text = '/** The message shown when no file fits. */\nconst what = how // Returns the rest.\n'
  assert.deepEqual(places(text), [])
  assert.deepEqual(places("const url = 'https://example.org/whose'\n"), [])
})

test('finds phrases to avoid in code and documents', () => {
  assert.deepEqual(places('A GIF is being made anew.\n\nIt works all the same.\n', 'docs/a.md'), [1, 3])
})

test('finds British spelling, but for names that stay', () => {
  assert.deepEqual(places('// The colour of the text.\nconst kind = `favourite`\n'), [1])
  assert.deepEqual(places("fetch('/mine/favourites')\nif (code === 'cancelled') stop()\n"), [])
})
