import assert from 'node:assert/strict'
import type { Caller } from '#src/accounts/account.ts'
import { test } from 'node:test'
import { MemoryAttempts } from '#src/accounts/attempt-store.ts'
import { SignInThrottle } from '#src/accounts/sign-in-throttle.ts'
import { networkKey } from '#src/lib/net/client-key.ts'

const anna = 'anna@example.org'
const quarterSeconds = 15 * 60

const from = (address: string, knownAs: string | null = null): Caller => ({
  client: { address, network: networkKey(address.replace('::/64', '::')) },
  knownAs,
})
const home = from('198.51.100.7')

function throttled() {
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs }
  const throttle = new SignInThrottle(new MemoryAttempts(), clock)
  /** Returns how long a caller has to wait, or 0 when its password was checked and found wrong. */
  const guess = async (caller: Caller = home, email = anna, check = () => Promise.resolve(false)) => {
    try {
      await throttle.attempt(email, check, caller)
      return 0
    } catch (error) {
      assert.ok(error instanceof Error && 'retryAfterSeconds' in error && 'code' in error)
      assert.equal(error.code, 'rate_limited')
      return Number(error.retryAfterSeconds)
    }
  }
  const times = async (count: number, caller = home, email = anna) => {
    const waits = []
    for (let attempt = 0; attempt < count; attempt++) waits.push(await guess(caller, email))
    return waits
  }
  const isAdmitted = (caller: Caller, email = anna) =>
    throttle.attempt(email, () => Promise.resolve(true), caller).catch(() => false)
  const passSeconds = (seconds: number) => (clock.nowMs += seconds * 1000)
  return { throttle, guess, times, isAdmitted, passSeconds }
}

const zeros = (count: number) => Array<number>(count).fill(0)

test('ten passwords can be tried at once, then fewer and fewer', async () => {
  const { guess, times, passSeconds } = throttled()
  assert.deepEqual(await times(10), zeros(10))
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    assert.equal(await guess(), seconds)
    passSeconds(seconds - 1)
    assert.equal(await guess(), 1)
    passSeconds(1)
    assert.equal(await guess(), 0)
  }
})

test('all spellings of an e-mail address count as one, and guesses at one address do not affect another', async () => {
  const { guess } = throttled()
  for (let attempt = 0; attempt < 10; attempt++)
    await guess(home, attempt % 2 === 0 ? ' ANNA@example.org' : 'anna@example.org ')
  assert.equal(await guess(), 60)
  assert.equal(await guess(home, 'bert@example.org'), 0)
})

test('a correct password or a quiet quarter of an hour starts over', async () => {
  const { isAdmitted, times, passSeconds } = throttled()
  await times(9)
  assert.ok(await isAdmitted(home, 'Anna@example.org'))
  assert.deepEqual(await times(9), zeros(9))
  passSeconds(quarterSeconds)
  assert.deepEqual(await times(10), zeros(10))
  assert.deepEqual(await times(1), [60])
})

test('guesses from one client address do not lock out other addresses', async () => {
  const { times, isAdmitted } = throttled()
  await times(100, from('192.0.2.1'))
  assert.equal(await isAdmitted(from('192.0.2.1')), false)
  for (const other of ['192.0.2.2', '198.51.100.7', '2001:db8:1:2::/64'])
    assert.equal(await isAdmitted(from(other)), true, other)
})

test('refused attempts do not extend the wait, and unchecked ones do not count', async () => {
  const { guess, times, passSeconds } = throttled()
  await times(10)
  assert.deepEqual(await times(100), Array<number>(100).fill(60))
  passSeconds(60)
  const queueFull = () =>
    Promise.reject(Object.assign(new Error(), { code: 'rate_limited', retryAfterSeconds: 7 }))
  for (let attempt = 0; attempt < 100; attempt++) assert.equal(await guess(home, anna, queueFull), 7)
  assert.equal(await guess(), 0)
  assert.equal(await guess(), 120)
})

test('attempts are counted before passwords are checked, so parallel attempts gain nothing', async () => {
  const { throttle } = throttled()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const all = Promise.allSettled(
    Array.from({ length: 30 }, () => throttle.attempt(anna, () => promise, home)),
  )
  resolve(false)
  assert.equal((await all).filter(({ status }) => status === 'fulfilled').length, 10)
})

test('10,000 e-mail addresses from one client address hit the limit of that address and shorten no wait', async () => {
  const { guess, times, passSeconds } = throttled()
  const attacker = from('192.0.2.1')
  await times(10)
  let checked = 0
  for (let number = 0; number < 10_000; number++)
    if ((await guess(attacker, `${number}@example.org`)) === 0) checked++
  assert.equal(checked, 50)
  assert.deepEqual([await guess(), await guess(attacker, 'new@example.org')], [60, quarterSeconds])
  passSeconds(quarterSeconds)
  assert.equal(await guess(attacker, 'new@example.org'), 0)
})

test('10,000 e-mail addresses from a thousand networks shorten no wait either', async () => {
  const { guess, times } = throttled()
  await times(10)
  for (let number = 0; number < 10_000; number++)
    await guess(from(`10.${number % 200}.${number % 251}.1`), `${number}@example.org`)
  assert.equal(await guess(), 60)
})

test('distributed guesses leave each network three attempts, so they lock out no new network', async () => {
  const { guess, times, isAdmitted, passSeconds } = throttled()
  for (let number = 0; number < 60; number++) await guess(from(`10.0.${number}.1`))
  const botnet = '2001:db8:7'
  const waits = []
  for (let number = 0; number < 20; number++) waits.push(await guess(from(`${botnet}:${number}::/64`)))
  assert.deepEqual(waits, [0, 0, 0, ...Array<number>(17).fill(quarterSeconds)])
  assert.equal(await isAdmitted(home), true)
  assert.deepEqual(
    await times(2, home, 'bert@example.org'),
    [0, 0],
    'other e-mail addresses are not affected',
  )
  passSeconds(quarterSeconds)
  assert.equal(await guess(from(`${botnet}:0::/64`)), 0)
})

test('the first fifty guesses at an e-mail address are exempt from the limit per network', async () => {
  const { guess } = throttled()
  const guessFrom = (network: string, number: number) => guess(from(`${network}.${number}`))
  for (let number = 0; number < 46; number++) await guessFrom(`10.0.${number}`, 1)
  const waits = []
  for (let number = 0; number < 5; number++) waits.push(await guessFrom('192.0.2', number))
  assert.deepEqual(waits, [0, 0, 0, 0, quarterSeconds])
})

test('a known caller is held to its own ten attempts, independent of other callers', async () => {
  const { times, isAdmitted } = throttled()
  for (let number = 0; number < 20; number++) await times(10, from(`192.0.${number}.1`))
  await times(20, home)
  const known = from('198.51.100.7', 'device a')
  assert.equal(await isAdmitted(known), true)
  assert.deepEqual(await times(12, known), [...zeros(10), 60, 60])
  assert.equal(await isAdmitted(known), false)
  assert.equal(await isAdmitted(from('203.0.113.9')), true)
  assert.equal(await isAdmitted(from('198.51.100.7', 'device b')), true)
})

test("setting the clock back extends nobody's wait", async () => {
  const { guess, times, passSeconds } = throttled()
  await times(10)
  passSeconds(-24 * 60 * 60)
  assert.equal(await guess(), 0)
})
