import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SignInThrottle } from '#src/accounts/sign-in-throttle.ts'

function throttled() {
  const clock = { nowMs: 1_800_000_000_000, now: () => clock.nowMs }
  const throttle = new SignInThrottle(clock)
  const waitSeconds = (email = 'anna@example.org') => {
    try {
      throttle.begin(email)
      return 0
    } catch (error) {
      assert.ok(error instanceof Error && 'retryAfterSeconds' in error && 'code' in error)
      assert.equal(error.code, 'rate_limited')
      return Number(error.retryAfterSeconds)
    }
  }
  const passSeconds = (seconds: number) => (clock.nowMs += seconds * 1000)
  return { throttle, waitSeconds, passSeconds }
}

test('ten passwords can be tried at once, then fewer and fewer', () => {
  const { waitSeconds, passSeconds } = throttled()
  for (let attempt = 0; attempt < 10; attempt++) assert.equal(waitSeconds(), 0)
  for (const seconds of [60, 120, 240, 480, 900, 900]) {
    assert.equal(waitSeconds(), seconds)
    passSeconds(seconds - 1)
    assert.equal(waitSeconds(), 1)
    passSeconds(1)
    assert.equal(waitSeconds(), 0)
  }
})

test('an address is one however it is written, and none bears the guesses at another', () => {
  const { waitSeconds } = throttled()
  for (let attempt = 0; attempt < 10; attempt++)
    waitSeconds(attempt % 2 === 0 ? ' ANNA@example.org' : 'anna@example.org ')
  assert.equal(waitSeconds(), 60)
  assert.equal(waitSeconds('bert@example.org'), 0)
})

test('a right password or a quiet quarter of an hour begins anew', () => {
  const { throttle, waitSeconds, passSeconds } = throttled()
  for (let attempt = 0; attempt < 9; attempt++) waitSeconds()
  throttle.succeeded('Anna@example.org')
  for (let attempt = 0; attempt < 9; attempt++) assert.equal(waitSeconds(), 0)
  passSeconds(15 * 60)
  for (let attempt = 0; attempt < 10; attempt++) assert.equal(waitSeconds(), 0)
  assert.equal(waitSeconds(), 60)
})

test('it remembers ten thousand addresses, and drops those untouched the longest', () => {
  const { waitSeconds } = throttled()
  for (let attempt = 0; attempt < 10; attempt++) waitSeconds('first@example.org')
  for (let attempt = 0; attempt < 10; attempt++) waitSeconds('second@example.org')
  for (let number = 0; number < 9999; number++) waitSeconds(`${number}@example.org`)
  assert.equal(waitSeconds('second@example.org'), 60)
  assert.equal(waitSeconds('first@example.org'), 0)
})

test('a clock that is set back makes nobody wait for longer', () => {
  const { waitSeconds, passSeconds } = throttled()
  for (let attempt = 0; attempt < 10; attempt++) waitSeconds()
  passSeconds(-24 * 60 * 60)
  assert.equal(waitSeconds(), 0)
})
