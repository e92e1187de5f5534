import { type ForwardIndex, readTokens, unknownTerm } from '../part/forward-index.ts'
import type { CompletionFields } from '../vocabulary/completion-keys.ts'

/** Returns true if people may be offered words of a document; `safeRatingClasses` is a bit mask. */
export function isSafe(documents: ForwardIndex, doc: number, safeRatingClasses: number): boolean {
  return ((safeRatingClasses >>> ((documents.facets[doc] ?? 0) & 7)) & 1) === 1
}

const fieldTokens: number[] = []

/**
 * Returns the tokens of a document's title and tags that are terms: for the title those before the first `unknownTerm`,
 * so that nothing from a description is suggested.
 */
export function readFields(
  documents: ForwardIndex,
  doc: number,
  vocabulary: { termOf(id: number): string },
): Pick<CompletionFields, 'title' | 'tags'> {
  const count = readTokens(documents, doc, fieldTokens)
  const fields: [string[], ...string[][]] = [[]]
  let isDescription = false
  for (let at = 0; at < count; at += 1) {
    const term = fieldTokens[at] ?? -1
    if (term === -1) fields.push([])
    else if (term === unknownTerm) isDescription ||= fields.length === 1
    else if (fields.length > 1 || !isDescription) fields.at(-1)?.push(vocabulary.termOf(term))
  }
  const [title, ...tags] = fields
  return { title, tags }
}
