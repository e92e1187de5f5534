import type { SearchDocument, SearchFilter } from '../search-index.ts'

/** The documents of a part or of the delta, with their contents, in the form that the common scorer reads. */
export type ForwardIndex = {
  /** The number of documents, including dead ones. Arrays may be longer than that. */
  readonly size: number
  /** doc → GIF id */
  readonly ids: Uint32Array
  /** doc → uses */
  readonly uses: Uint32Array
  /** doc → bits 0-2 rating class, bit 3 alpha, bits 4-5 shape (0 standard, 1 wide, 2 neither) */
  readonly facets: Uint8Array
  /** doc → category id */
  readonly categories: Uint16Array
  /** doc → offset in `tokens`; one more than documents */
  readonly tokenStarts: Uint32Array
  /** LEB128 varints: term id + 1; 0 separates title (with `unknownTerm` and the description, if any) | tag | tag … */
  readonly tokens: Uint8Array
  /** Bitmap: replaced, removed, made private */
  readonly dead: Uint32Array
}

/**
 * Replaces a token that the full vocabulary did not take, and separates a title from its description: it matches
 * nothing, and keeps its neighbors apart.
 */
export const unknownTerm = 0x0fff_fffe

/** Shapes: 0 standard, 1 wide, 2 neither. */
const shapeShift = 4
const alphaBit = 8

/** Returns the byte of a document's rating class, transparency and shape. */
export function facetsOf(document: SearchDocument): number {
  const shape = hasShape(document, 'standard') ? 0 : hasShape(document, 'wide') ? 1 : 2
  return (document.ratingClass & 7) | (document.hasAlpha ? alphaBit : 0) | (shape << shapeShift)
}

/** Returns true if a size has a shape; every size has the shape null. */
export function hasShape(
  { width, height }: { width: number; height: number },
  shape: SearchFilter['shape'],
): boolean {
  const ratio = width / height
  if (shape === 'standard') return ratio >= 0.56 && ratio <= 1.78
  return shape === null || (ratio >= 0.42 && ratio <= 2.36)
}

/** Returns true if the bit of a document is set. */
export function hasBit(bitmap: Uint32Array, doc: number): boolean {
  return (((bitmap[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1
}

/** Sets the bit of a document. */
export function setBit(bitmap: Uint32Array, doc: number): void {
  bitmap[doc >>> 5] = (bitmap[doc >>> 5] ?? 0) | (1 << (doc & 31))
}

/** Returns the number of bits that are set. */
export function countBits(bitmap: Uint32Array): number {
  let count = 0
  for (const word of bitmap) count += bitsOf(word)
  return count
}

/** Returns the number of bits set in a 32-bit word. */
export function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555)
  const nibbles = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

/**
 * Decodes the tokens of a document into `into`, from its start: term ids, and -1 between fields. Returns their number;
 * `into` grows as needed. Reuse it: this is called for every document that is read.
 */
export function readTokens(documents: ForwardIndex, doc: number, into: number[]): number {
  const { tokens, tokenStarts } = documents
  const end = tokenStarts[doc + 1] ?? 0
  let count = 0
  for (let at = tokenStarts[doc] ?? 0; at < end;) {
    let byte = tokens[at++] ?? 0
    let value = byte & 0x7f
    for (let shift = 7; byte >= 0x80; shift += 7) {
      byte = tokens[at++] ?? 0
      value |= (byte & 0x7f) << shift
    }
    into[count++] = value - 1
  }
  return count
}

const fieldTokens: number[] = []

/** Returns the distinct terms of a document. */
export function distinctTerms(documents: ForwardIndex, doc: number): Set<number> {
  const count = readTokens(documents, doc, fieldTokens)
  const terms = new Set<number>()
  for (let at = 0; at < count; at += 1) {
    const term = fieldTokens[at] ?? -1
    if (term !== -1 && term !== unknownTerm) terms.add(term)
  }
  return terms
}
