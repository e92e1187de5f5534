import assert from 'node:assert/strict'
import { type ForwardIndex, hasBit, readTokens, unknownTerm } from '#src/search/part/forward-index.ts'
import type { Part } from '#src/search/part/part.ts'
import type { SearchDocument } from '#src/search/search-index.ts'
import { documentTokens } from '#src/search/part/document-buffer.ts'
import type { Vocabulary } from '#src/search/vocabulary/vocabulary.ts'

/** The gap between a title and a description. No token is empty. */
const gap = ''

/** The fields of a document as stored: tokens, fields separated by null, title and description by a gap. */
export function storedTokens(document: SearchDocument): (string | null)[] {
  const { title, alt, tags } = documentTokens(document)
  const described = alt.length === 0 ? title : [...title, gap, ...alt]
  return [...described, ...tags.flatMap((tokens) => [null, ...tokens])]
}

/** Reads the tokens of a stored document back. */
export function readBack(documents: ForwardIndex, doc: number, vocabulary: Vocabulary): (string | null)[] {
  const into: number[] = []
  const count = readTokens(documents, doc, into)
  return into
    .slice(0, count)
    .map((term) => (term === -1 ? null : term === unknownTerm ? gap : vocabulary.termOf(term)))
}

/** Counts by rating class of the documents that match a key, by examining each of them. */
export function expectedCounts(
  documents: readonly SearchDocument[],
  key: string,
  vocabulary: Vocabulary,
): Uint32Array {
  const forms = new Set(Array.from(vocabulary.formsOf(key), (term) => vocabulary.termOf(term)))
  const counts = new Uint32Array(8)
  for (const document of documents) {
    const tokens = storedTokens(document)
    if (key === '' || tokens.some((token) => token !== null && (token.startsWith(key) || forms.has(token))))
      counts[document.ratingClass]! += 1
  }
  return counts
}

/** Asserts that the contents of a part match `documents` exactly. Their ids differ. */
export function checkPart(part: Part, documents: readonly SearchDocument[], vocabulary: Vocabulary): void {
  const ranked = documents.toSorted((a, b) => b.uses - a.uses || b.id - a.id)
  assert.equal(part.size, ranked.length)
  assert.deepEqual(
    [...part.ids],
    ranked.map(({ id }) => id),
  )
  assert.deepEqual(
    [...part.uses],
    ranked.map(({ uses }) => uses),
  )
  assert.deepEqual(
    [...part.categories],
    ranked.map(({ categoryId }) => categoryId),
  )
  const newest = ranked.map(({ id }) => id).toSorted((a, b) => b - a)
  assert.deepEqual(
    [...part.byAge].map((doc) => part.ids[doc]),
    newest,
  )
  const postings = new Map<string, { title: number[]; tags: number[] }>()
  for (const [doc, document] of ranked.entries()) {
    assert.equal(part.docOf(document.id), doc)
    assert.deepEqual(readBack(part, doc, vocabulary), storedTokens(document))
    const ratio = document.width / document.height
    const shape = ratio >= 0.56 && ratio <= 1.78 ? 0 : ratio >= 0.42 && ratio <= 2.36 ? 1 : 2
    assert.equal(part.facets[doc], document.ratingClass + (document.hasAlpha ? 8 : 0) + shape * 16)
    const tokens = documentTokens(document)
    const title = new Set([...tokens.title, ...tokens.alt])
    const tags = new Set(tokens.tags.flat()).difference(title)
    for (const [field, tokens] of Object.entries({ title, tags }))
      for (const token of tokens) {
        const entry = postings.get(token) ?? { title: [], tags: [] }
        entry[field as 'title' | 'tags'].push(doc)
        postings.set(token, entry)
      }
  }
  checkPostings(part, postings, vocabulary)
  for (const category of [0, 1, 2, 3, 4, 65_535, 77]) {
    const expected = ranked.flatMap(({ categoryId }, doc) => (categoryId === category ? [doc] : []))
    assert.deepEqual([...part.categoryPostings(category)], expected)
  }
  const keys = new Set(
    ['', ...postings.keys()].flatMap((term) => [...term].map((_, at, all) => all.slice(0, at + 1).join(''))),
  )
  for (const key of ['', ...keys]) {
    const counts = part.matchCounts(key)
    if (counts !== undefined || key === '')
      assert.deepEqual(counts, expectedCounts(documents, key, vocabulary), key)
  }
}

function checkPostings(
  part: Part,
  postings: Map<string, { title: number[]; tags: number[] }>,
  vocabulary: Vocabulary,
): void {
  assert.equal(part.terms.length, postings.size)
  for (let term = 0; term < vocabulary.size; term += 1) {
    const expected = postings.get(vocabulary.termOf(term))
    const slot = part.slotOf(term)
    if (expected === undefined) {
      assert.equal(slot, -1)
      continue
    }
    assert.equal(part.terms[slot], term)
    const titleEnd = part.titleEnds[slot]!
    assert.deepEqual([...part.postings.subarray(part.starts[slot], titleEnd)], expected.title)
    assert.deepEqual([...part.postings.subarray(titleEnd, part.starts[slot + 1])], expected.tags)
    const all = new Set([...expected.title, ...expected.tags])
    const hasBitmaps = all.size >= part.size / 64
    for (const [bitmap, docs] of [
      [part.titleBitmap(slot), new Set(expected.title)],
      [part.anyBitmap(slot), all],
    ] as const) {
      assert.equal(bitmap !== undefined, hasBitmaps)
      if (bitmap !== undefined)
        for (let doc = 0; doc < part.size; doc += 1) assert.equal(hasBit(bitmap, doc), docs.has(doc))
    }
  }
}
