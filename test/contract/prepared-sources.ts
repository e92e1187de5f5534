import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { AppError } from '../../src/lib/app-error.ts'
import { newSourceId, type SourceLimits } from '../../src/creation/sources/prepared-source.ts'
import type { NewSource } from '../../src/creation/sources/source-store.ts'
import { publishGif } from '../../src/creation/publish-gif.ts'
import { randomId } from '../../src/lib/ids.ts'
import { addAccount, newGif, newTask, type OpenStores, type StoresUnderTest } from './stores.ts'

const hourMs = 3_600_000
const limits: SourceLimits = {
  keepMs: hourMs,
  maxBytes: 1000,
  maxBytesOfClient: 600,
  maxOfClient: 3,
  previewSeconds: 60,
}
const client = { name: 'a client', maxWaiting: 100 }
const leaseMs = 30_000
const preview = {
  file: 'made' as const,
  type: 'mp4' as const,
  width: 320,
  height: 180,
  seconds: 100,
  rate: 25,
  shownSeconds: 60,
}

/** Tests how every store keeps prepared sources: for a time, within bounds, and with the GIFs made from them. */
export function describePreparedSources(name: string, open: OpenStores): void {
  describe(`prepared sources on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const newSource = (changes: Partial<NewSource> = {}): NewSource => ({
      id: newSourceId(),
      ownerId: null,
      browser: 'hash of a browser',
      client: client.name,
      kind: 'upload',
      url: null,
      title: null,
      files: 1,
      bytes: 100,
      ...changes,
    })
    const add = async (changes: Partial<NewSource> = {}) => {
      stores.clock.nowMs += 1
      const source = newSource(changes)
      const { dropped } = await stores.preparedSources.add(source, limits)
      return { ...source, dropped }
    }
    const prepare = async (sourceId: string, kind: 'preparation' | 'preview' = 'preparation') => {
      const task = { id: randomId(22), sourceId, seconds: 60, kind, ownerId: null }
      await stores.preparedSources.prepare(task, 10, client)
    }
    const claim = async (kind: 'preparation' | 'preview' = 'preparation') => {
      const claimed = await stores.tasks.claims.claimPreparation(kind, 'worker', leaseMs)
      assert.ok(claimed !== undefined)
      return claimed
    }

    test('a source exists until it expires, and counts until then', async () => {
      const { id } = await add()
      const source = await stores.preparedSources.read(id)
      assert.equal(source?.bytes, 100)
      assert.equal(source.until, stores.clock.nowMs + hourMs)
      assert.equal(await stores.tasks.records.keptSourceBytes(), 100)
      stores.clock.nowMs += hourMs
      assert.equal(await stores.preparedSources.read(id), undefined)
      assert.deepEqual(await stores.preparedSources.known([id]), new Set())
      assert.equal(await stores.tasks.records.keptSourceBytes(), 0)
      assert.equal(await stores.preparedSources.forgetEnded(), 1)
    })

    test('the oldest of a client are evicted, by number and by bytes; those of others stay', async () => {
      const other = await add({ client: 'another client' })
      const [first, second, third] = [await add(), await add(), await add()]
      const fourth = await add()
      assert.deepEqual(fourth.dropped, [first.id])
      const large = await add({ bytes: 350 })
      assert.deepEqual(large.dropped, [second.id])
      assert.deepEqual((await add({ bytes: 200 })).dropped, [third.id, fourth.id])
      assert.notEqual(await stores.preparedSources.read(other.id), undefined)
    })

    test('a source that a creation waits for is not evicted, and all together have a bound', async () => {
      const needed = await Promise.all([add(), add(), add()])
      for (const { id } of needed)
        await stores.tasks.submissions.add(
          newTask({ prepared: { id, isKept: true, browser: null } }),
          100,
          client,
        )
      await assert.rejects(add(), (error) => error instanceof AppError && error.code === 'rate_limited')
      await add({ client: 'b', bytes: 600 })
      await assert.rejects(
        add({ client: 'c', bytes: 200 }),
        (error) => error instanceof AppError && error.code === 'unavailable',
      )
    })

    test('a preparation is claimed separately from creations, and a longer preview separately from it', async () => {
      const { id } = await add()
      await prepare(id)
      assert.deepEqual(await stores.preparedSources.preparation(id), { status: 'waiting', position: 1 })
      assert.equal(await stores.tasks.claims.claim('worker', leaseMs), undefined)
      assert.equal(await stores.tasks.claims.claimPreparation('preview', 'worker', leaseMs), undefined)
      const held = await claim()
      assert.deepEqual([held.sourceId, held.seconds, held.kind], [id, 60, 'preparation'])
      await stores.tasks.claims.renewLease(held, leaseMs, { fraction: 0.5, step: 'rendering' })
      assert.deepEqual(await stores.preparedSources.preparation(id), {
        status: 'processing',
        progress: 0.5,
        step: 'rendering',
      })
      const found = { files: 1, addedBytes: 50, title: 'A page', preview }
      await stores.unitOfWork.inTransaction(async ({ tasks, sources }) => {
        assert.equal((await tasks.standing(held)).standing, 'held')
        assert.deepEqual(await sources.record(id, found, limits), { isThere: true, dropped: [] })
        await tasks.complete(held)
      })
      assert.deepEqual(await stores.preparedSources.preparation(id), { status: 'done' })
      const source = await stores.preparedSources.read(id)
      assert.deepEqual([source?.preview, source?.bytes, source?.title], [preview, 150, 'A page'])
      await stores.unitOfWork.inTransaction(async ({ sources }) => {
        await sources.grow(id, 30, limits)
        await sources.record(id, found, limits)
      })
      const grown = await stores.preparedSources.read(id)
      assert.equal(grown?.bytes, 230, 'files added during its preparation count too')
      await prepare(id, 'preview')
      assert.equal((await claim('preview')).sourceId, id)
    })

    test('a source has one preparation at a time, however often it is requested', async () => {
      const { id } = await add()
      await Promise.all([prepare(id), prepare(id), prepare(id, 'preview')])
      const held = await claim()
      await prepare(id, 'preview')
      const open = await Promise.all(
        (['preparation', 'preview'] as const).map((kind) =>
          stores.tasks.claims.claimPreparation(kind, 'worker', leaseMs),
        ),
      )
      assert.deepEqual(open, [undefined, undefined])
      await stores.unitOfWork.inTransaction(({ tasks }) => tasks.complete(held))
      await prepare(id, 'preview')
      assert.equal((await claim('preview')).sourceId, id)
    })

    test('discarding a source also discards its preparation', async () => {
      const { id } = await add()
      await prepare(id)
      const held = await claim()
      assert.equal(await stores.preparedSources.discard(id), true)
      assert.equal(await stores.preparedSources.discard(id), false)
      assert.equal(
        await stores.tasks.claims.renewLease(held, leaseMs, { fraction: 0.5, step: 'fetching' }),
        false,
      )
      await assert.rejects(prepare(id), (error) => error instanceof AppError && error.code === 'not_found')
    })

    test('a GIF names its kept source; the source is removed with its last GIF', async () => {
      const id = newSourceId()
      const prepared = { id, isKept: false, browser: 'hash of a browser' }
      const codes: string[] = []
      for (const isFirst of [true, false]) {
        await stores.tasks.submissions.add(
          newTask({ prepared: { ...prepared, isKept: !isFirst } }),
          10,
          client,
        )
        const claimed = await stores.tasks.claims.claim('worker', leaseMs)
        assert.ok(claimed !== undefined)
        assert.equal(claimed.prepared?.id, id)
        const published = await publishGif(stores.unitOfWork, claimed, newGif(), {
          prepared: isFirst ? { kind: 'source', source: newSource({ id }), limits, folders: [] } : null,
        })
        assert.equal(published.keepsPrepared, isFirst)
        codes.push(claimed.code)
      }
      const [one = '', two = ''] = codes
      assert.equal((await stores.preparedSources.sourceOf(one))?.source.id, id)
      assert.deepEqual(
        (await stores.preparedSources.gifsOf(id)).map(({ code }) => code).toSorted(),
        codes.toSorted(),
      )
      await stores.catalogue.remove((await stores.catalogue.gifByCode(one))?.id ?? 0)
      assert.notEqual(await stores.preparedSources.read(id), undefined)
      await stores.catalogue.remove((await stores.catalogue.gifByCode(two))?.id ?? 0)
      assert.equal(await stores.preparedSources.read(id), undefined)
    })

    test('files added to a source are counted, and refused if they do not fit', async () => {
      const other = await add({ bytes: 200 })
      const { id } = await add({ bytes: 200 })
      const grow = (bytes: number, source = id) =>
        stores.unitOfWork.inTransaction(({ sources }) => sources.grow(source, bytes, limits))
      assert.deepEqual(await grow(100), { dropped: [] })
      assert.equal((await stores.preparedSources.read(id))?.bytes, 300)
      assert.equal(await grow(301), null, 'more than a client may have')
      assert.deepEqual(await grow(200), { dropped: [other.id] }, "the client's oldest one is evicted")
      await add({ client: 'b', bytes: 450 })
      assert.equal(await grow(100), null, 'more than the total limit')
      assert.equal(await grow(1, newSourceId()), null, 'the source does not exist')
      assert.equal((await stores.preparedSources.read(id))?.bytes, 500)
    })

    test('a source that is not kept because the total is reached evicts no other', async () => {
      const { id } = await add({ bytes: 200 })
      await add({ client: 'b', bytes: 600 })
      const more = newSource({ bytes: 500 })
      const kept = await stores.unitOfWork.inTransaction(({ sources }) => sources.keep(more, limits))
      assert.equal(kept, null)
      assert.notEqual(await stores.preparedSources.read(id), undefined)
    })

    test('names the sources evicted for a kept one', async () => {
      const { id } = await add({ bytes: 200 })
      const more = newSource({ bytes: 500 })
      const kept = await stores.unitOfWork.inTransaction(({ sources }) => sources.keep(more, limits))
      assert.deepEqual(kept, { dropped: [id] })
    })

    test('sources kept for derivations count for their client: at most a fifth of the total', async () => {
      const publishOf = async (name: string | null, bytes: number) => {
        const from = name === null ? undefined : { ...client, name }
        await stores.tasks.submissions.add(newTask(), 100, from)
        const claimed = await stores.tasks.claims.claim('worker', leaseMs)
        assert.ok(claimed !== undefined)
        const source = {
          plan: { kind: 'keep' as const },
          files: 1,
          bytes,
          until: stores.clock.nowMs + hourMs,
        }
        const later = { renditions: ['thumb' as const], loops: 0, source, maxSourceBytes: limits.maxBytes }
        return (await publishGif(stores.unitOfWork, claimed, newGif(), { later })).keepsSource
      }
      assert.equal(await publishOf('a', 200), true)
      assert.equal(await publishOf('a', 1), false)
      assert.equal(await publishOf('a', 0), true, 'keeping a prepared source takes no more')
      assert.equal(await publishOf('b', 201), false)
      assert.equal(await publishOf('b', 200), true)
      assert.equal(await publishOf(null, 300), true, 'the operator imports')
      await assert.rejects(add({ client: 'a', bytes: 401 }), { code: 'rate_limited' })
      await assert.rejects(add({ client: 'a', bytes: 301 }), { code: 'unavailable' })
      await add({ client: 'a', bytes: 300 })
    })

    test('a source used for stickers of a creation is not evicted', async () => {
      const [first] = await Promise.all([add(), add(), add()])
      const prepared = { id: newSourceId(), isKept: false, browser: null, stickersOf: first.id }
      await stores.tasks.submissions.add(newTask({ prepared }), 100, client)
      assert.ok(!(await add()).dropped.includes(first.id))
      stores.clock.nowMs += hourMs
      assert.deepEqual(await stores.preparedSources.known([first.id]), new Set([first.id, prepared.id]))
    })

    test('a source kept for a failed creation is kept once when the creation is retried', async () => {
      const source = newSource()
      const keep = () => stores.unitOfWork.inTransaction(({ sources }) => sources.keep(source, limits))
      assert.deepEqual(await keep(), { dropped: [] })
      assert.deepEqual(await keep(), { dropped: [] })
      stores.clock.nowMs += hourMs
      assert.deepEqual(await keep(), { dropped: [] }, 'an expired one is kept again')
      assert.equal((await stores.preparedSources.read(source.id))?.until, stores.clock.nowMs + hourMs)
    })

    test('the sources of an account are removed with it, and tasks using them end', async () => {
      const account = await addAccount(stores, 'anna@example.org')
      const { id } = await add({ ownerId: account.id, browser: null })
      const task = {
        id: randomId(22),
        sourceId: id,
        seconds: 60,
        kind: 'preparation' as const,
        ownerId: account.id,
      }
      await stores.preparedSources.prepare(task, 10, client)
      assert.deepEqual((await stores.accounts.remove(account.id, 'keep')).preparedIds, [id])
      assert.equal(await stores.preparedSources.read(id), undefined)
      assert.equal(await stores.tasks.claims.claimPreparation('preparation', 'worker', leaseMs), undefined)
      await assert.rejects(
        add({ ownerId: account.id }),
        (error) => error instanceof AppError && error.code === 'unauthorized',
      )
    })
  })
}
