import type { SearchDocument } from '../search-index.ts'
import { DocumentBuffer, type TermIds } from './document-buffer.ts'
import { distinctTerms, hasBit } from './forward-index.ts'

const noDocuments: readonly number[] = []

/**
 * The newest documents, in order of arrival, until a worker makes a part of them. Queries read them one by one, with
 * the same scorer as a part's documents.
 */
export class Delta extends DocumentBuffer {
  deadCount = 0
  readonly #docsOfTerms = new Map<number, number[]>()
  readonly #docs = new Map<number, number>()

  /** The number of documents that are not dead. */
  get living(): number {
    return this.size - this.deadCount
  }

  /** The terms of the documents here. */
  get terms(): Iterable<number> {
    return this.#docsOfTerms.keys()
  }

  /** Returns the documents that have a term, ascending, including dead ones. */
  docsOf(term: number): readonly number[] {
    return this.#docsOfTerms.get(term) ?? noDocuments
  }

  /** Returns the document of a GIF, or -1 if it is dead or not here. */
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
