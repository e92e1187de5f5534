import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Visibility } from '../../src/catalogue/gif.ts'
import { listedLimits } from '../../src/library/import/drops/drop.ts'
import type { NewImport } from '../../src/creation/task-queue.ts'
import type { CreationClaim } from '../../src/creation/task.ts'
import {
  addAccount,
  newDerivation,
  newGif,
  newTask,
  type OpenStores,
  publish as publishGif,
  publishClaimed,
  type StoresUnderTest,
} from './stores.ts'

const leaseMs = 30_000
const client = { name: 'a client', maxWaiting: 100 }
const listed = { limits: listedLimits, isCounted: true }

/** Tests how every task queue keeps imports apart from creations, and adds none twice. */
export function describeImports(name: string, open: OpenStores): void {
  describe(`imports on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const newImport = (changes: Partial<NewImport> = {}, visibility: Visibility = 'public'): NewImport => ({
      ...newTask({}, { visibility }),
      code: null,
      sourceHash: createHash('sha256').update(randomBytes(8)).digest(),
      batch: null,
      ...changes,
    })
    const add = async (task = newImport(), from = client) => {
      const added = await stores.tasks.imports.add(task, from)
      assert.ok('code' in added, 'it is added')
      return { ...task, code: added.code }
    }
    const claimOne = async (cores = 2): Promise<CreationClaim> => {
      const claim = await stores.tasks.claims.claimImport('worker', leaseMs, cores)
      assert.ok(claim !== undefined, 'there is an import to claim')
      return claim
    }
    const publish = async (task: NewImport) => {
      const added = await add(task)
      const gif = { ...newGif(), visibility: task.request.visibility, ownerId: task.ownerId }
      assert.ok(await publishClaimed(stores, await claimOne(), gif))
      return added.code
    }

    test('are claimed separately from creations, in turns of their clients, and not counted with them', async () => {
      const { imports, claims, submissions, records } = stores.tasks
      const [first, second, third] = [await add(), await add(), await add()]
      const other = await add(newImport(), { name: 'another', maxWaiting: 1 })
      assert.equal(await claims.claim('worker', leaseMs), undefined)
      assert.equal(await claims.claimDerivation('worker', leaseMs), undefined)
      assert.deepEqual(await records.counts(), { waiting: 0, processing: 0 })
      assert.deepEqual(await imports.counts(), { waiting: 4, processing: 0 })
      await submissions.checkCapacity(1, client)
      await assert.rejects(add(newImport(), { name: 'another', maxWaiting: 1 }), { code: 'rate_limited' })
      assert.deepEqual(await submissions.view(third.id), { status: 'waiting', position: 4 })
      const claimed = [await claimOne(4), await claimOne(4), await claimOne(4), await claimOne(4)]
      assert.deepEqual(
        claimed.map(({ id, kind }) => ({ id, kind })),
        [first.id, second.id, other.id, third.id].map((id) => ({ id, kind: 'import' })),
      )
      assert.deepEqual(claimed[0]?.sourceHash, new Uint8Array(first.sourceHash))
      await stores.unitOfWork.inTransaction(({ tasks }) => tasks.addDerivation(newDerivation('a')))
      assert.equal(await submissions.cancel(second.id), true)
      assert.equal((await submissions.view(second.id))?.status, 'error')
    })

    test('get no room next to due or running creations, which take two cores each', async () => {
      const { claims, submissions } = stores.tasks
      for (let index = 0; index < 4; index++) await add()
      await claimOne(4)
      assert.equal(await claims.importRoom(4), 3)
      await submissions.add(newTask(), 100)
      assert.equal(await claims.importRoom(4), 1)
      assert.equal(await claims.importRoom(2), -1)
      await claimOne(4)
      assert.equal(await claims.claimImport('worker', leaseMs, 4), undefined)
      const creation = await claims.claim('worker', leaseMs)
      assert.ok(creation)
      assert.equal(await claims.importRoom(4), 0)
      await claims.releaseTask(creation, { delayMs: 10_000, failed: true })
      assert.equal(await claims.importRoom(4), 2)
      // Two expired leases take no room.
      stores.clock.nowMs += leaseMs + 1
      assert.equal(await claims.importRoom(4), 2)
    })

    test('are added once for the same file, whether it is waiting, running or published', async () => {
      const { imports } = stores.tasks
      const task = newImport()
      const { id, code } = await add(task)
      const copy = { sourceHash: task.sourceHash, ownerId: null, visibility: 'public' as const }
      assert.deepEqual(await imports.findCopy(copy), { code, taskId: id })
      assert.deepEqual(await imports.add({ ...newImport(), sourceHash: task.sourceHash }, client), {
        copy: { code, taskId: id },
      })
      const claim = await claimOne()
      assert.deepEqual(await imports.findCopy(copy), { code, taskId: id })
      assert.ok(await publishClaimed(stores, claim, newGif()))
      assert.deepEqual(await imports.findCopy(copy), { code, taskId: null })
      const gif = await stores.catalogue.gifByCode(code)
      await stores.catalogue.remove(gif!.id)
      assert.equal(await imports.findCopy(copy), undefined)
      await add({ ...newImport(), sourceHash: task.sourceHash })
    })

    test('match only listed GIFs of other owners, never their tasks, and nobody can ask for a private one', async () => {
      const [ann, ben] = [
        await addAccount(stores, 'ann@example.org'),
        await addAccount(stores, 'b@example.org'),
      ]
      const found = async (sourceHash: Uint8Array, ownerId: number | null, visibility: Visibility) =>
        (await stores.tasks.imports.findCopy({ sourceHash, ownerId, visibility })) !== undefined
      for (const visibility of ['public', 'unlisted', 'private'] as const) {
        const task = newImport({ ownerId: ann.id }, visibility)
        const check = async (when: string, isListed: boolean) => {
          const about = `${when} ${visibility}`
          assert.equal(await found(task.sourceHash, ann.id, 'private'), true, `${about}, her own`)
          assert.equal(await found(task.sourceHash, ann.id, 'public'), true, `${about}, her own`)
          assert.equal(await found(task.sourceHash, ben.id, 'public'), isListed, about)
          assert.equal(await found(task.sourceHash, null, 'unlisted'), isListed, about)
          assert.equal(await found(task.sourceHash, ben.id, 'private'), false, about)
        }
        const { id } = await add(task)
        await check('waiting', false)
        await stores.tasks.submissions.cancel(id)
        const code = await publish({ ...task, id: `again-${visibility}` })
        await check('published', visibility === 'public')
        const gif = await stores.catalogue.gifByCode(code)
        await stores.catalogue.change(gif?.id ?? 0, { hidden: true })
        await check('hidden', false)
        // A GIF into which another one was merged is also a copy.
        const kept = await publishGif(stores, { ownerId: ben.id })
        await stores.duplicates.merge(kept.id, gif?.id ?? 0, () => ({}))
        assert.equal(await found(task.sourceHash, null, 'public'), true)
        await stores.catalogue.change(kept.id, { visibility: 'unlisted' })
        assert.equal(await found(task.sourceHash, null, 'public'), false)
        assert.equal(await found(task.sourceHash, ben.id, 'public'), true)
      }
    })

    test('without an owner do not match the GIFs of visitors', async () => {
      const sourceHash = createHash('sha256').update('a visitor has it').digest()
      const code = 'Visitors1234'
      const visitor = { keyHash: 'a hash', state: 'unpublished' as const }
      await stores.tasks.submissions.add({ ...newTask({ code }), sourceHash, visitor }, 100)
      const claim = await stores.tasks.claims.claim('worker', leaseMs)
      assert.ok(claim)
      assert.ok(await publishClaimed(stores, claim, { ...newGif(), visibility: 'unlisted' }))
      const copy = () =>
        stores.tasks.imports.findCopy({ sourceHash, ownerId: null, visibility: 'public' as const })
      assert.equal(await copy(), undefined)
      await stores.visitorGifs.change(code, { state: 'published' })
      assert.equal((await copy())?.code, code)
    })

    describe('sent twice by one owner', () => {
      const files = async (ownerId: number) =>
        (await stores.drops.filesAfter({ batch: 'a drop', ownerId }, 0, 100)).map(
          ({ name, state }) => `${name} ${state}`,
        )
      /** Sends the same file under these names, as a drop does; returns the tasks. */
      const drop = async (names: readonly string[]) => {
        const ann = await addAccount(stores, 'ann@example.org')
        const first = newImport({ ownerId: ann.id, batch: 'a drop' })
        const tasks: { id: string; code: string }[] = []
        for (const name of names) {
          const task = {
            ...newImport({ ownerId: ann.id, batch: 'a drop', mayFollow: true }),
            sourceHash: first.sourceHash,
          }
          const added = await stores.tasks.imports.add(task, client)
          const code = 'code' in added ? added.code : added.copy.code
          const isCopy = !('code' in added)
          const file = { name, code, taskId: task.id, isCopy, error: null }
          await stores.drops.add({ batch: 'a drop', ownerId: ann.id }, [file], listed)
          tasks.push({ id: task.id, code })
        }
        return { ann, tasks }
      }
      const isNoneClaimed = async () =>
        (await stores.tasks.claims.claimImport('worker', leaseMs, 9)) === undefined

      test('the second follows the first, and is a copy once the first is done', async () => {
        const { ann, tasks } = await drop(['one', 'two', 'three'])
        const [first, second] = tasks
        assert.equal(second?.code, first?.code)
        assert.deepEqual(await files(ann.id), ['one waiting', 'two exists', 'three exists'])
        assert.equal((await stores.tasks.imports.ofBatch('a drop', ann.id)).length, 1)
        const claim = await claimOne(9)
        assert.equal(claim.id, first?.id)
        assert.ok(await isNoneClaimed())
        assert.ok(await publishClaimed(stores, claim, { ...newGif(), ownerId: ann.id }))
        assert.deepEqual(await files(ann.id), ['one done', 'two exists', 'three exists'])
        assert.equal(await stores.tasks.submissions.read(second?.id ?? ''), undefined)
        assert.ok(await isNoneClaimed())
        // The GIF of another owner is reported only while it is listed; one's own always is.
        const gif = await stores.catalogue.gifByCode(claim.code)
        await stores.catalogue.change(gif?.id ?? 0, { visibility: 'private' })
        assert.deepEqual(await files(ann.id), ['one done', 'two exists', 'three exists'])
        await stores.catalogue.remove(gif?.id ?? 0)
        assert.deepEqual(await files(ann.id), ['one gone', 'two gone', 'three gone'])
      })

      for (const end of ['canceled', 'failed', 'canceled while it is made'] as const) {
        test(`the second is made if the first is ${end}`, async () => {
          const { ann, tasks } = await drop(['one', 'two', 'three'])
          const [first, second, third] = tasks
          const claim = end === 'canceled' ? undefined : await claimOne(9)
          if (end === 'failed' && claim !== undefined)
            await stores.tasks.claims.fail(claim, { code: 'media_broken', message: 'It is broken.' })
          else assert.ok(await stores.tasks.submissions.cancel(first?.id ?? ''))
          assert.deepEqual(await files(ann.id), ['one refused', 'two waiting', 'three exists'])
          const next = await claimOne(9)
          assert.equal(next.id, second?.id)
          assert.ok(await isNoneClaimed())
          assert.ok(await publishClaimed(stores, next, { ...newGif(), ownerId: ann.id }))
          assert.deepEqual(await files(ann.id), ['one refused', 'two done', 'three exists'])
          assert.equal(await stores.tasks.submissions.read(third?.id ?? ''), undefined)
        })
      }

      test('a retried one follows another that has not ended', async () => {
        const { ann, tasks } = await drop(['one', 'two'])
        const [first] = tasks
        const claim = await claimOne(9)
        await stores.tasks.claims.fail(claim, { code: 'keep_refused', message: 'It is too long.' })
        assert.ok(await stores.tasks.records.remake(first?.id ?? '', claim.request))
        assert.deepEqual(await files(ann.id), ['one exists', 'two waiting'])
        const next = await claimOne(9)
        assert.ok(await isNoneClaimed())
        assert.ok(await publishClaimed(stores, next, { ...newGif(), ownerId: ann.id }))
        assert.deepEqual(await files(ann.id), ['one exists', 'two done'])
      })

      test('nothing waits forever if the account is removed, or the first ends as the second arrives', async () => {
        const { ann, tasks } = await drop(['one', 'two'])
        await stores.accounts.remove(ann.id, 'keep')
        assert.notEqual((await stores.tasks.submissions.read(tasks[1]?.id ?? ''))?.endedAt, null)
        await stores.tasks.submissions.cancel(tasks[0]?.id ?? '')
        for (let round = 0; round < 5; round++) {
          const leader = await add(newImport({}))
          const follower = { ...newImport({ mayFollow: true }), sourceHash: leader.sourceHash }
          const [, added] = await Promise.all([
            stores.tasks.submissions.cancel(leader.id),
            stores.tasks.imports.add(follower, client),
          ])
          assert.ok('code' in added || added.follows === true)
          assert.equal((await claimOne(99)).id, follower.id)
        }
      })

      test('a drop never names two files by one id', async () => {
        const { ann } = await drop(['one', 'two'])
        const of = { batch: 'a drop', ownerId: ann.id }
        const [one, two] = await stores.drops.filesAfter(of, 0, 100)
        await stores.drops.remove(of, [two?.id ?? 0])
        const error = { code: 'media_broken', message: 'x' } as const
        const three = { name: 'three', code: null, taskId: null, isCopy: false, error } as const
        await stores.drops.add(of, [three], listed)
        const after = await stores.drops.filesAfter(of, 0, 100)
        assert.equal(after[0]?.id, one?.id)
        assert.ok((after[1]?.id ?? 0) > (two?.id ?? 0))
      })
    })

    test('take over a free code', async () => {
      const code = 'TakenOver123'
      assert.equal((await add(newImport({ code }))).code, code)
      assert.notEqual((await add(newImport({ code }))).code, code)
      const claim = await claimOne()
      assert.ok(await publishClaimed(stores, claim, newGif()))
      assert.notEqual((await add(newImport({ code }))).code, code)
    })

    test('are reported by batch, to their owner only', async () => {
      const ann = await addAccount(stores, 'ann@example.org')
      const tasks = [
        await add(newImport({ ownerId: ann.id, batch: 'one' })),
        await add(newImport({ ownerId: ann.id, batch: 'one' })),
      ]
      await add(newImport({ ownerId: ann.id, batch: 'two' }))
      const idsOf = async (batch: string, owner: number) =>
        (await stores.tasks.imports.ofBatch(batch, owner)).map(({ id }) => id)
      assert.deepEqual(await idsOf('one', ann.id), [tasks[0]!.id, tasks[1]!.id])
      assert.deepEqual(await idsOf('one', ann.id + 1), [])
      const read = await stores.tasks.imports.read([tasks[1]!.id, 'unknown'])
      assert.deepEqual(
        read.map(({ id, status }) => ({ id, status })),
        [{ id: tasks[1]!.id, status: 'waiting' }],
      )
    })

    test('remember the result of an address', async () => {
      const { imports } = stores.tasks
      const address = 'https://example.org/a.gif'
      assert.equal(await imports.fetchedHash(address), undefined)
      await imports.rememberFetched(address, new Uint8Array([1]))
      await imports.rememberFetched(address, new Uint8Array([2, 3]))
      assert.deepEqual(await imports.fetchedHash(address), new Uint8Array([2, 3]))
    })
  })
}
