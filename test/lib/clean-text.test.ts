import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanLine, cleanLines } from '#src/lib/text/clean-text.ts'

test('control characters and direction overrides are removed; emoji and right-to-left text stay', () => {
  const unwanted = [
    '\u0000',
    '\u0007',
    '\u001b[31m',
    '\u007f',
    '\u009b',
    '\u202e',
    '\u202a',
    '\u2066',
    '\u2069',
    '\ud800',
  ]
  for (const text of unwanted) {
    const [first = ''] = text
    for (const clean of [cleanLine, cleanLines])
      assert.equal(clean(`a${text}b`).includes(first), false, escape(text))
  }
  for (const text of ['👩🏽‍🚀 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'שלום\u200f!', 'می‌خواهم', 'Ünïcode', 'तमिल्‍'])
    for (const clean of [cleanLine, cleanLines]) assert.equal(clean(text), text)
})

test('a line has single spaces; lines keep their breaks in any form', () => {
  assert.equal(cleanLine(' a \t b\r\nc\u2028d '), 'a b c d')
  assert.equal(cleanLines(' a\r\nb\rc\u2028d\n\ne '), 'a\nb\nc\nd\n\ne')
})
