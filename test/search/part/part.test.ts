import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { buildPart } from '#src/search/part/build-part.ts'
import { Delta } from '#src/search/part/delta.ts'
import {
  DocumentBuffer,
  maxAltTokens,
  maxTagTokens,
  maxTitleTokens,
} from '#src/search/part/document-buffer.ts'
import { hasBit, readTokens } from '#src/search/part/forward-index.ts'
import { heavyPostings } from '#src/search/part/match-counts.ts'
import { Part } from '#src/search/part/part.ts'
import type { SearchDocument } from '#src/search/search-index.ts'
import { Vocabulary } from '#src/search/vocabulary/vocabulary.ts'
import { checkPart, expectedCounts } from '#test/search/part/check-part.ts'
import { documentOf, someDocuments } from '#test/search/part/some-documents.ts'
import { randomRuns } from '../../support/full-run.ts'

function partOf(documents: readonly SearchDocument[], vocabulary = new Vocabulary()): Part {
  const buffer = new DocumentBuffer()
  for (const document of documents) buffer.append(document, vocabulary)
  return buildPart({ sources: [buffer], vocabulary })
}

const anyDocument = fc.record({
  title: fc.oneof(
    fc.constantFrom('Cats, cats!', 'Dancing frog', '東京 tower', '😂', ''),
    fc.string({ maxLength: 12 }),
  ),
  alt: fc.constantFrom(null, null, 'A frog, dancing', 'Tower 東京', '!!'),
  tags: fc.array(fc.constantFrom('cat', 'cats', 'frog dance', '!!', 'tower of 東京', '𝔘nicode', 'dog'), {
    maxLength: 4,
  }),
  categoryId: fc.constantFrom(0, 1, 65_535),
  ratingClass: fc.nat({ max: 7 }),
  hasAlpha: fc.boolean(),
  width: fc.integer({ min: 1, max: 500 }),
  height: fc.integer({ min: 1, max: 500 }),
  uses: fc.oneof(fc.constant(0), fc.nat({ max: 2 ** 32 - 1 })),
})

test('a part has exactly the documents it was built from, in rank order, with their terms, bitmaps and categories', () => {
  fc.assert(
    fc.property(fc.array(anyDocument, { maxLength: 120 }), (texts) => {
      const documents = texts.map((text, index) => ({ ...text, id: (index * 7919) % 2 ** 16 }))
      const vocabulary = new Vocabulary()
      checkPart(partOf(documents, vocabulary), documents, vocabulary)
    }),
    randomRuns(60, 25),
  )
})

test('parts of thousands of documents have slots by bitmap, bitmaps for common terms, and counts for heavy keys', () => {
  const documents = someDocuments(6000)
  const vocabulary = new Vocabulary()
  const part = partOf(documents, vocabulary)
  checkPart(part, documents, vocabulary)
  const slot = part.slotOf(vocabulary.idOf('dance'))
  assert.ok(part.frequencyOf(slot) >= heavyPostings)
  assert.ok(part.anyBitmap(slot) !== undefined && part.titleBitmap(slot) !== undefined)
  for (const key of ['', 'd', 'dan', 'dance', 'dancing', 'danced', 'mouse', 'mice', 'm', 'mi'])
    assert.deepEqual(part.matchCounts(key), expectedCounts(documents, key, vocabulary), key)
  for (const key of ['x', 'dancey', 'danc e', '\u0000']) assert.equal(part.matchCounts(key), undefined, key)
})

test('a part merges sources: the last one counts for an id, dead documents are dropped, uses are counted again', () => {
  const vocabulary = new Vocabulary()
  const older = someDocuments(500)
  const first = partOf(older, vocabulary)
  const replaced = older.slice(0, 50).map((document) => ({ ...document, title: 'replaced once', uses: 3 }))
  const delta = new Delta()
  for (const document of replaced) delta.append(document, vocabulary)
  const dead = older.slice(100, 200).map(({ id }) => id)
  for (const id of dead) first.kill(first.docOf(id))
  delta.kill(delta.docOf(replaced[7]!.id))
  first.kill(first.docOf(replaced[7]!.id))
  const uses = new Map(older.filter(({ id }) => id % 3 === 0).map(({ id }) => [id, id * 5]))
  const ids = Uint32Array.from([...uses.keys(), 4_000_000_000]).toSorted()
  const counted = { ids, uses: ids.map((id) => uses.get(id) ?? 9) }
  const merged = buildPart({ sources: [first, delta], vocabulary, uses: counted })
  const expected = [...replaced, ...older.slice(50)]
    .filter(({ id }) => !dead.includes(id) && id !== replaced[7]!.id)
    .map((document) => ({ ...document, uses: uses.get(document.id) ?? document.uses }))
  checkPart(merged, expected, vocabulary)
})

test('a dead document is not found by its id, and no longer counted; its counts are removed once', () => {
  const vocabulary = new Vocabulary()
  const documents = someDocuments(3000)
  const part = partOf(documents, vocabulary)
  const dying = documents.filter(({ id }) => id % 4 === 0)
  for (const { id } of dying) {
    const doc = part.docOf(id)
    part.kill(doc)
    part.kill(doc)
    assert.equal(part.docOf(id), -1)
  }
  assert.equal(part.deadCount, dying.length)
  const living = documents.filter(({ id }) => id % 4 !== 0)
  assert.equal(part.living, living.length)
  for (const key of ['', 'd', 'dance', 'dancing', 'm', 'mouse'])
    assert.deepEqual(part.matchCounts(key), expectedCounts(living, key, vocabulary), key)
  const same = new Part(part.memory, part.state)
  assert.equal(same.deadCount, dying.length)
  assert.deepEqual(same.matchCounts('dance'), part.matchCounts('dance'))
  checkPart(new Part(part.memory), documents, vocabulary)
})

test('a full vocabulary leaves tokens out, and keeps their neighbors apart', () => {
  const vocabulary = new Vocabulary(undefined, { maxTerms: 2 })
  const part = partOf(
    [documentOf({ id: 1, title: 'red big dog', tags: ['dog'] }), documentOf({ id: 2, title: 'dog red' })],
    vocabulary,
  )
  assert.equal(vocabulary.size, 2)
  assert.deepEqual(
    [...part.terms].map((term) => vocabulary.termOf(term)),
    ['red', 'big'],
  )
  assert.equal(part.frequencyOf(part.slotOf(vocabulary.idOf('red'))), 2)
})

test('the delta finds documents by term and by id, until they are dead', () => {
  const vocabulary = new Vocabulary()
  const delta = new Delta()
  const documents = someDocuments(700)
  for (const document of documents) delta.append(document, vocabulary)
  for (const { id } of documents.slice(0, 10)) delta.kill(delta.docOf(id))
  assert.equal(delta.living, 690)
  for (const [index, { id }] of documents.entries()) assert.equal(delta.docOf(id), index < 10 ? -1 : index)
  const dance = vocabulary.idOf('dance')
  const expected = documents.flatMap(({ title, tags }, doc) =>
    [title, ...tags].some((text) => text.split(' ').includes('dance')) ? [doc] : [],
  )
  assert.deepEqual(delta.docsOf(dance), expected)
  assert.deepEqual(delta.docsOf(1e6), [])
  assert.ok(hasBit(delta.dead, 0) && !hasBit(delta.dead, 10))
})

test('memory that is not a part of this format is refused with a reason', () => {
  const { memory } = partOf(someDocuments(10))
  const changed = (word: number, value: number) => {
    const copy = new SharedArrayBuffer(memory.byteLength)
    new Uint8Array(copy).set(new Uint8Array(memory))
    new Uint32Array(copy)[word] = value
    return copy
  }
  assert.throws(() => new Part(changed(0, 1)), /not a part/)
  assert.throws(() => new Part(changed(1, 99)), /format 99/)
  assert.throws(() => new Part(changed(3, 11)), /length/)
  assert.throws(() => new Part(memory.slice(0, memory.byteLength - 4)), /length/)
  assert.throws(() => new Part(new SharedArrayBuffer(8)), /too short/)
})

test('a document is found by the first 200 tokens of its title, 500 of its description and 16 of each tag', () => {
  const vocabulary = new Vocabulary()
  const words = (count: number, word: string) => Array.from({ length: count }, (_, at) => `${word}${at}`)
  const delta = new Delta()
  const tags = [words(20, 'tag').join(' '), '山'.repeat(50)]
  const texts = { title: words(300, 'title').join(' '), alt: words(600, 'alt').join(' ') }
  delta.append(documentOf({ id: 1, ...texts, tags }), vocabulary)
  assert.equal(
    readTokens(delta, 0, []),
    maxTitleTokens + 1 + maxAltTokens + 1 + maxTagTokens + 1 + maxTagTokens,
  )
  assert.notEqual(vocabulary.idOf('title199'), -1)
  assert.equal(vocabulary.idOf('title200'), -1)
  assert.notEqual(vocabulary.idOf('alt499'), -1)
  assert.equal(vocabulary.idOf('alt500'), -1)
  assert.equal(vocabulary.idOf('tag16'), -1)
})
