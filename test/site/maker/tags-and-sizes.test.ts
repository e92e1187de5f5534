import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTags } from '#src/options/rules/title-and-tags.ts'
import { formatSizeAbove } from '#src/site/maker/client/format.ts'
import { formatFileSize, formatLimit } from '#src/site/messages/en/format.ts'
import * as german from '#src/site/messages/de/format.ts'
import * as french from '#src/site/messages/fr/format.ts'
import { splitTagLine } from '#src/site/kit/forms/tag-line.ts'

test('tags are separated by commas or hashtags, in the browser and in the service alike', () => {
  const cases: [string, string[]][] = [
    ['#cat #funny', ['cat', 'funny']],
    ['##cat  #funny dog', ['cat', 'funny dog']],
    ['cat, #funny , slow motion', ['cat', 'funny', 'slow motion']],
    ['c#, f# major, # spaced', ['c#', 'f# major', 'spaced']],
    ['#, ,', []],
  ]
  for (const [line, tags] of cases) {
    assert.deepEqual(parseTags(line), tags)
    assert.deepEqual(
      splitTagLine(line).filter((tag) => tag !== ''),
      tags,
    )
  }
})

test('a line of spaces is one space of a tag, and a line longer than all tags may be is left to the rule of tags', () => {
  assert.deepEqual(splitTagLine(`a${' '.repeat(1000)}b`), ['a b'])
  const long = `a${' '.repeat(1_000_000)}b`
  assert.ok(splitTagLine(long)[0] === long)
})

test('the browser shows a limit with the digits that the operator gave it', () => {
  assert.equal(formatLimit(12.5 * 2 ** 20), '12.5 MB')
  assert.equal(formatLimit(4096 * 2 ** 20), '4,096 MB')
  assert.equal(formatFileSize(12.5 * 2 ** 20), '12.5 MB')
  assert.equal(formatSizeAbove(12.6 * 2 ** 20, 12.5 * 2 ** 20), '12.6 MB')
  assert.equal(formatSizeAbove(12.041 * 2 ** 20, 12.04 * 2 ** 20), '12.041 MB')
})

test('a size above the limit never reads like the limit', () => {
  const most = 100 * 2 ** 20
  assert.equal(formatSizeAbove(most + 2 ** 20, most), '101 MB')
  assert.equal(formatSizeAbove(most + 2 ** 18, most), '100.3 MB')
  assert.equal(formatSizeAbove(most + 2 ** 14, most), '100.02 MB')
  assert.equal(formatSizeAbove(most + 1, most), 'a little more than 100 MB')
  assert.equal(formatSizeAbove(3 * 2 ** 20 + 1000, 3 * 2 ** 20), '3.001 MB')
})

test('file sizes are in the language of the page', () => {
  assert.equal(german.formatFileSize(12.5 * 2 ** 20), '12,5 MB')
  assert.equal(french.formatFileSize(12.5 * 2 ** 20), '12,5\u{a0}Mo')
  assert.equal(french.formatFileSize(640 * 1024), '640\u{a0}ko')
  assert.equal(french.formatFileSize(12.041 * 2 ** 20, 3), '12,041\u{a0}Mo')
})
