import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { newCode } from '../../src/catalogue/reserved-words.ts'
import type { Gif, NewGif } from '../../src/catalogue/gif.ts'
import type { PublishingState } from '../../src/catalogue/publishing/visitor-gif.ts'
import { visibilityOf } from '../../src/catalogue/publishing/publishing-rules.ts'
import type { Client } from '../../src/creation/task.ts'
import { AppError } from '../../src/lib/app-error.ts'
import { newNotice } from '../support/stores/notices.ts'
import {
  addAccount,
  newGif,
  newTask,
  type OpenStores,
  publish,
  publishClaimed,
  renditionsOf,
  type StoresUnderTest,
} from './stores.ts'

const dayMs = 24 * 60 * 60_000

/** Tests how GIFs of visitors are published, counted and removed. */
export function describeVisitorGifs(name: string, open: OpenStores): void {
  describe(`visitors' GIFs on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    type Asked = { state?: Exclude<PublishingState, 'declined'>; client?: Client }
    const submit = async (code: string, { state = 'unpublished', client }: Asked = {}) => {
      const task = newTask({ code, visitor: { keyHash: `hash of ${code}`, state } })
      await stores.tasks.submissions.add(task, 1000, client)
      return task
    }
    const make = async (asked: Asked = {}, given: Partial<NewGif> = {}): Promise<Gif> => {
      const visibility = visibilityOf(asked.state ?? 'unpublished')
      const gif = newGif({ visibility, ...given })
      await submit(gif.code, asked)
      const claim = await stores.tasks.claims.claim('test', 60_000)
      assert.ok(claim !== undefined && (await publishClaimed(stores, claim, gif)))
      const made = await stores.catalogue.gifByCode(gif.code)
      assert.ok(made)
      return made
    }
    const stateOf = async (code: string) => (await stores.visitorGifs.byCode(code))?.state
    const client = (gifs: number, bytes = Infinity): Client => ({
      name: 'a visitor',
      maxWaiting: 100,
      unpublished: { gifs, bytes },
    })

    test('a GIF can be managed from its request on, and its key is removed with it', async () => {
      const code = newCode()
      const { id } = await submit(code)
      assert.deepEqual(await stores.visitorGifs.byCode(code), {
        code,
        keyHash: `hash of ${code}`,
        state: 'unpublished',
        reason: null,
        since: stores.clock.nowMs,
      })
      assert.equal(await stores.visitorGifs.change(code, { state: 'published' }), undefined, 'not made yet')
      await stores.tasks.submissions.cancel(id)
      const gif = await make()
      await stores.catalogue.remove(gif.id)
      assert.equal(await stores.visitorGifs.byCode(gif.code), undefined)
    })

    test('search counts new words for all visitors together, for each account, and never for operators', async () => {
      const account = await addAccount(stores, 'anna@example.org')
      const operator = await addAccount(stores, 'operator@example.org', { admin: true })
      const gifs = [await make({ state: 'published' })]
      for (const ownerId of [account.id, operator.id, null]) gifs.push(await publish(stores, { ownerId }))
      const documents = await stores.searchSource.documentsOf(gifs.map(({ id }) => id))
      const found = new Map(documents.map(({ id, contributor }) => [id, contributor]))
      assert.deepEqual(
        gifs.map(({ id }) => found.get(id)),
        [0, account.id, undefined, undefined],
      )
      const byId = documents.toSorted((one, other) => one.id - other.id)
      assert.deepEqual(await stores.searchSource.documentsAfter(0, 9), byId)
    })

    test('publishing lists it and unpublishing unlists it, with a change of its texts', async () => {
      const { code } = await make()
      const listed = async () =>
        (await stores.catalogue.newest({ categoryId: null, maxRating: 'r' }, { start: 0, limit: 9 })).total
      assert.equal(await listed(), 0)
      const published = await stores.visitorGifs.change(code, {
        state: 'published',
        change: { title: 'New' },
      })
      assert.deepEqual([published?.visibility, published?.title, await listed()], ['public', 'New', 1])
      stores.clock.nowMs += 1000
      const taken = await stores.visitorGifs.change(code, { state: 'unpublished', client: 'somebody' })
      assert.deepEqual([taken?.visibility, await listed()], ['unlisted', 0])
      assert.equal((await stores.visitorGifs.byCode(code))?.since, stores.clock.nowMs)
    })

    test('the visibility of a hidden GIF does not change, and then nothing else does', async () => {
      const gif = await make()
      await stores.catalogue.change(gif.id, { hidden: true })
      await assert.rejects(
        stores.visitorGifs.change(gif.code, { state: 'published', change: { title: 'New' } }),
        (error: unknown) => error instanceof AppError && error.code === 'forbidden',
      )
      assert.equal(await stateOf(gif.code), 'unpublished')
      const kept = await stores.visitorGifs.change(gif.code, { state: 'waiting', change: { title: 'New' } })
      assert.equal(kept?.title, 'New')
    })

    test('lists waiting GIFs, oldest first, and decides only about the reviewed version', async () => {
      const codes: string[] = []
      for (let count = 0; count < 3; count++) {
        stores.clock.nowMs += 1000
        codes.push((await make({ state: 'waiting' })).code)
      }
      await make({ state: 'published' })
      await submit(newCode(), { state: 'waiting' })
      const page = await stores.visitorGifs.waiting({ start: 0, limit: 2 })
      assert.deepEqual([page.total, page.gifs.map(({ gif }) => gif.code)], [3, codes.slice(0, 2)])
      assert.equal(await stores.visitorGifs.countWaiting(), 3)
      const [first, second] = page.gifs
      assert.ok(first && second)
      // Its maker changes it within the same millisecond.
      await stores.visitorGifs.change(first.gif.code, { state: 'waiting', change: { title: 'Other words' } })
      const to = { state: 'published' } as const
      assert.equal(await stores.visitorGifs.change(first.gif.code, to, first.since), undefined)
      assert.equal(await stateOf(first.gif.code), 'waiting')
      const declined = { state: 'declined', reason: 'An advertisement' } as const
      assert.ok(await stores.visitorGifs.change(second.gif.code, declined, second.since))
      assert.equal((await stores.visitorGifs.byCode(second.gif.code))?.reason, 'An advertisement')
      assert.equal(await stores.visitorGifs.change(second.gif.code, to, second.since), undefined, 'decided')
    })

    test('unpublished GIFs are removed in time, but not those that wait, are hidden or reported', async () => {
      const [old, declined, published, waiting, hidden, reported] = [
        await make(),
        await make(),
        await make({ state: 'published' }),
        await make({ state: 'waiting' }),
        await make(),
        await make(),
      ]
      await stores.visitorGifs.change(declined.code, { state: 'declined' })
      await stores.catalogue.change(hidden.id, { hidden: true })
      await stores.notices.add(newNotice({ gifId: reported.id }), { ofReason: 3, inAll: 6 })
      stores.clock.nowMs += 31 * dayMs
      const young = await make()
      const before = stores.clock.nowMs - 30 * dayMs
      const removed = [
        ...(await stores.visitorGifs.removeUnpublished(before, 1)),
        ...(await stores.visitorGifs.removeUnpublished(before, 9)),
      ]
      assert.deepEqual(removed.map(({ code }) => code).toSorted(), [old.code, declined.code].toSorted())
      const left = [published, waiting, hidden, reported, young]
      for (const { code } of left) assert.ok(await stores.catalogue.gifByCode(code))
      assert.equal(await stores.catalogue.gifByCode(old.code), undefined)
      assert.equal(await stores.visitorGifs.byCode(old.code), undefined)
    })

    test('a client has a quota of unpublished GIFs, including running ones; published ones are free', async () => {
      const isRefused = async (asked: Asked) =>
        submit(newCode(), asked).then(
          () => false,
          (error: unknown) => error instanceof AppError && error.code === 'rate_limited',
        )
      const one = await make({ client: client(2) })
      await submit(newCode(), { client: client(2) })
      assert.equal(await isRefused({ client: client(2) }), true)
      assert.equal(await isRefused({ client: { ...client(2), name: 'another' } }), false)
      assert.equal(await isRefused({ client: client(2), state: 'published' }), false)
      await stores.visitorGifs.change(one.code, { state: 'published' })
      assert.equal(await isRefused({ client: client(2) }), false)
    })

    test('a client has a quota of bytes, which includes files made later', async () => {
      const renditions = renditionsOf(
        { width: 480, height: 270, frames: 30 },
        { gif: 1000, mp4: 0, webp: 0, thumb: 0 },
      )
      const gif = await make({ client: client(9, 1500) }, { renditions })
      await submit(newCode(), { client: client(9, 1500) })
      await stores.unitOfWork.inTransaction(({ catalogue }) =>
        catalogue.addRenditions(gif.mediaId, { mp4: { width: 480, height: 270, frames: 30, bytes: 600 } }),
      )
      await assert.rejects(submit(newCode(), { client: client(9, 1500) }), /unpublished GIFs/)
    })

    test('forgets the keys of GIFs that can no longer be made', async () => {
      const [failed, open] = [newCode(), newCode()]
      const made = await make()
      const { id } = await submit(failed)
      await stores.tasks.submissions.cancel(id)
      await submit(open)
      stores.clock.nowMs += 8 * dayMs
      await stores.tasks.retention.forget(7 * dayMs)
      assert.equal(await stores.visitorGifs.forgetUnmade(stores.clock.nowMs - 7 * dayMs), 1)
      assert.equal(await stores.visitorGifs.byCode(failed), undefined)
      for (const code of [open, made.code]) assert.ok(await stores.visitorGifs.byCode(code))
    })
  })
}
