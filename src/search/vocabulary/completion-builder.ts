import { buildCompletionImage, type CompletionEntry, type CompletionImage } from './completion-image.ts'
import { type CompletionFields, type CompletionKind, visitCompletionKeys } from './completion-keys.ts'

/** The most completions to keep: the most frequent ones. About 50 bytes each. */
export const maxCompletions = 200_000

/** When more keys than this many times `maxCompletions` are counted, the rarest are forgotten. */
const countedPerKept = 4

type Counted = { kind: CompletionKind; text: string | undefined; count: number }

/**
 * Counts the completions of documents, within bounded memory: when there are too many keys, the rare ones are dropped
 * ("lossy counting", Manku and Motwani, 2002), so that a count may be too low by the number dropped.
 */
export class CompletionBuilder {
  readonly #counted = new Map<string, Counted>()
  readonly #most: number

  constructor(most = maxCompletions) {
    this.#most = most
  }

  /** Counts a document. Pass only documents that everyone may see. */
  add(fields: CompletionFields): void {
    visitCompletionKeys(fields, (key, kind, text) => this.count({ key, kind, text, count: 1 }))
    if (this.#counted.size > this.#most * countedPerKept) this.#dropRarest()
  }

  /** Adds to the count of a key. A key that is a tag in any document is a tag. */
  count({ key, kind, text, count }: CompletionEntry): void {
    const known = this.#counted.get(key)
    if (known === undefined) this.#counted.set(key, { kind, text, count })
    else {
      known.count += count
      if (kind === 'tag' && known.kind !== 'tag') {
        known.kind = kind
        known.text = text
      }
    }
  }

  #dropRarest(): void {
    for (let least = 2; this.#counted.size > this.#most * (countedPerKept / 2); least *= 2) {
      for (const [key, { count }] of this.#counted) if (count < least) this.#counted.delete(key)
    }
  }

  /** Returns the completions counted so far. */
  build(): CompletionImage {
    const entries: CompletionEntry[] = []
    for (const [key, { kind, text, count }] of this.#counted)
      if (count > 0) entries.push({ key, kind, text, count })
    if (entries.length > this.#most) entries.sort((a, b) => b.count - a.count)
    return buildCompletionImage(entries.slice(0, this.#most))
  }
}
