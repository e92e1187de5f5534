import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { NewNotice } from '../../src/catalogue/notices/notice-store.ts'
import { newNotice } from '../support/stores/notices.ts'
import { addAccount, type OpenStores, publish, type StoresUnderTest } from './stores.ts'

/** Tests every notice store. */
export function describeNoticeStore(name: string, open: OpenStores): void {
  describe(`notices on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const add = (gifId: number, given: Partial<NewNotice> = {}) =>
      stores.notices.add(newNotice({ gifId, ...given }), { ofReason: 3, inAll: 6 })
    const waiting = async (page = { start: 0, limit: 10 }) => {
      const { total, cases } = await stores.notices.list({ status: 'open', reason: null }, page)
      const said = cases.map(({ code, notices }) => [
        code,
        ...notices.filter(({ closedAt }) => closedAt === null).map(({ words }) => words),
      ])
      return { total, said }
    }
    const decide = async (
      code: string,
      action: 'dismiss' | 'hide' | 'remove',
      change: { hidden: boolean } | 'remove' | null = null,
    ) => {
      const gif = (await stores.catalogue.gifByCode(code)) ?? null
      const decidedBy = 'operator@example.org'
      const statement = `To ${action}`
      return stores.notices.decide({
        ...{ code, gif, action, statement, decidedBy, change },
        ...{ rating: null, textBlock: null, contentHash: 'ab'.repeat(32) },
      })
    }

    test('lists the GIF that has waited longest first, page by page, and by reason', async () => {
      const [one, two, three] = [await publish(stores), await publish(stores), await publish(stores)]
      for (const [gif, words] of [
        [two, 'a'],
        [one, 'b'],
        [two, 'c'],
        [three, 'd'],
      ] as const) {
        stores.clock.nowMs += 1
        await add(gif.id, { words, reason: words === 'b' ? 'rights' : 'spam' })
      }
      const all = [
        [two.code, 'a', 'c'],
        [one.code, 'b'],
        [three.code, 'd'],
      ]
      assert.deepEqual(await waiting(), { total: 3, said: all })
      assert.deepEqual(await waiting({ start: 1, limit: 1 }), { total: 3, said: all.slice(1, 2) })
      assert.deepEqual(await waiting({ start: 3, limit: 1 }), { total: 3, said: [] })
      const rights = await stores.notices.list({ status: 'open', reason: 'rights' }, { start: 0, limit: 9 })
      assert.deepEqual(
        rights.cases.map(({ gif }) => gif),
        [one],
      )
    })

    test('enforces the limits of open notices for a reason of a GIF, and in total', async () => {
      const [one, two] = [await publish(stores), await publish(stores)]
      for (const expected of ['added', 'added', 'added', 'reason_full']) {
        assert.equal(await add(one.id), expected)
      }
      assert.equal(await add(one.id, { reason: 'child' }), 'added')
      assert.equal(await add(two.id), 'added')
      assert.equal(await add(two.id), 'added')
      assert.equal(await add(two.id), 'all_full')
      await decide(one.code, 'dismiss')
      assert.equal(await add(one.id), 'added')
      assert.equal(await add(999_999), 'gone')
    })

    test('a decision closes the notices, changes the GIF and stays in the record after the GIF is removed', async () => {
      const gif = await publish(stores, { title: 'A strange thing' })
      await add(gif.id, { words: 'a' })
      assert.equal(await stores.catalogue.hasOpenNotices(gif.id), true)
      assert.deepEqual(await decide(gif.code, 'hide', { hidden: true }), { resolved: 1 })
      assert.equal((await stores.catalogue.gifByCode(gif.code))?.hidden, true)
      assert.equal(await stores.catalogue.hasOpenNotices(gif.id), false)
      await decide(gif.code, 'remove', 'remove')
      assert.equal(await stores.catalogue.gifByCode(gif.code), undefined)
      await stores.reopen()
      const about = await stores.notices.caseOf(gif.code)
      assert.partialDeepStrictEqual(about, {
        gif: null,
        title: 'A strange thing',
        contentHash: 'ab'.repeat(32),
        notices: [{ words: 'a', decisionId: about?.decisions[0]?.id }],
        decisions: [
          { action: 'hide', decidedBy: 'operator@example.org' },
          { action: 'remove', statement: 'To remove' },
        ],
      })
      const records = []
      for await (const record of stores.notices.records()) records.push(record)
      assert.deepEqual(
        records.map(({ kind }) => kind).toSorted((a, b) => a.localeCompare(b)),
        ['decision', 'decision', 'notice'],
      )
      assert.ok(records.every(({ isGone }) => isGone))
    })

    test('takes one answer to a decision, which waits for another decision', async () => {
      const owner = await addAccount(stores, 'anna@example.org')
      const gif = await publish(stores, { ownerId: owner.id })
      await decide(gif.code, 'hide', { hidden: true })
      const [decision] = (await stores.notices.caseOf(gif.code))?.decisions ?? []
      assert.ok(decision)
      const contact = { name: 'Anna', email: '', address: '', signature: 'Anna' }
      const answer = {
        code: gif.code,
        decisionId: decision.id,
        words: 'No',
        statements: ['I mean it'],
        contact,
      }
      assert.equal(await stores.notices.addCounterNotice(answer), true)
      assert.equal(await stores.notices.addCounterNotice(answer), false)
      const counter = { status: 'counter', reason: null } as const
      assert.equal((await stores.notices.list(counter, { start: 0, limit: 1 })).total, 1)
      assert.equal(await stores.catalogue.hasOpenNotices(gif.id), true)
      await decide(gif.code, 'dismiss')
      assert.equal((await stores.notices.list(counter, { start: 0, limit: 1 })).total, 0)
      const { total, cases } = await stores.notices.ofOwner(owner.id, { start: 0, limit: 5 })
      assert.equal(total, 1)
      assert.equal(cases[0]?.counterNotices[0]?.answerId, cases[0]?.decisions[1]?.id)
    })

    test('closes the notices of a GIF that its owner removes, and accepts those of removed accounts', async () => {
      const gif = await publish(stores)
      const { id } = await addAccount(stores, 'anna@example.org')
      await add(gif.id, { secretHash: 'a hash', reporterId: id })
      await add(gif.id, { reporterId: 999_999 })
      assert.equal((await stores.notices.ofReporter(id, { before: Infinity, limit: 10 })).length, 1)
      await stores.accounts.remove(id, 'remove')
      assert.equal((await waiting()).total, 1)
      await stores.catalogue.remove(gif.id)
      assert.equal((await waiting()).total, 0)
      const found = await stores.notices.bySecretHash('a hash')
      assert.equal(found?.about.gif, null)
      assert.equal(found?.notice.decisionId, null)
      assert.notEqual(found?.notice.closedAt, null)
      assert.equal(await stores.notices.bySecretHash('another'), undefined)
    })

    test('forgets the senders of notices closed long ago, and notices closed without a decision', async () => {
      const [one, two] = [await publish(stores), await publish(stores)]
      const contact = { name: 'Anna', email: 'anna@example.org', address: '', signature: '' }
      await add(one.id, { contact, words: 'Mine' })
      await add(two.id, { contact })
      await decide(one.code, 'hide', { hidden: true })
      const decidedAt = stores.clock.nowMs
      await add(one.id, { contact, words: 'Open' })
      assert.equal(await stores.notices.forgetContacts(decidedAt), 0)
      await stores.catalogue.remove(two.id)
      // The notices of a removed GIF were closed by the database's clock.
      assert.equal(await stores.notices.forgetContacts(Math.max(decidedAt, Date.now()) + 1000), 2)
      const about = await stores.notices.caseOf(one.code)
      assert.deepEqual(
        about?.notices.map(({ words, contact: kept }) => [words, kept]),
        [
          ['Mine', null],
          ['Open', contact],
        ],
      )
      assert.equal(await stores.notices.caseOf(two.code), undefined)
    })
  })
}
