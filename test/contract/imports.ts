import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Visibility } from '../../src/catalogue/gif.ts'
import type { NewImport } from '../../src/creation/task-imports.ts'
import type { CreationClaim } from '../../src/creation/task.ts'
import {
  addAccount,
  newDerivation,
  newGif,
  newTask,
  type OpenStores,
  publishClaimed,
  type StoresUnderTest,
} from './stores.ts'

const leaseMs = 30_000
const client = { name: 'a client', maxWaiting: 100 }

/** How every task queue keeps imports apart from creations, and adds none twice. */
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

    test('are claimed apart from creations, in turns of their clients, and not counted with them', async () => {
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

    test('have no room beside creations that are due or made, which take two cores each', async () => {
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
      // Two leases that ran out take no room.
      stores.clock.nowMs += leaseMs + 1
      assert.equal(await claims.importRoom(4), 2)
    })

    test('are added once for the same file, whether it waits, is made or is published', async () => {
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

    test('of other owners are copies only where they are public, and nobody asks for a private one', async () => {
      const [ann, ben] = [
        await addAccount(stores, 'ann@example.org'),
        await addAccount(stores, 'b@example.org'),
      ]
      const found = async (sourceHash: Uint8Array, ownerId: number | null, visibility: Visibility) =>
        (await stores.tasks.imports.findCopy({ sourceHash, ownerId, visibility })) !== undefined
      for (const visibility of ['public', 'unlisted', 'private'] as const) {
        const task = newImport({ ownerId: ann.id }, visibility)
        const isPublic = visibility === 'public'
        const check = async (when: string) => {
          assert.equal(
            await found(task.sourceHash, ann.id, 'private'),
            true,
            `${when} ${visibility}, her own`,
          )
          assert.equal(await found(task.sourceHash, ann.id, 'public'), true, `${when} ${visibility}, her own`)
          assert.equal(await found(task.sourceHash, ben.id, 'public'), isPublic, `${when} ${visibility}`)
          assert.equal(await found(task.sourceHash, null, 'unlisted'), isPublic, `${when} ${visibility}`)
          assert.equal(await found(task.sourceHash, ben.id, 'private'), false, `${when} ${visibility}`)
        }
        const { id } = await add(task)
        await check('waiting')
        await stores.tasks.submissions.cancel(id)
        await publish({ ...task, id: `again-${visibility}` })
        await check('published')
      }
    })

    test('take over a code that is free', async () => {
      const code = 'TakenOver123'
      assert.equal((await add(newImport({ code }))).code, code)
      assert.notEqual((await add(newImport({ code }))).code, code)
      const claim = await claimOne()
      assert.ok(await publishClaimed(stores, claim, newGif()))
      assert.notEqual((await add(newImport({ code }))).code, code)
    })

    test('are told by batch, to their owner only', async () => {
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

    test('remember what an address gave', async () => {
      const { imports } = stores.tasks
      const address = 'https://example.org/a.gif'
      assert.equal(await imports.fetchedHash(address), undefined)
      await imports.rememberFetched(address, new Uint8Array([1]))
      await imports.rememberFetched(address, new Uint8Array([2, 3]))
      assert.deepEqual(await imports.fetchedHash(address), new Uint8Array([2, 3]))
    })
  })
}
