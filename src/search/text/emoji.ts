import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { stemOf } from './stems.ts'
import { searchWords } from './tokens.ts'

const require = createRequire(import.meta.url)

/** Words that so many emoji share say too little: face, hand, person. */
const maxEmojiPerWord = 40
/** Emoji that are looked up for a word. */
const maxEmojiFound = 12

/** Words of names that nearly every title may have. */
const weakWords = new Set(
  'a an and at by de down for from in la not of on or over st the to under up with without'.split(' '),
)

type EmojiTable = {
  /** Emoji, folded as a token → its words with spaces between them. */
  words: ReadonlyMap<string, string>
  /** Stem of a word → emoji with spaces between them, commonest first. */
  emoji: ReadonlyMap<string, string>
}

let table: EmojiTable | undefined

/** Folded words that an emoji stands for, from its English name and keywords; [] for what is no emoji. */
export function wordsOfEmoji(token: string): readonly string[] {
  table ??= readEmojiTable()
  return table.words.get(token)?.split(' ') ?? []
}

/** Emoji, folded as tokens, that stand for a folded word or another form of it. */
export function emojiOfWord(token: string): readonly string[] {
  table ??= readEmojiTable()
  return table.emoji.get(stemOf(token) ?? token)?.split(' ') ?? []
}

/** Reads the package's data once; takes some milliseconds. Only what is needed of it stays in memory. */
function readEmojiTable(): EmojiTable {
  const path = require.resolve('emojilib')
  const entries = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>
  const wordsOf = new Map<string, Set<string>>()
  for (const [unicode, [name = '', ...keywords]] of Object.entries(entries)) {
    const tokens = searchWords(unicode).flat()
    const [emoji = ''] = tokens
    // Emoji of several signs are several tokens; of those with one meaning in several looks the first counts.
    if (tokens.length !== 1 || wordsOf.has(emoji)) continue
    // A part of a keyword of several words may say nothing ("of"), and so may one of the name.
    const single = keywords
      .map((keyword) => searchWords(keyword).flat())
      .filter((words) => words.length === 1)
    const named = searchWords(name).flat()
    const words = [...single.flat(), ...named].filter((word) => word !== emoji && !weakWords.has(word))
    wordsOf.set(emoji, new Set(words.filter((word) => word.length > 1)))
  }
  const emojiOf = new Map<string, string[]>()
  for (const [emoji, words] of wordsOf) {
    for (const stem of new Set([...words].map((word) => stemOf(word) ?? word))) {
      emojiOf.set(stem, [...(emojiOf.get(stem) ?? []), emoji])
    }
  }
  const isCommon = (word: string) => (emojiOf.get(stemOf(word) ?? word)?.length ?? 0) > maxEmojiPerWord
  const words = [...wordsOf].map(([emoji, all]): [string, string] => [
    emoji,
    [...all].filter((word) => !isCommon(word)).join(' '),
  ])
  const emoji = [...emojiOf].filter(([, all]) => all.length <= maxEmojiPerWord)
  return {
    words: new Map(words.filter(([, all]) => all !== '')),
    emoji: new Map(emoji.map(([stem, all]) => [stem, all.slice(0, maxEmojiFound).join(' ')])),
  }
}
