import { readFileSync } from 'node:fs'
import { stemOf } from './stems.ts'

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

/** Reads the table that `npm run docs` makes (scripts/emoji-words.ts); takes some milliseconds. */
function readEmojiTable(): EmojiTable {
  const text = readFileSync(new URL('emoji-words.json', import.meta.url), 'utf8')
  const { words, emoji } = JSON.parse(text) as { words: [string, string][]; emoji: [string, string][] }
  return { words: new Map(words), emoji: new Map(emoji) }
}
