import assert from 'node:assert/strict'
import type { LiveIndex } from '#src/search/live-index.ts'
import { hasBit } from '#src/search/part/forward-index.ts'
import type { SearchDocument } from '#src/search/search-index.ts'
import { expectedCounts, readBack, storedTokens } from '#test/search/part/check-part.ts'

/** Asserts that the parts and deltas of an index have exactly these documents, and count them correctly. */
export function checkIndex(index: LiveIndex, documents: readonly SearchDocument[]): void {
  const { parts, deltas, vocabulary } = index.view
  const expected = new Map(documents.map((document) => [document.id, document]))
  const found = new Set<number>()
  for (const segment of [...parts, ...deltas]) {
    const here: SearchDocument[] = []
    for (let doc = 0; doc < segment.size; doc += 1) {
      if (hasBit(segment.dead, doc)) continue
      const id = segment.ids[doc]!
      const document = expected.get(id)
      assert.ok(document !== undefined && !found.has(id), `GIF ${id}`)
      found.add(id)
      here.push(document)
      assert.equal(segment.docOf(id), doc)
      assert.equal(segment.categories[doc], document.categoryId)
      assert.equal(segment.facets[doc]! & 7, document.ratingClass)
      assert.deepEqual(readBack(segment, doc, vocabulary), storedTokens(document))
    }
    assert.equal(segment.living, here.length)
    if ('matchCounts' in segment)
      for (const key of ['', 'd', 'dan', 'dance', 'dancing', 'm', 'mouse', 'r', 're', 'red', 'leaves', 'ran'])
        assert.deepEqual(
          segment.matchCounts(key) ?? expectedCounts(here, key, vocabulary),
          expectedCounts(here, key, vocabulary),
        )
  }
  assert.equal(found.size, expected.size)
  assert.equal(index.status().documents, expected.size)
  const frequencies = new Uint32Array(vocabulary.size)
  for (const document of documents)
    for (const token of new Set(storedTokens(document)))
      if (token !== null) frequencies[vocabulary.idOf(token)]! += 1
  assert.deepEqual(
    Uint32Array.from(frequencies, (_, term) => vocabulary.frequency(term)),
    frequencies,
  )
}
