import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Account } from '../../src/accounts/account.ts'
import { maxSessions } from '../../src/accounts/session-store.ts'
import { until } from '../support/until.ts'
import { addAccount, type OpenStores, type StoresUnderTest } from './stores.ts'

const minuteMs = 60_000
const limits = { idleMs: 60 * minuteMs, maxAgeMs: 100 * minuteMs }

/** Tests every session store. */
export function describeSessionStore(name: string, open: OpenStores): void {
  describe(`sessions on ${name}`, () => {
    let stores: StoresUnderTest
    let anna: Account
    beforeEach(async () => {
      stores = await open()
      anna = await addAccount(stores, 'anna@example.org', { passwordHash: 'hash' })
    })
    afterEach(() => stores.close())

    const add = (hash: string, account = anna) =>
      stores.sessions.add({ accountId: account.id, hash, browser: `Browser of ${hash}` })
    const pass = (ms: number) => {
      stores.clock.nowMs += ms
    }

    /** A use is written in the background. */
    const untilNoted = (hash: string, usedAt: number) =>
      until('the use is recorded', async () => {
        const found = await stores.sessions.byHash(hash, limits)
        const sessions = await stores.sessions.list(found?.account.id ?? 0, limits)
        return sessions.find(({ id }) => id === found?.session.id)?.lastUsedAt === usedAt
      })

    test('finds the account and the session of a hash', async () => {
      const session = await add('one')
      const now = stores.clock.nowMs
      assert.deepEqual(session, {
        id: session.id,
        createdAt: now,
        lastUsedAt: now,
        browser: 'Browser of one',
        confirmedAt: now,
        idToken: null,
      })
      assert.deepEqual(await stores.sessions.byHash('one', limits), { account: anna, session })
      assert.equal(await stores.sessions.byHash('two', limits), undefined)
    })

    test('records when the password was entered again, in that session only', async () => {
      const [one, two] = [await add('one'), await add('two')]
      pass(5 * minuteMs)
      await stores.sessions.confirm(one.id)
      const entered = async (hash: string) =>
        (await stores.sessions.byHash(hash, limits))?.session.confirmedAt
      assert.deepEqual([await entered('one'), await entered('two')], [stores.clock.nowMs, two.createdAt])
    })

    test('returns the account in its current state, even a blocked one', async () => {
      await add('one')
      await stores.accounts.setBlocked(anna.id, true)
      assert.deepEqual((await stores.sessions.byHash('one', limits))?.account, { ...anna, blocked: true })
    })

    test('remembers the last use to the minute', async () => {
      const { createdAt } = await add('one')
      const lastUse = async () => (await stores.sessions.byHash('one', limits))?.session.lastUsedAt
      pass(minuteMs - 1)
      assert.equal(await lastUse(), createdAt)
      assert.equal((await stores.sessions.list(anna.id, limits))[0]?.lastUsedAt, createdAt)
      pass(1)
      assert.equal(await lastUse(), createdAt + minuteMs)
      await untilNoted('one', createdAt + minuteMs)
    })

    test('keeps a session until it is unused for too long, or too old', async () => {
      await add('used')
      await add('idle')
      pass(limits.idleMs - 1)
      await untilNoted('used', stores.clock.nowMs)
      pass(1)
      assert.equal(await stores.sessions.byHash('idle', limits), undefined)
      assert.ok(await stores.sessions.byHash('used', limits))
      pass(limits.maxAgeMs - limits.idleMs - 1)
      assert.ok(await stores.sessions.byHash('used', limits))
      pass(1)
      assert.equal(await stores.sessions.byHash('used', limits), undefined)
    })

    test('lists the live sessions of an account, the most recently used first', async () => {
      const old = await add('old')
      await add('of another', await addAccount(stores, 'ben@example.org'))
      pass(minuteMs)
      const recent = await add('recent')
      const ids = async () => (await stores.sessions.list(anna.id, limits)).map(({ id }) => id)
      assert.deepEqual(await ids(), [recent.id, old.id])
      pass(minuteMs)
      await untilNoted('old', stores.clock.nowMs)
      assert.deepEqual(await ids(), [old.id, recent.id])
      pass(limits.idleMs - minuteMs)
      assert.deepEqual(await ids(), [old.id])
    })

    test('ends one session for the account that owns it', async () => {
      const session = await add('one')
      const ben = await addAccount(stores, 'ben@example.org')
      assert.equal(await stores.sessions.remove(ben.id, session.id), false)
      assert.equal(await stores.sessions.remove(anna.id, session.id), true)
      assert.equal(await stores.sessions.remove(anna.id, session.id), false)
      assert.equal(await stores.sessions.byHash('one', limits), undefined)
    })

    test('ends all sessions of an account, or all but one', async () => {
      const ben = await addAccount(stores, 'ben@example.org')
      await add('of another', ben)
      const kept = await add('one')
      await add('two')
      await add('three')
      assert.equal(await stores.sessions.removeAll(anna.id, kept.id), 2)
      assert.deepEqual(
        (await stores.sessions.list(anna.id, limits)).map(({ id }) => id),
        [kept.id],
      )
      assert.equal(await stores.sessions.removeAll(anna.id, null), 1)
      assert.ok(await stores.sessions.byHash('of another', limits))
    })

    test('forgets all expired sessions, however many, and no others', async () => {
      for (let number = 0; number < 501; number++) {
        if (number % maxSessions === 0) anna = await addAccount(stores, `anna${number}@example.org`)
        await add(`old ${number}`)
      }
      pass(limits.idleMs)
      await add('new')
      assert.equal(await stores.sessions.forget(limits), 501)
      assert.equal(await stores.sessions.forget(limits), 0)
      assert.ok(await stores.sessions.byHash('new', limits))
    })

    test('ends the sessions of a removed account', async () => {
      await add('one')
      await stores.accounts.remove(anna.id, 'keep')
      assert.equal(await stores.sessions.byHash('one', limits), undefined)
    })

    test('limits the sessions of an account, and ends the least recently used one for a new one', async () => {
      const bert = await addAccount(stores, 'bert@example.org')
      await add('of another', bert)
      for (let number = 0; number < maxSessions; number++) await add(`${number}`)
      pass(minuteMs)
      await untilNoted('0', stores.clock.nowMs)
      await add('one more')
      const kept = async (hash: string) => (await stores.sessions.byHash(hash, limits)) !== undefined
      assert.deepEqual(await Promise.all(['0', '1', '2', 'one more', 'of another'].map(kept)), [
        true,
        false,
        true,
        true,
        true,
      ])
      assert.equal((await stores.sessions.list(anna.id, limits)).length, maxSessions)
    })

    test('begins none for a removed account', async () => {
      await stores.accounts.remove(anna.id, 'keep')
      await assert.rejects(add('late'), { code: 'unauthorized' })
    })

    test('keeps sessions over a restart', async () => {
      const session = await add('one')
      await stores.reopen()
      assert.deepEqual(await stores.sessions.byHash('one', limits), { account: anna, session })
    })
  })
}
