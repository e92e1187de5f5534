import type { SearchDocument } from '../search-index.ts'
import { DocumentBuffer, type TermIds } from './document-buffer.ts'
import { distinctTerms, hasBit } from './forward-index.ts'

const noDocuments: readonly number[] = []

/**
 * The newest documents, in the order in which they came, until a worker makes a part of them. Queries read them one by
 * one, with the same scorer as a part's.
 */
export class Delta extends DocumentBuffer {
  deadCount = 0
  readonly #docsOfTerms = new Map<number, number[]>()
  readonly #docs = new Map<number, number>()

  /** Documents that are not dead. */
  get living(): number {
    return this.size - this.deadCount
  }

  /** The terms that documents here have. */
  get terms(): Iterable<number> {
    return this.#docsOfTerms.keys()
  }

  /** The documents that have a term, ascending, dead ones included. */
  docsOf(term: number): readonly number[] {
    return this.#docsOfTerms.get(term) ?? noDocuments
  }

  /** The document of a GIF; -1: it is not here, or dead. */
  docOf(id: number): number {
    const doc = this.#docs.get(id) ?? -1
    return doc !== -1 && !hasBit(this.dead, doc) ? doc : -1
  }

  /** Adds a document. Kill the one that it replaces first. */
  override append(document: SearchDocument, vocabulary: TermIds): number {
    const doc = super.append(document, vocabulary)
    this.#docs.set(document.id, doc)
    for (const term of distinctTerms(this, doc)) {
      const docs = this.#docsOfTerms.get(term)
      if (docs === undefined) this.#docsOfTerms.set(term, [doc])
      else docs.push(doc)
    }
    return doc
  }

  override kill(doc: number): void {
    if (hasBit(this.dead, doc)) return
    super.kill(doc)
    this.deadCount += 1
  }
}
