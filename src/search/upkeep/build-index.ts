import { buildPart } from '../part/build-part.ts'
import { DocumentBuffer } from '../part/document-buffer.ts'
import type { Part } from '../part/part.ts'
import type { SearchDocument } from '../search-index.ts'
import { CompletionBuilder } from '../vocabulary/completion-builder.ts'
import { foldVocabulary, Vocabulary } from '../vocabulary/vocabulary.ts'
import { isSafe, readFields } from './completion-fields.ts'
import { countFrequencies, type IndexImage } from './index-image.ts'
import { largestPart } from './merge-policy.ts'
import { WordBudget } from './word-budget.ts'

/** The number of documents of a part to allocate memory for at first. */
const firstDocuments = 16_384

/**
 * Builds an index of all documents, whose ids differ; `expectedDocuments` is their approximate number. Only documents
 * of the rating classes in `safeRatingClasses`, a bit mask, are completed. Memory: the index, plus one part. For a
 * worker thread: about 12 µs per document. Throws what the batches throw.
 */
export async function buildIndex(
  batches: AsyncIterable<readonly SearchDocument[]> | Iterable<readonly SearchDocument[]>,
  {
    expectedDocuments,
    safeRatingClasses = 0,
    maxTerms,
  }: { expectedDocuments: number; safeRatingClasses?: number; maxTerms?: number },
): Promise<IndexImage> {
  const maxDocuments = largestPart(expectedDocuments)
  const vocabulary = new Vocabulary(undefined, { maxTerms })
  const budget = new WordBudget(vocabulary)
  const completions = new CompletionBuilder()
  const parts: Part[] = []
  let buffer = new DocumentBuffer(firstDocuments)
  const endPart = () => {
    if (buffer.size === 0) return
    parts.push(buildPart({ sources: [buffer], vocabulary }))
    buffer = new DocumentBuffer(firstDocuments)
  }
  for await (const batch of batches) {
    for (const document of batch) {
      const doc = budget.append(buffer, document, 'build')
      if (isSafe(buffer, doc, safeRatingClasses)) completions.add(readFields(buffer, doc, vocabulary))
      if (buffer.size === maxDocuments) endPart()
    }
  }
  endPart()
  const snapshot = vocabulary.snapshot()
  const frequencies = countFrequencies(parts, vocabulary.size)
  const base = foldVocabulary({ ...snapshot, frequencies })
  return {
    parts: parts.map(({ memory }) => ({ memory, state: null, file: null })),
    vocabulary: { base, added: [], addedIds: new Uint32Array(0), frequencies, kept: new Uint32Array(0) },
    vocabularyFile: null,
    completions: completions.build(),
    budget: budget.image(),
  }
}
