import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { emojiOfWord, maxRelatedWords, RelatedWords, wordsOfEmoji } from '#src/search/text/related-words.ts'
import { maxSynonymGroups, maxSynonyms, parseSynonyms } from '#src/search/text/synonyms.ts'
import { searchWords } from '#src/search/text/tokens.ts'
import { randomRuns } from '../../support/full-run.ts'

const tokenOf = (text: string) => searchWords(text).flat()[0] ?? ''
const related = (word: string, ...args: ConstructorParameters<typeof RelatedWords>) =>
  new RelatedWords(...args).of(tokenOf(word)).map(({ token }) => token)

test('an emoji represents its words, whatever its skin tone and variation', () => {
  for (const [emoji, word] of [
    ['😂', 'laugh'],
    ['❤️', 'love'],
    ['❤', 'love'],
    ['👍🏽', 'yes'],
    ['🐱', 'cat'],
    ['🎉', 'party'],
    ['🇩🇪', 'germany'],
  ] as const) {
    assert.ok(
      wordsOfEmoji(tokenOf(emoji)).includes(word),
      `${emoji}: ${wordsOfEmoji(tokenOf(emoji)).join(' ')}`,
    )
    assert.ok(related(emoji).includes(word))
  }
  assert.deepEqual(wordsOfEmoji('cat'), [])
  for (const word of ['of', 'with', 'the']) assert.ok(!wordsOfEmoji('😂').includes(word))
})

test('a word in any of its forms finds emoji', () => {
  for (const word of ['laugh', 'laughing', 'laughs']) assert.ok(emojiOfWord(word).includes('😂'), word)
  assert.ok(related('pizza').includes('🍕'))
  assert.deepEqual(emojiOfWord('face'), [], 'too many have it')
  assert.deepEqual(emojiOfWord('xyzzy'), [])
})

test('synonyms are found from each of them, in any form', () => {
  assert.ok(related('kitty').includes('cat'))
  assert.ok(related('kittens').includes('cat'))
  assert.ok(related('lol').includes('laugh'))
  assert.ok(related('laughing').includes('lol'))
  assert.ok(!related('cat').includes('cat'))
})

test("the operator's synonyms join those that ship with the program", () => {
  const groups = parseSynonyms('# ours\n\nGifwright, Werkzeug # a tool\r\ncat, Mieze\n')
  assert.deepEqual(groups, [
    ['gifwright', 'werkzeug'],
    ['cat', 'mieze'],
  ])
  assert.deepEqual(related('werkzeug', groups), ['gifwright'])
  assert.deepEqual(related('cat', groups).slice(0, 2), ['mieze', 'kitty'])
})

test('an unreadable synonyms file is refused with the line number', () => {
  const faults: [string, RegExp][] = [
    ['cat, kitty\ndog', /line 2.*two words/],
    ['cat, cat', /line 1.*two words/],
    ['\n\nthumbs up, yes', /line 3.*"thumbs up" is more than one word/],
    ['cat,, kitty', /line 1.*nothing/],
    [Array.from({ length: maxSynonyms + 1 }, (_, index) => `w${index}`).join(), /line 1.*64 words/],
    ['a, b\n'.repeat(maxSynonymGroups + 1), /line 10001.*10000 lines/],
  ]
  for (const [text, message] of faults) assert.throws(() => parseSynonyms(text), message)
})

test('any input has a bounded number of related words, never itself', () => {
  const words = new RelatedWords()
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('__proto__', 'constructor')),
      (text) => {
        for (const token of searchWords(text).flat()) {
          const found = words.of(token)
          assert.ok(found.length <= maxRelatedWords)
          for (const { token: other, cost } of found) assert.ok(other !== token && cost > 0 && cost < 256)
        }
      },
    ),
    randomRuns(100),
  )
})
