import { distinctTerms, hasBit } from '../part/forward-index.ts'
import type { Part, PartState } from '../part/part.ts'
import { CompletionBuilder } from '../vocabulary/completion-builder.ts'
import type { CompletionImage } from '../vocabulary/completion-image.ts'
import { Vocabulary, type VocabularySnapshot } from '../vocabulary/vocabulary.ts'
import type { StoredFile } from './stored-file.ts'
import { newBudget, type WordBudgetImage } from './word-budget.ts'

/** A part as threads pass it to each other. Without a state, no document is dead; without a file, it is not stored. */
export type PartImage = { memory: SharedArrayBuffer; state: PartState | null; file: StoredFile | null }

/** A whole index as threads pass it to each other, and as its files store it. */
export type IndexImage = {
  parts: PartImage[]
  vocabulary: VocabularySnapshot
  /** The file of the vocabulary's base. */
  vocabularyFile: StoredFile | null
  completions: CompletionImage
  budget: WordBudgetImage
}

/** Returns an index without documents. */
export function createEmptyIndex(): IndexImage {
  const completions = new CompletionBuilder().build()
  const vocabulary = new Vocabulary().snapshot()
  return { parts: [], vocabulary, vocabularyFile: null, completions, budget: newBudget }
}

/** Maps a term id to the number of living documents of the parts with the term; for ids below `terms`. */
export function countFrequencies(parts: readonly Part[], terms: number): Uint32Array {
  const frequencies = new Uint32Array(new SharedArrayBuffer(terms * 4))
  for (const part of parts) {
    for (const [slot, term] of part.terms.entries())
      frequencies[term] = (frequencies[term] ?? 0) + part.frequencyOf(slot)
    for (let doc = 0; doc < part.size; doc += 1) {
      if (!hasBit(part.dead, doc)) continue
      for (const term of distinctTerms(part, doc)) frequencies[term] = (frequencies[term] ?? 0) - 1
    }
  }
  return frequencies
}
