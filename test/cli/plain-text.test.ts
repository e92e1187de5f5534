import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainText } from '#src/cli/plain-text.ts'

test('characters that break a terminal line, move its cursor or change its direction are written as numbers', () => {
  assert.equal(plainText('cat\u001b[2J\n'), 'cat\\u001b[2J\\u000a')
  assert.equal(plainText('cat\u202egnp.exe\u2067\u200f'), 'cat\\u202egnp.exe\\u2067\\u200f')
  assert.equal(plainText('a\u2028b\u2029c'), 'a\\u2028b\\u2029c')
  assert.equal(plainText('Łódź 😀.gif'), 'Łódź 😀.gif')
})
