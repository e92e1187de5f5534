import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LiveIndex } from '#src/search/live-index.ts'
import { buildIndex } from '#src/search/upkeep/build-index.ts'
import { JobThread } from '#src/search/upkeep/job-thread.ts'
import { runJob } from '#src/search/upkeep/jobs.ts'
import { readIndex } from '#src/search/upkeep/read-index.ts'
import { checkIndex } from '#test/search/support/check-index.ts'
import { isFullRun } from '#test/support/full-run.ts'
import { documentOf, someDocuments } from '#test/search/part/some-documents.ts'

const folders: string[] = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })))
function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gifwright-index-'))
  folders.push(folder)
  return join(folder, 'search')
}

/** Saves an index unchanged. */
function save(index: LiveIndex, version: number): void {
  index.startCheckpoint({ epoch: 'e', version })
  for (let job = index.nextJob('quick'); job !== undefined; job = index.nextJob('quick'))
    index.apply(job, runJob(job))
  assert.deepEqual(index.status().saved, { epoch: 'e', version })
}

function read(folder: string): { index: LiveIndex; version: number } {
  const stored = readIndex(folder)
  assert.ok('index' in stored, 'reason' in stored ? stored.reason : '')
  assert.equal(stored.epoch, 'e')
  return { index: new LiveIndex(stored.index, { folder }), version: stored.version }
}

async function builtIndex(folder: string, documents = someDocuments(3000)): Promise<LiveIndex> {
  return new LiveIndex(await buildIndex([documents], { expectedDocuments: 3000 }), { folder })
}

test('an index survives repeated saving and loading: documents, deaths, new terms, counts', async () => {
  const folder = makeFolder()
  let documents = someDocuments(3000)
  let index = await builtIndex(folder, documents)
  save(index, 1)
  for (let round = 2; round < 6; round += 1) {
    const loaded = read(folder)
    assert.equal(loaded.version, round - 1)
    index = loaded.index
    checkIndex(index, documents)
    const added = someDocuments(600, 3000 + round * 300).map((document) => ({
      ...document,
      title: `round${round}`,
    }))
    const gone = documents.filter(({ id }) => id % 17 === round)
    for (const { id } of gone) index.remove(id)
    for (const document of added) index.put(document)
    const changed = new Map(
      documents.filter((document) => !gone.includes(document)).map((document) => [document.id, document]),
    )
    for (const document of added) changed.set(document.id, document)
    documents = [...changed.values()]
    save(index, round)
  }
  checkIndex(read(folder).index, documents)
})

test('saving writes only new data, and removes files no longer part of the index', async () => {
  const folder = makeFolder()
  const index = await builtIndex(folder)
  save(index, 1)
  const before = readdirSync(folder)
  assert.equal(before.length, 5)
  writeFileSync(join(folder, 'part-of-a-killed-process'), '')
  index.put(documentOf({ id: 9000, title: 'frog' }))
  save(index, 2)
  const now = readdirSync(folder)
  assert.equal(now.length, 6)
  for (const kind of ['vocabulary', 'manifest'])
    assert.equal(
      now.find((name) => name.startsWith(kind)),
      before.find((name) => name.startsWith(kind)),
    )
  const part = before.find((name) => name.startsWith('part'))
  assert.ok(now.includes(part ?? ''))
})

test('a failed save leaves the last index and nothing else behind, and the next one works', async () => {
  const folder = makeFolder()
  const index = await builtIndex(folder)
  for (const version of [1, 2]) {
    index.put(documentOf({ id: 9000 + version, title: 'frog' }))
    const obstacle = join(folder, 'manifest.json.new')
    mkdirSync(obstacle, { recursive: true })
    const before = readdirSync(folder)
    index.startCheckpoint({ epoch: 'e', version })
    const failed: string[] = []
    for (let job = index.nextJob('quick'); job !== undefined; job = index.nextJob('quick')) {
      try {
        index.apply(job, runJob(job))
      } catch {
        failed.push(job.kind)
        index.abandon(job)
      }
    }
    assert.deepEqual(failed, ['save'])
    assert.deepEqual(readdirSync(folder), before)
    rmSync(obstacle, { recursive: true })
    save(index, version)
    checkIndex(read(folder).index, [
      ...someDocuments(3000),
      ...[1, 2].slice(0, version).map((one) => documentOf({ id: 9000 + one, title: 'frog' })),
    ])
  }
})

test('an index is read while another process saves it: the last one or the next', async (t) => {
  const folder = makeFolder()
  const index = await builtIndex(folder, someDocuments(100))
  save(index, 1)
  const thread = new JobThread()
  t.after(() => thread.close())
  let reads = 0
  for (let version = 2; version < 40; version += 1) {
    index.put(documentOf({ id: 9000 + version, title: 'frog' }))
    index.startCheckpoint({ epoch: 'e', version })
    for (let job = index.nextJob('quick'); job !== undefined; job = index.nextJob('quick')) {
      const progress = { isDone: false }
      const result = thread.run(job).finally(() => (progress.isDone = true))
      while (!progress.isDone) {
        const stored = readIndex(folder)
        assert.ok('version' in stored && stored.version >= version - 1, JSON.stringify(stored))
        reads += 1
        await nextTurn()
      }
      index.apply(job, await result)
    }
  }
  assert.ok(reads > 100)
})

test('a damaged, shortened, missing or foreign file of an index is detected, whichever byte it is', async () => {
  const folder = makeFolder()
  save(await builtIndex(folder, someDocuments(30)), 1)
  const index = read(folder).index
  index.remove(3)
  index.put(documentOf({ id: 99, title: 'newword' }))
  save(index, 2)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    const whole = readFileSync(path)
    const reasonWith = (bytes: Uint8Array): string => {
      writeFileSync(path, bytes)
      const stored = readIndex(folder)
      assert.ok('reason' in stored && stored.reason !== '', `${name} is read`)
      return stored.reason
    }
    const step = Math.max(1, Math.floor(whole.length / (isFullRun ? 100 : 25)))
    for (let at = 0; at < whole.length; at += step) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1 << (at % 8)
      reasonWith(damaged)
      reasonWith(whole.subarray(0, at))
    }
    reasonWith(Buffer.concat([whole, Buffer.of(32)]))
    rmSync(path)
    assert.ok('reason' in readIndex(folder))
    writeFileSync(path, whole)
  }
  assert.equal(read(folder).version, 2)
  assert.ok('reason' in readIndex(join(folder, 'nowhere')))
})

test('a manifest of another format or Unicode version is refused with that reason', async () => {
  const folder = makeFolder()
  save(await builtIndex(folder, someDocuments(5)), 1)
  const path = join(folder, 'manifest.json')
  const text = readFileSync(path, 'utf8')
  for (const [from, to, reason] of [
    ['"format":3', '"format":4', /format 4/],
    [/"unicode":"[\d.]+"/, '"unicode":"1.0"', /Unicode/],
    ['"version":1', '"version":7', /damaged/],
  ] as const) {
    writeFileSync(path, text.replace(from, to))
    const stored = readIndex(folder)
    assert.match('reason' in stored ? stored.reason : '', reason)
  }
})

test('files left incomplete by a killed process are not read, and are removed by the next save', async () => {
  const folder = makeFolder()
  const index = await builtIndex(folder, someDocuments(50))
  save(index, 1)
  writeFileSync(join(folder, 'part-new'), 'half')
  writeFileSync(join(folder, 'manifest.json.new'), '{"format"')
  checkIndex(read(folder).index, someDocuments(50))
  save(index, 2)
  assert.equal(readdirSync(folder).length, 5)
})

test('a removed file is written again by the next save', async () => {
  const folder = makeFolder()
  const index = await builtIndex(folder, someDocuments(50))
  save(index, 1)
  for (const name of readdirSync(folder))
    if (name !== 'manifest.json') renameSync(join(folder, name), `${folder}-${name}`)
  save(index, 2)
  checkIndex(read(folder).index, someDocuments(50))
})
