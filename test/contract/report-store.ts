import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { ReportReason } from '../../src/catalogue/report.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

/** How every report store works. */
export function describeReportStore(name: string, open: OpenStores): void {
  describe(`reports on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const report = (
      gifId: number,
      words: string,
      { reason = 'other', reporterId = null }: { reason?: ReportReason; reporterId?: number | null } = {},
    ) => stores.reports.add({ gifId, words, reason, reporterId, maxOpen: 3 })
    const openOnes = async (page = { start: 0, limit: 10 }) => {
      const { total, gifs } = await stores.reports.open(page)
      return { total, gifs: gifs.map(({ gif, reports }) => [gif.id, ...reports.map(({ words }) => words)]) }
    }

    test('gives a GIF with what was said against it', async () => {
      const gif = await publish(stores)
      const { id } = await addAccount(stores, 'anna@example.org')
      await report(gif.id, 'It is mine', { reason: 'rights', reporterId: id })
      assert.deepEqual(await stores.reports.open({ start: 0, limit: 10 }), {
        total: 1,
        gifs: [{ gif, reports: [{ reason: 'rights', words: 'It is mine', createdAt: stores.clock.nowMs }] }],
      })
    })

    test('lists the GIF that waits longest first, its newest report first, page by page', async () => {
      const [one, two, three] = [await publish(stores), await publish(stores), await publish(stores)]
      await report(two.id, 'a')
      await report(one.id, 'b')
      await report(two.id, 'c')
      await report(three.id, 'd')
      const all = [
        [two.id, 'c', 'a'],
        [one.id, 'b'],
        [three.id, 'd'],
      ]
      assert.deepEqual(await openOnes(), { total: 3, gifs: all })
      assert.deepEqual(await openOnes({ start: 1, limit: 1 }), { total: 3, gifs: all.slice(1, 2) })
      assert.deepEqual(await openOnes({ start: 3, limit: 1 }), { total: 3, gifs: [] })
    })

    test('drops what is said against one GIF for one reason past the most that may be open', async () => {
      const [one, two] = [await publish(stores), await publish(stores)]
      for (const words of ['a', 'b', 'c', 'd', 'e']) await report(one.id, words)
      await report(two.id, 'f')
      await report(one.id, 'graver', { reason: 'person' })
      assert.deepEqual((await openOnes()).gifs, [
        [one.id, 'graver', 'c', 'b', 'a'],
        [two.id, 'f'],
      ])
      await stores.reports.resolveReports(one.id)
      await report(one.id, 'g')
      assert.deepEqual((await openOnes()).gifs, [
        [two.id, 'f'],
        [one.id, 'g'],
      ])
    })

    test('is done with all open reports of a GIF at once', async () => {
      const [one, two] = [await publish(stores), await publish(stores)]
      await report(one.id, 'a')
      await report(one.id, 'b')
      await report(two.id, 'c')
      const reported = () => Promise.all([one, two].map(({ id }) => stores.catalogue.hasOpenReports(id)))
      assert.deepEqual(await reported(), [true, true])
      assert.equal(await stores.reports.resolveReports(one.id), 2)
      assert.deepEqual(await reported(), [false, true])
      assert.equal(await stores.reports.resolveReports(one.id), 0)
      assert.deepEqual(await openOnes(), { total: 1, gifs: [[two.id, 'c']] })
    })

    test('has the reports of hidden and private GIFs too, and drops those of a GIF that is removed', async () => {
      const [one, two] = [await publish(stores), await publish(stores)]
      await report(one.id, 'a')
      await report(two.id, 'b')
      await stores.catalogue.change(one.id, { hidden: true })
      assert.equal((await openOnes()).total, 2)
      await stores.catalogue.change(two.id, { visibility: 'private' })
      assert.equal((await openOnes()).total, 2)
      await stores.catalogue.remove(one.id)
      assert.deepEqual(await openOnes(), { total: 1, gifs: [[two.id, 'b']] })
    })

    test('takes a report of a GIF or by an account that is gone meanwhile without a fault', async () => {
      const gif = await publish(stores)
      await report(999_999, 'a')
      await report(gif.id, 'b', { reporterId: 999_999 })
      assert.deepEqual(await openOnes(), { total: 1, gifs: [[gif.id, 'b']] })
    })

    test('keeps the report of an account that is removed', async () => {
      const gif = await publish(stores)
      const { id } = await addAccount(stores, 'anna@example.org')
      await report(gif.id, 'a', { reporterId: id })
      await stores.accounts.remove(id, 'remove')
      assert.deepEqual(await openOnes(), { total: 1, gifs: [[gif.id, 'a']] })
    })

    test('keeps reports over a restart', async () => {
      const gif = await publish(stores)
      await report(gif.id, 'a')
      await stores.reopen()
      assert.deepEqual(await openOnes(), { total: 1, gifs: [[gif.id, 'a']] })
    })
  })
}
