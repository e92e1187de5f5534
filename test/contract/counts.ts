import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import type { Caller } from '../../src/accounts/account.ts'
import { SignInThrottle } from '../../src/accounts/sign-in-throttle.ts'
import type { Counter } from '../../src/cluster/counters.ts'
import type { OpenStores, StoresUnderTest } from './stores.ts'

const minuteMs = 60_000
const options = { name: 'creation', windowMs: minuteMs, maxKeys: 100 }

/** Tests the counts in every database. Two counters or throttles of one database represent two machines. */
export function describeCounts(name: string, open: OpenStores): void {
  describe(`counts on ${name}`, () => {
    let stores: StoresUnderTest
    beforeEach(async () => {
      stores = await open()
    })
    afterEach(() => stores.close())

    const machines = () => [stores.newCounter(options), stores.newCounter(options)] as const
    const remaining = async (counter: Counter, key: string, max: number, times = 1) => {
      const all: number[] = []
      for (let time = 0; time < times; time++) all.push((await counter.add(key, max)).remaining)
      return all
    }

    test('machines count together, each key and each kind separately', async () => {
      const [one, other] = machines()
      assert.deepEqual(await one.add('a', 3), { remaining: 2, resetSeconds: 60 })
      assert.deepEqual(await remaining(other, 'a', 3, 2), [1, 0])
      assert.deepEqual(await remaining(one, 'a', 3), [-1])
      assert.deepEqual(await remaining(one, 'b', 3), [2])
      assert.deepEqual(await remaining(stores.newCounter({ ...options, name: 'notice' }), 'a', 3), [2])
      assert.deepEqual(await other.peek('a', 5), { remaining: 1, resetSeconds: 60 })
    })

    test('a window begins with the first event and ends for all machines', async () => {
      const [one, other] = machines()
      await one.add('a', 1)
      stores.clock.nowMs += minuteMs - 1
      assert.deepEqual(await other.add('a', 1), { remaining: -1, resetSeconds: 1 })
      stores.clock.nowMs += 1
      assert.deepEqual(await other.peek('a', 1), { remaining: 1, resetSeconds: 60 })
      assert.deepEqual(await other.add('a', 1), { remaining: 0, resetSeconds: 60 })
      assert.deepEqual(await remaining(one, 'a', 1), [-1])
    })

    test('an event can be taken back on any machine, and no more than were counted', async () => {
      const [one, other] = machines()
      await one.add('a', 5)
      for (let time = 0; time < 3; time++) await other.undo('a')
      assert.deepEqual(await remaining(one, 'a', 5), [4])
      stores.clock.nowMs += minuteMs
      await other.undo('a')
      assert.deepEqual(await remaining(one, 'a', 5), [4])
    })

    test('a machine whose clock is slightly slow starts no new window', async () => {
      const [one, other] = machines()
      await one.add('a', 2)
      stores.clock.nowMs -= 250
      assert.deepEqual(await remaining(other, 'a', 2), [0])
      stores.clock.nowMs -= 24 * 60 * minuteMs
      assert.deepEqual(await remaining(other, 'a', 2), [1], 'setting a clock back extends no window')
    })

    test('50 simultaneous events on two machines never exceed the limit', async () => {
      const counters = machines()
      const adding = Array.from({ length: 50 }, async (_, index) => counters[index % 2]?.add('a', 7))
      const counts = await Promise.all(adding)
      assert.equal(counts.filter((count) => (count?.remaining ?? 0) >= 0).length, 7)
    })

    test('a client that continues beyond the limit costs no statement for a second', async () => {
      const [one] = machines()
      await remaining(one, 'a', 1, 2)
      await stores.closeDatabase()
      assert.deepEqual(await remaining(one, 'a', 1, 3), [-1, -1, -1])
      stores.clock.nowMs += 1000
      await assert.rejects(async () => one.add('a', 1))
      await stores.reopen()
    })

    test('counts and waits survive a restart; only expired ones are swept', async () => {
      await remaining(machines()[0], 'old', 9, 2)
      stores.clock.nowMs += minuteMs / 2
      await remaining(machines()[0], 'new', 9, 2)
      await guess(throttle(), 10)
      await stores.reopen()
      assert.equal(await stores.forgetCounts(), 0)
      stores.clock.nowMs += minuteMs / 2
      assert.equal(await stores.forgetCounts(), 1)
      assert.deepEqual(await remaining(machines()[0], 'new', 9), [6])
      stores.clock.nowMs += 30 * minuteMs
      assert.equal(await stores.forgetCounts(), 5)
    })

    test('neither addresses nor e-mail addresses are in the database', async () => {
      await machines()[0].add('198.51.100.7', 5)
      await guess(throttle(), 1)
      const texts = JSON.stringify(await stores.countRows())
      assert.doesNotMatch(texts, /198\.51|anna/)
      assert.match(texts, /^\[(\{"key":"[\w-]{22}","count":1,"wait_until":0,"ends_at":\d+\},?){5}\]$/)
    })

    const home: Caller = { client: { address: '198.51.100.7', network: '198.51.100.0/24' }, knownAs: null }
    const throttle = () => new SignInThrottle(stores.newAttempts(), { now: () => stores.clock.nowMs })
    /** Returns how long a caller has to wait after the given number of wrong passwords; 0 if each was checked. */
    const guess = async (on: SignInThrottle, times: number, caller = home) => {
      const waits: number[] = []
      for (let time = 0; time < times; time++) {
        const wait = await on
          .attempt('anna@example.org', async () => false, caller)
          .then(
            () => 0,
            (error: { code: string; retryAfterSeconds: number }) => {
              assert.equal(error.code, 'rate_limited')
              return error.retryAfterSeconds
            },
          )
        waits.push(wait)
      }
      return waits
    }

    test('wrong passwords and the wait are shared by all machines; a correct password ends it', async () => {
      const [one, other] = [throttle(), throttle()]
      assert.deepEqual([...(await guess(one, 5)), ...(await guess(other, 5))], Array<number>(10).fill(0))
      assert.deepEqual([...(await guess(one, 2)), ...(await guess(other, 2))], [60, 60, 60, 60])
      stores.clock.nowMs += minuteMs
      assert.ok(await other.attempt('anna@example.org', async () => true, home))
      assert.deepEqual(await guess(one, 11), [...Array<number>(10).fill(0), 60])
      const neighbor = { ...home, client: { address: '198.51.100.8', network: '198.51.100.0/24' } }
      assert.deepEqual(await guess(other, 1, neighbor), [0], 'nobody else has to wait')
    })

    test('ten of 50 simultaneous wrong passwords on two machines are checked', async () => {
      const throttles = [throttle(), throttle()] as const
      let checked = 0
      const check = async () => {
        checked++
        return false
      }
      const all = Array.from({ length: 50 }, (_, index) =>
        throttles[index % 2 === 0 ? 0 : 1].attempt('anna@example.org', check, home),
      )
      const results = await Promise.allSettled(all)
      assert.equal(checked, 10)
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 10)
    })

    test('guesses from many networks at once, on two machines: each network has three during an attack', async () => {
      const throttles = [throttle(), throttle()] as const
      const from = (network: number, host: number): Caller => ({
        client: { address: `10.0.${network}.${host}`, network: `10.0.${network}.0/24` },
        knownAs: null,
      })
      const attack = (caller: Caller, index: number) =>
        throttles[index % 2 === 0 ? 0 : 1]
          .attempt('anna@example.org', async () => false, caller)
          .then(
            () => 1,
            () => 0,
          )
      await Promise.all(Array.from({ length: 50 }, (_, index) => attack(from(index, 1), index)))
      const botnet = await Promise.all(Array.from({ length: 20 }, (_, host) => attack(from(99, host), host)))
      assert.equal(
        botnet.reduce((sum, one) => sum + one),
        3,
      )
      assert.equal(await attack(home, 1), 1, 'a network that has not guessed is not locked out')
    })

    test('a check that fails does not count, and an error while refusing changes nothing', async () => {
      const [one, other] = [throttle(), throttle()]
      await guess(one, 9)
      const fail = async () => Promise.reject(new Error('the queue of passwords is full'))
      await assert.rejects(other.attempt('anna@example.org', fail, home), /queue/)
      assert.deepEqual(await guess(other, 2), [0, 60])
      const before = await stores.countRows()
      await guess(one, 3)
      assert.deepEqual(await stores.countRows(), before)
    })
  })
}
