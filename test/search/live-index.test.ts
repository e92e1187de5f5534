import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import { LiveIndex } from '#src/search/live-index.ts'
import { hasBit } from '#src/search/part/forward-index.ts'
import type { SearchDocument } from '#src/search/search-index.ts'
import { buildIndex } from '#src/search/upkeep/build-index.ts'
import { createEmptyIndex } from '#src/search/upkeep/index-image.ts'
import { JobThread } from '#src/search/upkeep/job-thread.ts'
import { type IndexJob, type JobResult, runJob } from '#src/search/upkeep/jobs.ts'
import { readIndex } from '#src/search/upkeep/read-index.ts'
import type { JobLane } from '#src/search/upkeep/upkeep.ts'
import { checkIndex } from '#test/search/support/check-index.ts'
import { documentOf, someDocuments } from '#test/search/part/some-documents.ts'
import { randomRuns } from '../support/full-run.ts'

const find = (index: LiveIndex, text: string) =>
  index.search({
    text,
    filter: { categoryId: null, ratingClasses: 0xff, hasAlpha: null, shape: null },
    exactOnly: true,
    sort: 'relevance',
    start: 0,
    limit: 10,
  })

/** Does all due jobs. */
function doJobs(index: LiveIndex): void {
  for (const lane of ['quick', 'heavy'] as const)
    for (let job = index.nextJob(lane); job !== undefined; job = index.nextJob(lane))
      index.apply(job, runJob(job))
}

test('a document is found from its put on, replaced by the next with its id, and gone when removed', async () => {
  const index = new LiveIndex(createEmptyIndex())
  index.put(documentOf({ id: 7, title: 'red frog' }))
  assert.deepEqual((await find(index, 'frog')).ids, [7])
  index.put(documentOf({ id: 7, title: 'blue bird' }))
  assert.deepEqual((await find(index, 'frog')).ids, [])
  assert.deepEqual((await find(index, 'bird')).ids, [7])
  assert.equal(index.remove(7), true)
  assert.equal(index.remove(7), false)
  assert.deepEqual((await find(index, 'bird')).ids, [])
})

test('GIFs are found by the names of their categories, and by the new ones after a change', async () => {
  const index = new LiveIndex(createEmptyIndex())
  index.put(documentOf({ id: 1, title: 'frog', categoryId: 3 }))
  index.setCategories([{ id: 3, name: 'Wild animals' }])
  assert.deepEqual((await find(index, 'animals')).ids, [1])
  index.setCategories([{ id: 3, name: 'Pets' }])
  assert.deepEqual((await find(index, 'animals')).ids, [])
  assert.deepEqual((await find(index, 'pets')).ids, [1])
})

type Action =
  | { do: 'put'; first: number; count: number; seed: number }
  | { do: 'remove'; first: number; count: number }
  | { do: 'start'; lane: JobLane }
  | { do: 'finish' | 'fail'; which: number }
  | { do: 'freeze' }

const ids = { first: fc.nat({ max: 400 }), count: fc.nat({ max: 300 }) }
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('put' as const), seed: fc.nat({ max: 5 }), ...ids }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), ...ids }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('start' as const),
      lane: fc.constantFrom('quick' as const, 'heavy' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('finish' as const, 'fail' as const),
      which: fc.nat({ max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'freeze' as const }) },
)

test('puts, removals, flushes and merges in any order keep exactly the documents, including changes in progress', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 10, maxLength: 60 }), (actions) => {
      const index = new LiveIndex(createEmptyIndex(), { folder: 'unused' })
      const documents = new Map<number, SearchDocument>()
      const underWay: { job: IndexJob; result: JobResult }[] = []
      for (const step of actions) {
        if (step.do === 'put') {
          for (const document of someDocuments(step.count, step.first + 1)) {
            const changed = { ...document, title: `${document.title} seed${step.seed}` }
            documents.set(changed.id, changed)
            index.put(changed)
          }
        } else if (step.do === 'remove') {
          for (let id = step.first; id < step.first + step.count; id += 1)
            assert.equal(index.remove(id), documents.delete(id))
        } else if (step.do === 'freeze') {
          index.startCheckpoint({ epoch: '', version: 0 })
        } else if (step.do === 'start') {
          const job = index.nextJob(step.lane)
          if (job === undefined) continue
          if (job.kind === 'save') index.abandon(job)
          else underWay.push({ job, result: runJob(job) })
        } else {
          const [ended] = underWay.splice(step.which, 1)
          if (ended === undefined) continue
          if (step.do === 'finish') index.apply(ended.job, ended.result)
          else index.abandon(ended.job)
        }
      }
      checkIndex(index, [...documents.values()])
      for (const { job, result } of underWay) index.apply(job, result)
      checkIndex(index, [...documents.values()])
    }),
    randomRuns(40, 12),
  )
})

test('deltas become parts, parts of one size become one, and dead documents are dropped', () => {
  const index = new LiveIndex(createEmptyIndex())
  const documents = someDocuments(20_000)
  for (const [at, document] of documents.entries()) {
    index.put(document)
    if (at % 1000 === 999) doJobs(index)
  }
  doJobs(index)
  const { parts, deltaDocuments, dead } = index.status()
  assert.ok(parts <= 6, `${parts} parts`)
  assert.ok(deltaDocuments < 1024)
  assert.equal(dead, 0)
  for (const { id } of documents) if (id % 2 === 0) index.remove(id)
  assert.equal(index.status().dead, 10_000)
  doJobs(index)
  assert.ok(index.status().dead < 500)
  const rest = documents.filter(({ id }) => id % 2 === 1)
  checkIndex(index, rest)
  for (const { id } of rest) index.remove(id)
  doJobs(index)
  assert.deepEqual([index.status().parts, index.status().documents], [0, 0])
})

test("a part is reranked with today's uses when much of it was used", () => {
  const index = new LiveIndex(createEmptyIndex())
  const documents = someDocuments(3000)
  for (const document of documents) index.put(document)
  doJobs(index)
  for (let count = 0; count < 2000; count += 1) index.noteUse(1)
  const job = index.nextJob('heavy')
  assert.ok(job?.kind === 'merge')
  assert.deepEqual([job.firstId, job.lastId], [1, 2048])
  job.uses = { ids: Uint32Array.of(1), uses: Uint32Array.of(5000) }
  index.apply(job, runJob(job))
  const [part] = index.view.parts
  assert.deepEqual([part?.ids[0], part?.uses[0]], [1, 5000])
  assert.equal(index.nextJob('heavy'), undefined)
})

test('the vocabulary moves new terms into its base, and documents stay found', async () => {
  const index = new LiveIndex(createEmptyIndex())
  for (let id = 1; id <= 1500; id += 1) index.put(documentOf({ id, title: `word${id}` }))
  doJobs(index)
  assert.ok(index.view.vocabulary.sorted.length >= 1024)
  assert.equal((await find(index, 'word77')).ids[0], 77)
  assert.deepEqual((await find(index, 'word1500')).ids, [1500])
})

test('an index is built from batches in bounded parts, and continues from there', async () => {
  const documents = someDocuments(3000)
  const batches = [documents.slice(0, 10), [], documents.slice(10, 1500), documents.slice(1500)]
  const index = new LiveIndex(await buildIndex(batches, { expectedDocuments: 3000 }))
  checkIndex(index, documents)
  const changed = documents.map((document) =>
    document.id % 3 === 0 ? { ...document, title: 'new title' } : document,
  )
  for (const document of changed) if (document.id % 3 === 0) index.put(document)
  checkIndex(index, changed)
  doJobs(index)
  checkIndex(index, changed)
  assert.equal((await find(index, 'title')).total, 1000)
})

test('threads do the jobs: their results count, an error fails only the job', async () => {
  const threads = { quick: new JobThread(), heavy: new JobThread() }
  try {
    const index = new LiveIndex(createEmptyIndex())
    const documents = someDocuments(8000)
    for (const document of documents) {
      index.put(document)
      if (document.id % 1024 !== 0) continue
      const job = index.nextJob('quick')
      assert.ok(job !== undefined)
      const result = threads.quick.run(job)
      // It dies while the thread is working.
      index.remove(document.id - 5)
      index.apply(job, await result)
    }
    const merge = index.nextJob('heavy')
    assert.ok(merge?.kind === 'vocabulary' || merge?.kind === 'merge')
    const broken = { kind: 'merge', sources: [], vocabulary: undefined } as unknown as IndexJob
    await assert.rejects(threads.heavy.run(broken))
    index.apply(merge, await threads.heavy.run(merge))
    const living = documents.filter(({ id }) => (id + 5) % 1024 !== 0 || id + 5 > 8000)
    checkIndex(index, living)
    const cut = threads.heavy.run(merge)
    await nextTurn()
    await threads.heavy.close()
    await assert.rejects(cut, /ended/)
  } finally {
    await Promise.all([threads.quick.close(), threads.heavy.close()])
  }
})

test('running queries keep the view with which they began', () => {
  const index = new LiveIndex(createEmptyIndex())
  for (const document of someDocuments(100)) index.put(document)
  const { view } = index
  index.startCheckpoint({ epoch: '', version: 1 })
  assert.equal(view.deltas.length, 1)
  assert.equal(view.deltas[0]?.size, 100)
  index.remove(5)
  assert.ok(hasBit(view.deltas[0].dead, 4))
})

test('the words of safe documents are completed, also after saving; those of others are not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gifwright-index-'))
  try {
    const options = { folder, safeRatingClasses: 0b1 }
    const image = await buildIndex(
      [[documentOf({ id: 1, title: 'dancing frog', alt: 'an unseen newt', tags: ['lily pad'] })]],
      {
        expectedDocuments: 1,
        safeRatingClasses: 0b1,
      },
    )
    let index = new LiveIndex(image, options)
    const texts = (typed: string) => index.complete(typed, 5).map(({ text }) => text)
    const check = (round: string) => {
      assert.ok(texts('lil').includes('lily pad') && texts('lio').includes('lion cub'), round)
      assert.deepEqual(texts('secre'), [], round)
      assert.deepEqual(texts('unsee'), [], 'no word of a description is suggested')
      assert.deepEqual(texts('removed'), [], round)
      assert.deepEqual(index.closestWords('froog', 3), ['frog'], round)
    }
    index.put(documentOf({ id: 2, title: 'roaring', tags: ['lion cub'] }))
    index.put(documentOf({ id: 3, title: 'secret', ratingClass: 4 }))
    index.put(documentOf({ id: 4, title: 'removed' }))
    index.remove(4)
    check('at once')
    index.startCheckpoint({ epoch: 'e', version: 1 })
    doJobs(index)
    check('after saving')
    const stored = readIndex(folder)
    assert.ok('index' in stored)
    index = new LiveIndex(stored.index, options)
    check('read back')
    index.remove(2)
    assert.ok(!texts('lio').includes('lion cub'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('related GIFs are found', () => {
  const index = new LiveIndex(createEmptyIndex())
  for (const [id, title] of ['red dancing frog', 'dancing frog at night', 'a car', 'a house'].entries())
    index.put(documentOf({ id: id + 1, title }))
  const filter = { categoryId: null, ratingClasses: 0xff, hasAlpha: null, shape: null }
  assert.equal(index.related(1, filter, 3)[0], 2)
})

test('a thread without a job ends, and starts again for the next one', async () => {
  const thread = new JobThread({ idleMs: 1 })
  try {
    for (let round = 0; round < 2; round += 1) {
      const index = new LiveIndex(createEmptyIndex())
      for (const document of someDocuments(1024)) index.put(document)
      const job = index.nextJob('quick')
      assert.ok(job !== undefined)
      index.apply(job, await thread.run(job))
      while (thread.isRunning) await delay(5)
    }
  } finally {
    await thread.close()
  }
})

test('synonyms join words, and new ones do after a change', async () => {
  const index = new LiveIndex(createEmptyIndex(), { synonyms: [['zorp', 'frog']] })
  index.put(documentOf({ id: 1, title: 'red frog' }))
  const close = (text: string) =>
    index.search({
      text,
      filter: { categoryId: null, ratingClasses: 0xff, hasAlpha: null, shape: null },
      exactOnly: false,
      sort: 'relevance',
      start: 0,
      limit: 10,
    })
  assert.deepEqual((await close('zorp')).ids, [1])
  index.setSynonyms([['blix', 'frog']])
  assert.deepEqual((await close('zorp')).ids, [])
  assert.deepEqual((await close('blix')).ids, [1])
})
