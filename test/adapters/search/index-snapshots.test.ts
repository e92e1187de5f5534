import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { logGifs, renewEpoch } from '#src/adapters/db/shared/catalogue/change-log.ts'
import { IndexKeeper } from '#src/adapters/search/index-keeper.ts'
import { IndexSnapshots, type IndexSnapshotsDeps } from '#src/adapters/search/index-snapshots.ts'
import { writeSnapshotList } from '#src/adapters/search/snapshot-list.ts'
import { searchFilter } from '#src/catalogue/search-filter.ts'
import type { Elections } from '#src/cluster/elections.ts'
import { createLog } from '#src/lib/log/log.ts'
import { storeKey } from '#src/media/media-store.ts'
import { LiveIndex } from '#src/search/live-index.ts'
import { buildIndex } from '#src/search/upkeep/build-index.ts'
import { runJob } from '#src/search/upkeep/jobs.ts'
import { readIndex } from '#src/search/upkeep/read-index.ts'
import { checkIndex } from '#test/search/support/check-index.ts'
import { documentOf, someDocuments } from '#test/search/part/some-documents.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { publishGif } from '../../support/stores/gifs.ts'
import { openTestStores, type TestStores } from '../../support/stores/stores.ts'
import { until } from '../../support/until.ts'
import { fakeBuilder, fakeSaveLock } from '../../support/stores/search-builder.ts'

const hourMs = 3_600_000
const documents = someDocuments(300, 1000)

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'gifwright-snapshots-'))
  cleanUp(t, () => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A machine with a folder of its own, using the instance's database and store. */
async function machine(t: TestContext, stores: TestStores, given: Partial<IndexSnapshotsDeps> = {}) {
  const data = await makeFolder(t)
  const folder = join(data, 'search')
  const time = { ms: Date.now() }
  const snapshots = new IndexSnapshots({
    mediaStore: stores.mediaStore,
    folder,
    temporary: join(data, 'tmp'),
    changeLog: stores.changeLog,
    elections: stores.elections,
    secret: stores.secret,
    clock: { now: () => time.ms },
    log: createLog('silent', 2),
    ...given,
  })
  cleanUp(t, () => snapshots.stop())
  const index = new LiveIndex(await buildIndex([documents], { expectedDocuments: 300 }), { folder })
  return {
    snapshots,
    folder,
    time,
    index,
    /** Saves the index as complete, with every change. */
    async save(): Promise<void> {
      const { version } = await stores.changeLog.position()
      index.startCheckpoint({ epoch: await stores.changeLog.historyAt(version), version })
      for (let job = index.nextJob('quick'); job !== undefined; job = index.nextJob('quick'))
        index.apply(job, runJob(job))
    },
  }
}

const change = (stores: TestStores, count: number) =>
  stores.db.transaction().execute((trx) =>
    logGifs(
      trx,
      Array.from({ length: count }, () => 1),
    ),
  )

async function filesOf({ mediaStore }: TestStores): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of mediaStore.listFolders('search')) names.push(name)
  return names.filter((name) => name !== 'list')
}

async function readStored({ mediaStore }: TestStores, name: string): Promise<Buffer> {
  return buffer(await mediaStore.read(storeKey(`search/${name}/file`)))
}

/** Replaces the bytes of a stored file, as a fault of the store or another program does. */
async function replaceStored(
  { mediaStore, folder }: TestStores,
  name: string,
  content: string | Buffer,
): Promise<void> {
  await mediaStore.removeAll(`search/${name}`)
  const file = join(folder, 'replacement')
  await writeFile(file, content)
  await mediaStore.put(storeKey(`search/${name}/file`), file)
}

test('one machine loads an index that another has stored', async (t) => {
  const stores = await openTestStores(t)
  const [one, other] = [await machine(t, stores), await machine(t, stores)]
  await change(stores, 3)
  assert.equal(await one.snapshots.store(), false, 'nothing is saved yet')
  await one.save()
  assert.equal(await one.snapshots.store(), true)
  assert.equal(await other.snapshots.fetch(), null)
  const stored = readIndex(other.folder)
  assert.ok('index' in stored)
  assert.equal(stored.version, (await stores.changeLog.position()).version)
  checkIndex(new LiveIndex(stored.index), documents)
})

test('a snapshot is replaced when it is old or far behind, never by an older one', async (t) => {
  const stores = await openTestStores(t)
  const one = await machine(t, stores)
  const late = await machine(t, stores)
  await change(stores, 1)
  await late.save()
  await change(stores, 1)
  await one.save()
  assert.equal(await one.snapshots.store(), true)
  late.time.ms += hourMs
  assert.equal(await late.snapshots.store(), false, 'it is older')
  await change(stores, 1)
  await one.save()
  assert.equal(await one.snapshots.store(), false, 'it is recent')
  one.time.ms += 16 * 60_000
  assert.equal(await one.snapshots.store(), true)
  one.time.ms = Date.now()
  await change(stores, 25_000)
  await one.save()
  assert.equal(await one.snapshots.store(), true)
  await renewEpoch(stores.db)
  one.time.ms += hourMs
  assert.equal(await one.snapshots.store(), false, 'the index belongs to another history')
  await one.save()
})

test('only new files are stored, and those of the last snapshot stay until the next one', async (t) => {
  const stores = await openTestStores(t)
  const one = await machine(t, stores)
  await change(stores, 1)
  await one.save()
  await one.snapshots.store()
  const before = await filesOf(stores)
  const put = t.mock.method(stores.mediaStore, 'put')
  let nextId = 9000
  const again = async () => {
    one.time.ms += 2 * hourMs
    one.index.put(documentOf({ id: nextId++, title: 'frog' }))
    await change(stores, 1)
    await one.save()
    assert.equal(await one.snapshots.store(), true)
  }
  await again()
  const now = await filesOf(stores)
  assert.deepEqual(
    before.filter((name) => !now.includes(name)),
    [],
  )
  const putKeys = put.mock.calls.map(({ arguments: [key] }) => key)
  const part = before.find((name) => name.startsWith('part')) ?? ''
  assert.ok(part !== '' && !putKeys.some((key) => key.includes(part)))
  await again()
  const later = await filesOf(stores)
  assert.ok(before.some((name) => !later.includes(name)))
  assert.ok(later.includes(part))
})

test('a torn or damaged snapshot, or one of another instance or history, is refused and leaves nothing', async (t) => {
  const stores = await openTestStores(t)
  const one = await machine(t, stores)
  await change(stores, 1)
  await one.save()
  const refused = async (why: RegExp, given: Partial<IndexSnapshotsDeps> = {}) => {
    const { snapshots, folder } = await machine(t, stores, given)
    assert.match((await snapshots.fetch()) ?? 'it was taken', why)
    assert.deepEqual(await readdir(folder).catch(() => []), [])
  }
  await refused(/there is no snapshot/)
  await one.snapshots.store()
  await refused(/not signed by this instance/, { secret: 'another' })

  const list = (await readStored(stores, 'list')).toString()
  const { manifest, hashes } = JSON.parse(list) as { manifest: string; hashes: Record<string, string> }
  const [file = ''] = await filesOf(stores)
  const bytes = await readStored(stores, file)
  const replace = (content: Buffer) => replaceStored(stores, file, content)
  const damaged = Buffer.from(bytes)
  damaged[damaged.length - 1]! ^= 1
  await replace(damaged)
  await refused(/is damaged/)
  await replace(bytes.subarray(1))
  await refused(/has \d+ bytes, not \d+/)
  await replace(bytes)

  const lists: [string, RegExp][] = [
    [list.slice(0, -1), /the list of the snapshot is damaged/],
    ['null', /the list of the snapshot is damaged/],
    [list.replace('"hashes":{', '"hashes":{"more":"x",'), /not signed/],
    [' '.repeat(2 ** 20 + 1), /too long/],
    [writeSnapshotList(manifest, {}, stores.secret), /cannot be one of an index/],
    [writeSnapshotList('{}', hashes, stores.secret), /has format undefined/],
  ]
  for (const [text, why] of lists) {
    await replaceStored(stores, 'list', text)
    await refused(why)
  }
  await replaceStored(stores, 'list', list)
  await stores.mediaStore.removeAll(`search/${file}`)
  const { snapshots, folder } = await machine(t, stores)
  await assert.rejects(snapshots.fetch(), /is gone/)
  assert.deepEqual(await readdir(folder), [])
  await renewEpoch(stores.db)
  await refused(/another history/)
  // An unusable list does not prevent storing a new one.
  await one.save()
  await replaceStored(stores, 'list', 'x')
  assert.equal(await one.snapshots.store(), true)
  assert.equal(await (await machine(t, stores)).snapshots.fetch(), null)
})

test('one machine is elected to store snapshots, and another one follows it', async (t) => {
  const stores = await openTestStores(t)
  let isHeld = false
  const elections: Elections = {
    async runAlone(_name, work) {
      if (isHeld) return undefined
      isHeld = true
      return work(new AbortController().signal).finally(() => (isHeld = false))
    },
  }
  t.mock.timers.enable({ apis: ['setInterval'] })
  const [one, other] = [await machine(t, stores, { elections }), await machine(t, stores, { elections })]
  await change(stores, 1)
  await one.save()
  await other.save()
  const stored = {
    one: t.mock.method(one.snapshots, 'store'),
    other: t.mock.method(other.snapshots, 'store'),
  }
  one.snapshots.start()
  other.snapshots.start()
  t.mock.timers.tick(60_000)
  await until('the first has stored one', async () => (await stored.one.mock.calls[0]?.result) === true)
  await one.snapshots.stop()
  await stores.mediaStore.removeAll('search')
  t.mock.timers.tick(60_000)
  await until('the other is elected', () => isHeld)
  t.mock.timers.tick(60_000)
  await until('the other has stored one', async () => (await stored.other.mock.calls[0]?.result) === true)
  assert.equal(stored.one.mock.callCount(), 1)
})

test('a new machine starts from the snapshot and the changes since, and builds an index if no snapshot exists', async (t) => {
  const stores = await openTestStores(t)
  await stores.changes.start((error) => assert.fail(String(error)))
  const old = await publishGif(stores, { title: 'heron' })
  const one = await machine(t, stores)
  for (const { id } of documents) one.index.remove(id)
  one.index.put(documentOf({ id: old.id, title: 'heron' }))
  await one.save()
  await one.snapshots.store()
  const later = await publishGif(stores, { title: 'heron and frog' })
  let builds = 0
  const keeperOf = async (source: TestStores) => {
    const { folder, snapshots } = await machine(t, source)
    const nothing = () => undefined
    const keeper = new IndexKeeper({
      folder,
      saveLock: fakeSaveLock(true),
      source: source.searchSource,
      changeLog: source.changeLog,
      changes: source.changes,
      builder: fakeBuilder(async () => {
        builds++
        const position = await source.changeLog.position()
        return { index: await buildIndex([], { expectedDocuments: 0 }), position }
      }),
      snapshots,
      synonyms: [],
      log: createLog('silent', 2),
      observer: { searched: nothing, built: nothing, jobDone: nothing },
      maxSmallCatalogue: 0,
    })
    cleanUp(t, () => keeper.stop())
    await keeper.start()
    await until('the index is ready', () => keeper.status().state === 'ready')
    return keeper
  }
  const keeper = await keeperOf(stores)
  assert.equal(builds, 0)
  const filter = searchFilter({ maxRating: 'r', defaultRating: 'g', categoryId: null })
  const asked = { text: 'heron', filter, exactOnly: true, sort: 'newest' as const, start: 0, limit: 10 }
  assert.deepEqual((await keeper.current().search(asked)).ids, [later.id, old.id])
  assert.equal(keeper.status().index?.documents, 2)
  assert.equal(keeper.status().position?.version, (await stores.changeLog.position()).version)

  await stores.mediaStore.removeAll('search')
  await keeperOf(stores)
  assert.equal(builds, 1)
})
