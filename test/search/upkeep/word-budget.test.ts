import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { LiveIndex, type LiveIndexOptions } from '#src/search/live-index.ts'
import type { SearchDocument } from '#src/search/search-index.ts'
import { buildIndex } from '#src/search/upkeep/build-index.ts'
import { createEmptyIndex } from '#src/search/upkeep/index-image.ts'
import { runJob } from '#src/search/upkeep/jobs.ts'
import { readIndex } from '#src/search/upkeep/read-index.ts'
import { foldVocabulary } from '#src/search/vocabulary/vocabulary.ts'
import { documentOf, someDocuments } from '#test/search/part/some-documents.ts'
import { checkIndex } from '#test/search/support/check-index.ts'
import { randomRuns } from '../../support/full-run.ts'

const dayMs = 86_400_000
const [anna, ben] = [1, 2]

const everything = { categoryId: null, ratingClasses: 0xff, hasAlpha: null, shape: null }
const ask = { filter: everything, sort: 'newest', start: 0, limit: 100 } as const

const find = (index: LiveIndex, text: string, exactOnly = true) => index.search({ ...ask, text, exactOnly })
const idsOf = async (index: LiveIndex, text: string) => (await find(index, text)).ids

function doJobs(index: LiveIndex): void {
  for (const lane of ['quick', 'heavy'] as const)
    for (let job = index.nextJob(lane); job !== undefined; job = index.nextJob(lane))
      index.apply(job, runJob(job))
}

/** Puts the due documents again, like the index keeper. Returns their number. */
function putDue(index: LiveIndex, documents: ReadonlyMap<number, SearchDocument>): number {
  let count = 0
  for (let ids = index.dueDocuments(3); ids.length > 0; ids = index.dueDocuments(3)) {
    for (const id of ids) index.put(documents.get(id)!)
    count += ids.length
  }
  return count
}

/** Opens an index of known documents, with a manually set clock. */
function openIndex(options: LiveIndexOptions & { perDay: number }, image = createEmptyIndex()) {
  const time = { ms: 20_000 * dayMs }
  const newWords = { perDay: options.perDay, now: () => time.ms }
  const index = new LiveIndex(image, { safeRatingClasses: 1, ...options, newWords })
  const documents = new Map<number, SearchDocument>()
  const put = (document: SearchDocument) => {
    documents.set(document.id, document)
    index.put(document)
  }
  return { index, time, documents, put, newWords }
}

/** The number of the last word, which makes each call's words unique. */
let lastWord = 0
const newWordsOf = (count: number) =>
  Array.from({ length: count }, () => `word${(lastWord += 1)}end`).join(' ')

test('one account that keeps changing its GIFs takes no room from the words of others, and no others are offered', async () => {
  const { index, put } = openIndex({ perDay: 1_000_000, maxTerms: 3000 })
  for (let id = 100; id < 200; id += 1) put(documentOf({ id, title: `honest word${id}`, contributor: id }))
  let last = ''
  for (let edit = 0; edit < 400; edit += 1) {
    last = newWordsOf(30)
    put(documentOf({ id: 1 + (edit % 8), title: last, contributor: anna }))
    doJobs(index)
  }
  put(documentOf({ id: 300, title: 'zyzzyva', contributor: ben }))
  assert.deepEqual(await idsOf(index, 'zyzzyva'), [300])
  const status = index.status()
  assert.ok(status.terms < 1600 && !status.isVocabularyFull, `${status.terms} words`)
  assert.deepEqual(await idsOf(index, 'word150'), [150])
  const gone = last.split(' ')[0]!.replace(/\d+/, (number) => String(Number(number) - 5000))
  assert.equal(index.view.vocabulary.idOf(gone), -1)
  assert.deepEqual(index.closestWords(gone.slice(0, -1), 5), [])
  assert.equal((await find(index, gone, false)).total, 0)
})

test('words over the budget of a day are found the next day, those of other accounts immediately, and the GIF by its others', async () => {
  const { index, time, put, documents } = openIndex({ perDay: 50 })
  put(documentOf({ id: 1, title: 'cat frog', contributor: anna }))
  put(documentOf({ id: 2, title: newWordsOf(47), contributor: anna }))
  put(documentOf({ id: 3, title: 'first second cat', tags: ['third'], contributor: anna }))
  put(documentOf({ id: 4, title: 'fourth cat', contributor: ben }))
  assert.deepEqual(await idsOf(index, 'first'), [3], 'the fiftieth')
  assert.deepEqual([await idsOf(index, 'second'), await idsOf(index, 'third')], [[], []])
  assert.deepEqual(await idsOf(index, 'fourth'), [4])
  assert.deepEqual(await idsOf(index, 'cat'), [4, 3, 1])
  assert.ok(index.complete('thi', 5).every(({ text }) => !text.startsWith('third')))
  put(documentOf({ id: 5, title: 'fourth frog', contributor: anna }))
  put(documentOf({ id: 6, title: 'sixth' }))
  assert.deepEqual([await idsOf(index, 'fourth'), await idsOf(index, 'sixth')], [[5, 4], [6]])
  assert.deepEqual([index.status().deferred, putDue(index, documents)], [1, 0])

  time.ms += dayMs
  assert.equal(putDue(index, documents), 1)
  assert.deepEqual([await idsOf(index, 'second'), await idsOf(index, 'third')], [[3], [3]])
  assert.deepEqual([index.status().deferred, putDue(index, documents)], [0, 0])
})

test('words over the budget of several days are indexed a part each day; changed or removed ones are not', async () => {
  const { index, time, put, documents } = openIndex({ perDay: 10 })
  for (let id = 1; id <= 5; id += 1) put(documentOf({ id, title: newWordsOf(8), contributor: anna }))
  put(documentOf({ id: 6, title: 'late', contributor: anna }))
  assert.equal(index.status().deferred, 5)
  put(documentOf({ id: 6, title: '', contributor: anna }))
  index.remove(5)
  assert.equal(index.status().deferred, 3)
  const left = []
  for (let day = 1; day <= 3; day += 1) {
    time.ms += dayMs
    putDue(index, documents)
    left.push(index.status().deferred)
  }
  assert.deepEqual(left, [2, 1, 0])
  const words = [...documents.values()].filter(({ id }) => id < 5).flatMap(({ title }) => title.split(' '))
  for (const word of words) assert.equal((await idsOf(index, word)).length, 1)
})

test('the less room is left, the fewer words one account may add: many accounts do not fill it', async () => {
  const { index, put } = openIndex({ perDay: 1000, maxTerms: 10_000 })
  const added = []
  for (let account = 1; account <= 100; account += 1) {
    const before = index.status().terms
    put(documentOf({ id: account, title: newWordsOf(200), tags: [newWordsOf(16)], contributor: account }))
    added.push(index.status().terms - before)
    doJobs(index)
  }
  assert.deepEqual([added[0], added.at(-1)], [200, 27])
  assert.ok(!index.status().isVocabularyFull)
  put(documentOf({ id: 999, title: 'zyzzyva', contributor: 999 }))
  assert.deepEqual(await idsOf(index, 'zyzzyva'), [999])
})

test('words refused for lack of room are indexed once others are forgotten', async () => {
  const { index, put, documents } = openIndex({ perDay: 1000, maxTerms: 500 })
  for (let id = 1; id <= 10; id += 1) put(documentOf({ id, title: newWordsOf(50) }))
  put(documentOf({ id: 11, title: 'zyzzyva', contributor: ben }))
  assert.deepEqual(await idsOf(index, 'zyzzyva'), [])
  assert.ok(index.status().isVocabularyFull)
  for (let id = 1; id <= 3; id += 1) index.remove(id)
  assert.equal(putDue(index, documents), 0)
  doJobs(index)
  assert.ok(!index.status().isVocabularyFull)
  assert.equal(putDue(index, documents), 1)
  assert.deepEqual(await idsOf(index, 'zyzzyva'), [11])
})

test('a restart forgets neither the usage of the day nor the deferred words', async (t) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'gifwright-words-')), 'search')
  t.after(() => rmSync(join(folder, '..'), { recursive: true }))
  const { index, time, put, documents, newWords } = openIndex({ perDay: 10, folder })
  put(documentOf({ id: 1, title: newWordsOf(8), contributor: anna }))
  put(documentOf({ id: 2, title: 'one two three', contributor: anna }))
  index.startCheckpoint({ epoch: 'e', version: 1 })
  doJobs(index)
  const stored = readIndex(folder)
  assert.ok('index' in stored, JSON.stringify(stored))
  const loaded = new LiveIndex(stored.index, { folder, newWords })
  assert.deepEqual([loaded.status().deferred, loaded.dueDocuments(9)], [1, []])
  loaded.put(documentOf({ id: 3, title: 'four', contributor: anna }))
  assert.deepEqual([await idsOf(loaded, 'two'), await idsOf(loaded, 'four')], [[2], []])
  documents.set(3, documentOf({ id: 3, title: 'four', contributor: anna }))
  time.ms += dayMs
  putDue(loaded, documents)
  assert.deepEqual([await idsOf(loaded, 'three'), await idsOf(loaded, 'four')], [[2], [3]])
})

test('an index built from all documents has no daily budget, and one account does not fill it', async () => {
  const documents = Array.from({ length: 100 }, (_, at) =>
    documentOf({ id: at + 1, title: newWordsOf(50), contributor: anna }),
  )
  documents.push(documentOf({ id: 200, title: 'zyzzyva', contributor: ben }))
  const options = { expectedDocuments: documents.length, maxTerms: 2000 }
  const { index, ...kept } = openIndex({ perDay: 10, ...options }, await buildIndex([documents], options))
  assert.deepEqual(await idsOf(index, 'zyzzyva'), [200])
  const { terms, deferred } = index.status()
  assert.deepEqual([terms, deferred], [401, 92])
  for (const document of documents) kept.documents.set(document.id, document)
  putDue(index, kept.documents)
  assert.equal(index.status().terms, 411)

  const other = openIndex({ perDay: 10, maxTerms: 2000 }).index
  for (const document of documents) other.put(document, 'build')
  assert.equal(other.status().terms, 401, 'the same without a thread')
})

test('an index with changing words finds the same as one built from the same documents', async () => {
  const step = fc.record({
    first: fc.nat({ max: 300 }),
    count: fc.nat({ max: 120 }),
    seed: fc.nat({ max: 40 }),
    isRemoved: fc.boolean(),
    isFolded: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
      const index = new LiveIndex(createEmptyIndex(), { safeRatingClasses: 0xff, maxTerms: 4000 })
      index.setCategories([{ id: 1, name: 'Wild animals' }])
      const documents = new Map<number, SearchDocument>()
      for (const { first, count, seed, isRemoved, isFolded } of steps) {
        for (const document of someDocuments(count, first + 1)) {
          if (isRemoved) {
            index.remove(document.id)
            documents.delete(document.id)
            continue
          }
          // No other seed has most of its words.
          const title = `${document.title} ${document.id * 41 + seed}n seed${seed}s`
          documents.set(document.id, { ...document, title })
          index.put({ ...document, title })
        }
        if (!isFolded) continue
        doJobs(index)
        const { vocabulary } = index.view
        if (vocabulary.forgettable === 0) continue
        vocabulary.replaceBase(foldVocabulary(vocabulary.snapshot()))
      }
      const living = [...documents.values()].toSorted((a, b) => a.id - b.id)
      checkIndex(index, living)
      const options = { expectedDocuments: living.length, safeRatingClasses: 0xff }
      const built = new LiveIndex(await buildIndex([living], options), { safeRatingClasses: 0xff })
      built.setCategories([{ id: 1, name: 'Wild animals' }])
      const texts = [
        'dance',
        'danc',
        'seed3s',
        'sede3s',
        'animals',
        'wild frog',
        'mice',
        '東',
        'rare1',
        '41n',
      ]
      for (const text of [...texts, ...living.slice(0, 3).map(({ title }) => title)]) {
        const [mine, fresh] = await Promise.all([find(index, text, false), find(built, text, false)])
        assert.deepEqual(mine, fresh, text)
      }
      for (const text of ['s', 'd', '4', 'ra', 'seed']) {
        for (const { text: offered, uses } of index.complete(text, 5))
          assert.ok(uses > 0 && (await find(built, offered)).total > 0, offered)
      }
    }),
    randomRuns(15),
  )
})

test('an unsaved index offers new words, however many GIFs one account has', () => {
  const { index, put } = openIndex({ perDay: 1_000_000 })
  for (let id = 1; id <= 299; id += 1) put(documentOf({ id, title: newWordsOf(40), contributor: anna }))
  index.startCompletions()
  doJobs(index)
  put(documentOf({ id: 300, title: 'quixotry', contributor: ben }))
  assert.deepEqual(
    index.complete('quix', 1).map(({ text }) => text),
    ['quixotry'],
  )
})
