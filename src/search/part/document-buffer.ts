import type { SearchDocument } from '../search-index.ts'
import { facetsOf, type ForwardIndex, setBit, unknownTerm } from './forward-index.ts'
import { firstTokens } from '../text/tokens.ts'

/** The most tokens indexed of a title, a description and a tag: a long text in a script without spaces has more. */
export const maxTitleTokens = 200
export const maxAltTokens = 500
export const maxTagTokens = 16

/** Returns the tokens that a document is found by, in order; tags without tokens are omitted. */
export function documentTokens({ title, alt, tags }: Pick<SearchDocument, 'title' | 'alt' | 'tags'>): {
  title: string[]
  alt: string[]
  tags: string[][]
} {
  return {
    title: firstTokens(title, maxTitleTokens),
    alt: alt === null ? [] : firstTokens(alt, maxAltTokens),
    tags: tags.map((tag) => firstTokens(tag, maxTagTokens)).filter((tokens) => tokens.length > 0),
  }
}

/** Maps tokens to term ids: -1 if no more terms are taken. */
export type TermIds = { add(token: string): number }

const firstDocuments = 256
const tokenBytesPerDocument = 32
const maxVarintBytes = 5

/**
 * Documents in order of arrival, in growable arrays in memory that threads share. The base of the delta and of the
 * sources that parts are built from.
 */
export class DocumentBuffer implements ForwardIndex {
  size = 0
  ids: Uint32Array
  uses: Uint32Array
  facets: Uint8Array
  categories: Uint16Array
  tokenStarts: Uint32Array
  tokens: Uint8Array
  dead: Uint32Array

  /** `capacity` is the number of documents to allocate memory for at first. */
  constructor(capacity = firstDocuments) {
    const documents = Math.max(32, capacity)
    this.ids = new Uint32Array(shared(documents * 4))
    this.uses = new Uint32Array(shared(documents * 4))
    this.facets = new Uint8Array(shared(documents))
    this.categories = new Uint16Array(shared(documents * 2))
    this.tokenStarts = new Uint32Array(shared((documents + 1) * 4))
    this.tokens = new Uint8Array(shared(documents * tokenBytesPerDocument))
    this.dead = new Uint32Array(shared(Math.ceil(documents / 32) * 4))
  }

  /** The bytes of the tokens of all documents. */
  get tokenBytes(): number {
    return this.tokenStarts[this.size] ?? 0
  }

  /** Appends a document, and its terms to the vocabulary; returns its number here. */
  append(document: SearchDocument, vocabulary: TermIds): number {
    const doc = this.size
    if (doc === this.ids.length) this.#growDocuments()
    this.ids[doc] = document.id
    this.uses[doc] = document.uses
    this.facets[doc] = facetsOf(document)
    this.categories[doc] = document.categoryId
    const { title, alt, tags } = documentTokens(document)
    let at = this.#writeTokens(title, this.tokenBytes, vocabulary)
    if (alt.length > 0) at = this.#writeTokens(alt, this.#writeTerm(unknownTerm, at), vocabulary)
    for (const tag of tags) {
      this.#reserve(at + 1)
      this.tokens[at] = 0
      at = this.#writeTokens(tag, at + 1, vocabulary)
    }
    this.tokenStarts[doc + 1] = at
    this.size += 1
    return doc
  }

  /** Marks a document as dead. */
  kill(doc: number): void {
    setBit(this.dead, doc)
  }

  #writeTokens(tokens: readonly string[], from: number, vocabulary: TermIds): number {
    let at = from
    for (const token of tokens) {
      const term = vocabulary.add(token)
      at = this.#writeTerm(term === -1 ? unknownTerm : term, at)
    }
    return at
  }

  #writeTerm(term: number, from: number): number {
    let at = from
    let rest = term + 1
    this.#reserve(at + maxVarintBytes)
    for (; rest >= 0x80; rest >>>= 7) this.tokens[at++] = (rest & 0x7f) | 0x80
    this.tokens[at++] = rest
    return at
  }

  #reserve(bytes: number): void {
    if (bytes > this.tokens.length) this.tokens = grown(this.tokens, bytes * 2)
  }

  #growDocuments(): void {
    const documents = this.size * 2
    this.ids = grown(this.ids, documents)
    this.uses = grown(this.uses, documents)
    this.facets = grown(this.facets, documents)
    this.categories = grown(this.categories, documents)
    this.tokenStarts = grown(this.tokenStarts, documents + 1)
    this.dead = grown(this.dead, Math.ceil(documents / 32))
  }
}

function shared(bytes: number): SharedArrayBuffer {
  return new SharedArrayBuffer(bytes)
}

function grown<Elements extends Uint8Array | Uint16Array | Uint32Array>(
  from: Elements,
  length: number,
): Elements {
  const { constructor, BYTES_PER_ELEMENT } = from
  const to = new (constructor as new (memory: SharedArrayBuffer) => Elements)(
    shared(length * BYTES_PER_ELEMENT),
  )
  to.set(from)
  return to
}
