import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BlockedWords, trendText } from '#src/catalogue/discovery/trend-text.ts'
import { randomRuns } from '../../support/full-run.ts'

test('a search is shown by its words alone, each once, without case and punctuation', () => {
  const cases: [string, string][] = [
    ['Happy  Birthday!', 'happy birthday'],
    ['FÊTE, nationale', 'fete nationale'],
    ['cat cat', 'cat'],
    ['new year 2027', 'new year 2027'],
    ['東京', '東京'],
    ['😂', '😂'],
    ['<script>alert</script>', 'script alert'],
    ['rock\u202e\u0000roll', 'rock roll'],
  ]
  for (const [text, shown] of cases) assert.equal(trendText(text), shown, text)
})

test('e-mail addresses, links, long numbers and long texts are never shown', () => {
  const refused = ['', '  ', '!?', 'a', '7', 'a b c d e f g', 'x'.repeat(51), '語'.repeat(51)]
  refused.push('ada@example.org', 'ada @ example', 'ada＠example.org', 'mail to ada@localhost')
  refused.push('https://example.org/x', 'example.org', 'www.example', 'see sub.example.co', 'localhost://x')
  refused.push('555 123 4567', '12345', '1-2-3-4-5', '４１１１１', 'order ١٢٣٤٥')
  for (const text of refused) assert.equal(trendText(text), null, text)
})

test('for any input, the shown text is short, stable and contains no long number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const shown = trendText(text)
      if (shown === null) return
      assert.equal(trendText(shown) ?? shown, shown)
      assert.doesNotMatch(shown, /[@<>"'&\p{Cc}]|\d{5}/u)
    }),
    randomRuns(100),
  )
})

test('a blocked word is found in any case, but not inside another word', () => {
  const blocked = new BlockedWords(['Frog', 'green pond', '!'])
  for (const text of ['frog', 'a FROG jumps', 'frög', 'the green pond']) assert.ok(blocked.includeAnyOf(text))
  for (const text of ['frogs', 'pond green', 'green', '']) assert.ok(!blocked.includeAnyOf(text), text)
  assert.ok(!new BlockedWords([]).includeAnyOf('frog'))
})
