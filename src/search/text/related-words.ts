import { emojiOfWord, wordsOfEmoji } from './emoji.ts'
import { shippedSynonyms } from './shipped-synonyms.ts'
import { stemOf } from './stems.ts'
import type { SynonymGroup } from './synonyms.ts'

/** A folded token that means about what another does; costs are comparable with those of spellings. */
export type RelatedWord = { token: string; cost: number }

/** More than one likely typo, less than two. */
const costs = { synonym: 36, emoji: 48 }

/** The most words that are related to one. */
export const maxRelatedWords = 48

/** Words that mean about the same: the synonyms that ship with the program, the operator's, and emoji. */
export class RelatedWords {
  /** Stem of a word, or the word where it has none → what stands in a group with it. */
  readonly #synonyms = new Map<string, Set<string>>()

  constructor(operatorGroups: readonly SynonymGroup[] = []) {
    // The operator's come first, for a word that has too many.
    for (const group of [...operatorGroups, ...shippedSynonyms()]) {
      for (const word of group) {
        const key = stemOf(word) ?? word
        const words = this.#synonyms.get(key) ?? new Set()
        for (const other of group) if (other !== word) words.add(other)
        this.#synonyms.set(key, words)
      }
    }
  }

  /** The words and emoji that mean about what a folded token does, without the token; other forms of each are not listed. */
  of(token: string): readonly RelatedWord[] {
    const related = new Map<string, number>()
    for (const other of this.#synonyms.get(stemOf(token) ?? token) ?? []) related.set(other, costs.synonym)
    for (const other of [...wordsOfEmoji(token), ...emojiOfWord(token)]) {
      if (!related.has(other)) related.set(other, costs.emoji)
    }
    related.delete(token)
    return Array.from(related, ([other, cost]) => ({ token: other, cost })).slice(0, maxRelatedWords)
  }
}
