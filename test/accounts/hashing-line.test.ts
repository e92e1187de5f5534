import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { HashingLine } from '#src/accounts/hashing-line.ts'

/** Work that goes on until `finishAll` ends it, in the order in which it began. */
function slowWork() {
  const running: (() => void)[] = []
  return {
    work: () => new Promise<void>((resolve) => running.push(resolve)),
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

function codesOf(outcomes: PromiseSettledResult<void>[]): string[] {
  return outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'done'))
}

suite('the line of those whose passwords are hashed', () => {
  test('lets honest people in while forty addresses try ten times each', async () => {
    const line = new HashingLine({ maxAtOnce: 2, maxWaiting: 100 })
    const { work, finishAll } = slowWork()
    const guesses = Array.from({ length: 400 }, (_, number) => line.run(`192.0.2.${number % 40}`, work))
    const honest = Array.from({ length: 9 }, (_, number) => line.run(`198.51.100.${number}`, work))
    const [guessed, signedIn] = [Promise.allSettled(guesses), Promise.allSettled(honest)]
    await finishAll()
    assert.deepEqual(new Set(codesOf(await signedIn)), new Set(['done']))
    const codes = codesOf(await guessed)
    assert.deepEqual(new Set(codes), new Set(['done', 'rate_limited']))
    assert.equal(codes.filter((code) => code === 'done').length, 42)
  })

  test('has one place for one client, which is free again when its turn has come', async () => {
    const line = new HashingLine({ maxAtOnce: 1, maxWaiting: 100 })
    const { work, running, finishAll } = slowWork()
    const first = line.run('anna', work)
    const second = line.run('anna', work)
    await assert.rejects(line.run('anna', work), { code: 'rate_limited', retryAfterSeconds: 10 })
    assert.equal(running(), 1)
    await finishAll()
    await Promise.all([first, second])
    const again = line.run('anna', work)
    await finishAll()
    await again
  })

  test('does not tell apart who has no name, and ends somewhere', async () => {
    const line = new HashingLine({ maxAtOnce: 1, maxWaiting: 3 })
    const { work, finishAll } = slowWork()
    const taken = Array.from({ length: 4 }, () => line.run(null, work))
    await assert.rejects(line.run('anna', work), { code: 'unavailable', retryAfterSeconds: 10 })
    await finishAll()
    await Promise.all(taken)
  })

  test('goes on after work that fails', async () => {
    const line = new HashingLine({ maxAtOnce: 1, maxWaiting: 3 })
    const failing = line.run('anna', () => Promise.reject(new Error('no memory')))
    const next = line.run('bert', () => Promise.resolve('hashed'))
    await assert.rejects(failing, /no memory/)
    assert.equal(await next, 'hashed')
  })
})
