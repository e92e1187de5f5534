import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FoundIds } from '#src/catalogue/find-gifs.ts'
import { resultNote } from '#src/site/browse/front-page.ts'
import { linksFor, type Search } from '#src/site/kit/page/links.ts'
import type { SiteView } from '#src/site/kit/page/site-view.ts'
import { english } from '#src/site/messages/en/messages.ts'

const texts = english.browse.note
const view = { links: linksFor('http://localhost'), messages: english } as SiteView
const search: Search = {
  text: 'cockatto "<b>"',
  categoryCode: 'animals',
  includeNsfw: false,
  exactOnly: false,
  sort: 'popular',
  page: 3,
}

function noteOf(found: Partial<FoundIds>, asked: Partial<Search> = {}): string {
  const note = resultNote(view, { ...search, ...asked }, { match: 'exact', corrected: null, ...found })
  return String(note ?? '')
}

test('a corrected search links to exactly the typed words, from its first page', () => {
  const note = noteOf({ match: 'close', corrected: 'cockatoo "<b>"' })
  assert.ok(note.includes('q=cockatto+%22%3Cb%3E%22&amp;category=animals&amp;match=exact&amp;sort=popular"'))
  assert.ok(note.includes('Search instead for “cockatto &quot;&lt;b&gt;&quot;”'))
})

test('a search for exact matches is marked, and links to the close ones', () => {
  const note = noteOf({}, { exactOnly: true })
  assert.ok(note.includes(texts.exactOnly) && note.includes(texts.includeClose))
  assert.ok(!note.includes('match=exact'))
})

test('results that match most of the words are marked; exact ones, and close ones of the same words, are not', () => {
  assert.ok(noteOf({ match: 'partial' }).includes(texts.partial))
  assert.equal(noteOf({}), '')
  assert.equal(noteOf({ match: 'close' }), '')
})
