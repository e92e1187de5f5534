import { shippedSynonyms } from './shipped-synonyms.ts'
import { stemOf } from './stems.ts'
import type { SynonymGroup } from './synonyms.ts'
import { readFileSync } from 'node:fs'

type EmojiTable = {
  /** Emoji, folded as a token → its words with spaces between them. */
  words: ReadonlyMap<string, string>
  /** Stem of a word → emoji with spaces between them, commonest first. */
  emoji: ReadonlyMap<string, string>
}

let table: EmojiTable | undefined

/** Returns the folded words for an emoji, from its English name and keywords; [] if it is not an emoji. */
export function wordsOfEmoji(token: string): readonly string[] {
  table ??= readEmojiTable()
  return table.words.get(token)?.split(' ') ?? []
}

/** Returns emoji, folded as tokens, for a folded word or another form of it. */
export function emojiOfWord(token: string): readonly string[] {
  table ??= readEmojiTable()
  return table.emoji.get(stemOf(token) ?? token)?.split(' ') ?? []
}

/** Reads the table that `npm run docs` makes (scripts/emoji-words.ts); takes a few milliseconds. */
function readEmojiTable(): EmojiTable {
  const text = readFileSync(new URL('emoji-words.json', import.meta.url), 'utf8')
  const { words, emoji } = JSON.parse(text) as { words: [string, string][]; emoji: [string, string][] }
  return { words: new Map(words), emoji: new Map(emoji) }
}

/** A folded token that means about the same as another; costs are comparable with those of spellings. */
export type RelatedWord = { token: string; cost: number }

/** Costs of more than one likely typo, but less than two. */
const costs = { synonym: 36, emoji: 48 }

/** The most words related to one word. */
export const maxRelatedWords = 48

/** Stem of a word, or the word if it has no stem → the other words of its groups. */
type WordsByStem = ReadonlyMap<string, ReadonlySet<string>>

/** Words that mean about the same: the synonyms that ship with the program, the operator's, and emoji. */
export class RelatedWords {
  readonly #operatorWords: WordsByStem

  constructor(operatorGroups: readonly SynonymGroup[] = []) {
    this.#operatorWords = wordsByStem(operatorGroups)
  }

  /** Returns the words and emoji that mean about the same as a folded token, except itself; forms are not listed. */
  of(token: string): readonly RelatedWord[] {
    const related = new Map<string, number>()
    const key = stemOf(token) ?? token
    shippedWords ??= wordsByStem(shippedSynonyms())
    // The operator's come first, in case a word has too many.
    for (const words of [this.#operatorWords, shippedWords]) {
      for (const other of words.get(key) ?? []) related.set(other, costs.synonym)
    }
    for (const other of [...wordsOfEmoji(token), ...emojiOfWord(token)]) {
      if (!related.has(other)) related.set(other, costs.emoji)
    }
    related.delete(token)
    return Array.from(related, ([other, cost]) => ({ token: other, cost })).slice(0, maxRelatedWords)
  }
}

/** Shared by all indexes: made when the first word is requested. */
let shippedWords: WordsByStem | undefined

function wordsByStem(groups: readonly SynonymGroup[]): WordsByStem {
  const all = new Map<string, Set<string>>()
  for (const group of groups) {
    for (const word of group) {
      const key = stemOf(word) ?? word
      const words = all.get(key) ?? new Set()
      for (const other of group) if (other !== word) words.add(other)
      all.set(key, words)
    }
  }
  return all
}
