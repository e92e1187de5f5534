import { type ForwardIndex, readTokens, setBit, unknownTerm } from './forward-index.ts'
import { MatchCounts } from './match-counts.ts'
import { findMatchKeys, type PartVocabulary } from './match-keys.ts'
import { bitmapWords, Part } from './part.ts'
import { allocatePart, readSections, type Sections } from './part-layout.ts'
import { type CountedUses, rankDocuments, type RankedDocuments } from './rank-documents.ts'

/** Terms of at least this share of the documents have bitmaps. */
const bitmapShare = 1 / 64

/**
 * With fewer term ids than this per term of the part, slots are found by a bitmap of all ids, else by binary search.
 */
const maxIdsPerSlot = 32

export type PartPlan = {
  /** The sources of the part; if several have a document with the same id, the last one counts. */
  sources: readonly ForwardIndex[]
  vocabulary: PartVocabulary
  /** Counts of uses newer than those of the sources. */
  uses?: CountedUses | undefined
}

/**
 * Builds a part from the living documents of parts, deltas and buffers. A pure function of its input, for a worker
 * thread: about 2 µs per document. Throws a RangeError if memory for it cannot be allocated.
 */
export function buildPart({ sources, vocabulary, uses }: PartPlan): Part {
  const ranked = rankDocuments(sources, uses)
  const reader = new DocumentReader(sources, ranked)
  const counts = countPostings(reader, vocabulary.size)
  const slots = counts.terms.length
  const frequencyOf = (slot: number) => (counts.starts[slot + 1] ?? 0) - (counts.starts[slot] ?? 0)
  const keys = findMatchKeys(counts.terms, frequencyOf, vocabulary)
  const bitmapSlots: number[] = []
  for (let slot = 0; slot < slots; slot += 1)
    if (frequencyOf(slot) >= ranked.size * bitmapShare) bitmapSlots.push(slot)
  const categoryIds = categoriesOf(reader)
  const largestTerm = counts.terms.at(-1) ?? 0
  const termWords = largestTerm < slots * maxIdsPerSlot ? (largestTerm >>> 5) + 1 : 0
  const memory = allocatePart({
    ids: ranked.size,
    uses: ranked.size,
    byAge: ranked.size,
    tokenStarts: ranked.size + 1,
    terms: slots,
    termBits: termWords,
    termRanks: termWords,
    starts: slots + 1,
    titleEnds: slots,
    postings: counts.starts[slots] ?? 0,
    bitmapSlots: bitmapSlots.length,
    bitmaps: bitmapSlots.length * 2 * bitmapWords(ranked.size),
    categoryIds: categoryIds.length,
    categoryStarts: categoryIds.length + 1,
    categoryDocs: ranked.size,
    keyTable: keys.keyTable.length,
    keyStarts: keys.keyStarts.length,
    keyParents: keys.keyParents.length,
    slotKeys: slots,
    formSlots: keys.formSlots.length,
    formKeys: keys.formKeys.length,
    keyCounts: keys.keyParents.length * 8,
    categories: ranked.size,
    keyChars: keys.keyChars.length,
    facets: ranked.size,
    tokens: counts.tokenBytes,
  })
  const sections = readSections(memory)
  for (const name of Object.keys(keys) as (keyof typeof keys)[]) sections[name].set(keys[name])
  sections.byAge.set(ranked.byAge)
  sections.uses.set(ranked.uses)
  sections.terms.set(counts.terms)
  sections.starts.set(counts.starts)
  sections.titleEnds.set(counts.titleEnds)
  sections.bitmapSlots.set(bitmapSlots)
  writeTermBits(sections)
  copyDocuments(reader, sections)
  writeCategories(sections, categoryIds)
  writePostings(sections, counts.slotOfTerm)
  writeBitmaps(sections)
  return new Part(memory)
}

/** Reads the documents of the sources by their number in the new part. */
class DocumentReader {
  readonly size: number
  /** The document read last: its source, its number there, its tokens (`readTokens`) and their count. */
  source: ForwardIndex
  doc = 0
  readonly tokens: number[] = []
  count = 0
  readonly #sources: readonly ForwardIndex[]
  readonly #ranked: RankedDocuments

  constructor(sources: readonly ForwardIndex[], ranked: RankedDocuments) {
    const [first] = sources
    if (first === undefined) throw new Error('a part needs a source')
    this.source = first
    this.size = ranked.size
    this.#sources = sources
    this.#ranked = ranked
  }

  locate(doc: number): void {
    this.source = this.#sources[this.#ranked.sources[doc] ?? 0] ?? this.source
    this.doc = this.#ranked.sourceDocs[doc] ?? 0
  }

  read(doc: number): void {
    this.locate(doc)
    this.count = readTokens(this.source, this.doc, this.tokens)
  }
}

type PostingCounts = {
  terms: Uint32Array
  starts: Uint32Array
  titleEnds: Uint32Array
  tokenBytes: number
  /** term → slot, where the part has the term */
  slotOfTerm: Uint32Array
}

function countPostings(reader: DocumentReader, termCount: number): PostingCounts {
  const inTitles = new Uint32Array(termCount)
  const inTags = new Uint32Array(termCount)
  /** term → 1 + the last document it was counted for */
  const counted = new Uint32Array(termCount)
  let tokenBytes = 0
  for (let doc = 0; doc < reader.size; doc += 1) {
    reader.read(doc)
    const { source, tokens, count } = reader
    tokenBytes += (source.tokenStarts[reader.doc + 1] ?? 0) - (source.tokenStarts[reader.doc] ?? 0)
    let postings = inTitles
    for (let at = 0; at < count; at += 1) {
      const term = tokens[at] ?? -1
      if (term === -1) postings = inTags
      else if (term !== unknownTerm && counted[term] !== doc + 1) {
        counted[term] = doc + 1
        postings[term] = (postings[term] ?? 0) + 1
      }
    }
  }
  const terms = Uint32Array.from(termsIn(inTitles, inTags))
  const starts = new Uint32Array(terms.length + 1)
  const titleEnds = new Uint32Array(terms.length)
  const slotOfTerm = counted
  for (const [slot, term] of terms.entries()) {
    titleEnds[slot] = (starts[slot] ?? 0) + (inTitles[term] ?? 0)
    starts[slot + 1] = (titleEnds[slot] ?? 0) + (inTags[term] ?? 0)
    slotOfTerm[term] = slot
  }
  return { terms, starts, titleEnds, tokenBytes, slotOfTerm }
}

function* termsIn(inTitles: Uint32Array, inTags: Uint32Array): Generator<number> {
  for (let term = 0; term < inTitles.length; term += 1)
    if (inTitles[term] !== 0 || inTags[term] !== 0) yield term
}

function categoriesOf(reader: DocumentReader): number[] {
  const found = new Uint8Array(0x10000)
  for (let doc = 0; doc < reader.size; doc += 1) {
    reader.locate(doc)
    found[reader.source.categories[reader.doc] ?? 0] = 1
  }
  const ids: number[] = []
  for (const [id, isThere] of found.entries()) if (isThere === 1) ids.push(id)
  return ids
}

function writeTermBits({ terms, termBits, termRanks }: Sections): void {
  if (termBits.length === 0) return
  for (const term of terms) setBit(termBits, term)
  let slot = 0
  for (let word = 0; word < termRanks.length; word += 1) {
    termRanks[word] = slot
    while (slot < terms.length && (terms[slot] ?? 0) >>> 5 === word) slot += 1
  }
}

function copyDocuments(reader: DocumentReader, sections: Sections): void {
  let end = 0
  for (let doc = 0; doc < reader.size; doc += 1) {
    reader.locate(doc)
    const { source, doc: from } = reader
    sections.ids[doc] = source.ids[from] ?? 0
    sections.facets[doc] = source.facets[from] ?? 0
    sections.categories[doc] = source.categories[from] ?? 0
    const to = source.tokenStarts[from + 1] ?? 0
    for (let at = source.tokenStarts[from] ?? 0; at < to; at += 1)
      sections.tokens[end++] = source.tokens[at] ?? 0
    sections.tokenStarts[doc + 1] = end
  }
}

function writeCategories(sections: Sections, categoryIds: readonly number[]): void {
  const { categories, categoryStarts, categoryDocs } = sections
  const counts = new Uint32Array(0x10000)
  for (const id of categories) counts[id] = (counts[id] ?? 0) + 1
  const nextDoc = new Uint32Array(0x10000)
  let end = 0
  for (const [index, id] of categoryIds.entries()) {
    sections.categoryIds[index] = id
    nextDoc[id] = end
    end += counts[id] ?? 0
    categoryStarts[index + 1] = end
  }
  for (const [doc, id] of categories.entries()) {
    const at = nextDoc[id] ?? 0
    categoryDocs[at] = doc
    nextDoc[id] = at + 1
  }
}

/** Fills the postings, and the match counts. */
function writePostings(sections: Sections, slotOfTerm: Uint32Array): void {
  const { starts, titleEnds, postings, ids, facets } = sections
  const documents = { ...sections, size: ids.length, dead: new Uint32Array(0) }
  const matchCounts = new MatchCounts(sections, sections.keyCounts)
  const nextTitle = starts.slice(0, -1)
  const nextTag = titleEnds.slice()
  /** slot → 1 + the last document it was written for */
  const written = new Uint32Array(titleEnds.length)
  const tokens: number[] = []
  for (let doc = 0; doc < documents.size; doc += 1) {
    const count = readTokens(documents, doc, tokens)
    let next = nextTitle
    for (let at = 0; at < count; at += 1) {
      const term = tokens[at] ?? -1
      if (term === -1) next = nextTag
      if (term === -1 || term === unknownTerm) {
        tokens[at] = -1
        continue
      }
      const slot = slotOfTerm[term] ?? 0
      tokens[at] = slot
      if (written[slot] === doc + 1) continue
      written[slot] = doc + 1
      const place = next[slot] ?? 0
      postings[place] = doc
      next[slot] = place + 1
    }
    matchCounts.add(tokens, count, (facets[doc] ?? 0) & 7, 1)
  }
}

function writeBitmaps({ bitmapSlots, bitmaps, starts, titleEnds, postings, ids }: Sections): void {
  const words = bitmapWords(ids.length)
  for (const [index, slot] of bitmapSlots.entries()) {
    const inTitle = bitmaps.subarray(index * 2 * words, (index * 2 + 1) * words)
    const anywhere = bitmaps.subarray((index * 2 + 1) * words, (index * 2 + 2) * words)
    const titleEnd = titleEnds[slot] ?? 0
    for (let at = starts[slot] ?? 0; at < (starts[slot + 1] ?? 0); at += 1) {
      const doc = postings[at] ?? 0
      if (at < titleEnd) setBit(inTitle, doc)
      setBit(anywhere, doc)
    }
  }
}
