import assert from 'node:assert/strict'
import type { Caller } from '#src/accounts/account.ts'
import { suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { HashingQueue } from '#src/accounts/hashing-queue.ts'

/** Work that continues until `finishAll` ends it, in the order in which it began. */
function slowWork() {
  const running: (() => void)[] = []
  const begun: string[] = []
  return {
    begun,
    work: (name = '') => {
      begun.push(name)
      return new Promise<void>((resolve) => running.push(resolve))
    },
    running: () => running.length,
    finishAll: async () => {
      await nextTurn()
      for (let next = running.shift(); next !== undefined; next = running.shift()) {
        next()
        await nextTurn()
      }
    },
  }
}

const at = (address: string, network: string, knownAs: string | null = null): Caller => ({
  client: { address, network },
  knownAs,
})

function codesOf(outcomes: PromiseSettledResult<void>[]): string[] {
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'))
}

suite('the queue for hashing passwords', () => {
  test('admits everyone else while 140 addresses of one network try ten times each', async () => {
    const queue = new HashingQueue({ maxAtOnce: 2, maxWaiting: 100 })
    const { work, begun, finishAll } = slowWork()
    const guesses = Array.from({ length: 1400 }, (_, number) =>
      queue.run(() => work('guess'), at(`2001:db8:7:${number % 140}::/64`, '2001:db8:7::/48')),
    )
    const honest = Array.from({ length: 9 }, (_, number) =>
      queue.run(() => work('honest'), at(`198.51.${number}.7`, `198.51.${number}.0/24`)),
    )
    const [guessed, signedIn] = [Promise.allSettled(guesses), Promise.allSettled(honest)]
    await finishAll()
    assert.deepEqual(new Set(codesOf(await signedIn)), new Set(['done']))
    const codes = codesOf(await guessed)
    assert.deepEqual(new Set(codes), new Set(['done', 'rate_limited']))
    assert.equal(codes.filter((code) => code === 'done').length, 22)
    assert.ok(begun.lastIndexOf('honest') < 13, 'networks take turns')
  })

  test('leaves a place to a new network however many others wait', async () => {
    const queue = new HashingQueue({ maxAtOnce: 1, maxWaiting: 100 })
    const { work, finishAll } = slowWork()
    const many = Array.from({ length: 1000 }, (_, number) =>
      queue.run(work, at(`10.${number % 30}.0.${number}`, `10.${number % 30}.0.0/24`)),
    )
    const honest = queue.run(work, at('198.51.100.7', '198.51.100.0/24'))
    const outcomes = Promise.allSettled(many)
    await finishAll()
    await honest
    assert.ok(!codesOf(await outcomes).includes('unavailable'))
  })

  test('keeps places for known callers when unknown ones have filled theirs, and alternates between the two', async () => {
    const queue = new HashingQueue({ maxAtOnce: 1, maxWaiting: 3 })
    const { work, begun, finishAll } = slowWork()
    const unknown = Array.from({ length: 4 }, (_, number) =>
      queue.run(() => work('unknown'), at(`10.0.${number}.1`, `10.0.${number}.0/24`)),
    )
    await assert.rejects(queue.run(work, at('10.9.9.9', '10.9.9.0/24')), {
      code: 'unavailable',
      retryAfterSeconds: 10,
    })
    const known = ['device a', 'session 1'].map((name) =>
      queue.run(() => work('known'), at(`10.1.1.1`, `10.1.1.0/24 ${name}`, name)),
    )
    await finishAll()
    await Promise.all([...unknown, ...known])
    assert.deepEqual(begun, ['unknown', 'known', 'unknown', 'known', 'unknown', 'unknown'])
  })

  test("has one place per caller, which is free again after the caller's turn", async () => {
    const queue = new HashingQueue({ maxAtOnce: 1, maxWaiting: 100 })
    const { work, running, finishAll } = slowWork()
    const anna = at('192.0.2.1', '192.0.2.0/24')
    const first = queue.run(work, anna)
    const second = queue.run(work, anna)
    await assert.rejects(queue.run(work, anna), { code: 'rate_limited', retryAfterSeconds: 10 })
    assert.equal(running(), 1)
    await finishAll()
    await Promise.all([first, second])
    const again = queue.run(work, anna)
    await finishAll()
    await again
  })

  test('treats all callers without a client as one, and is bounded', async () => {
    const queue = new HashingQueue({ maxAtOnce: 1, maxWaiting: 3 })
    const { work, finishAll } = slowWork()
    const taken = Array.from({ length: 4 }, () => queue.run(work))
    await assert.rejects(queue.run(work), { code: 'unavailable', retryAfterSeconds: 10 })
    await finishAll()
    await Promise.all(taken)
  })

  test('continues after work that fails', async () => {
    const queue = new HashingQueue({ maxAtOnce: 1, maxWaiting: 3 })
    const failing = queue.run(() => Promise.reject(new Error('no memory')))
    const next = queue.run(() => Promise.resolve('hashed'))
    await assert.rejects(failing, /no memory/)
    assert.equal(await next, 'hashed')
  })
})
