import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RateCounter } from '#src/lib/rate-counter.ts'

const windowMs = 60_000

test('a window begins with the first event of its key, and the next one starts over', () => {
  let now = 0
  const counter = new RateCounter({ windowMs, maxKeys: 10, now: () => now })
  assert.deepEqual(counter.add('a', 2), { remaining: 1, resetSeconds: 60 })
  now = 30_500
  assert.deepEqual(counter.add('a', 2), { remaining: 0, resetSeconds: 30 })
  assert.deepEqual(counter.add('a', 2), { remaining: -1, resetSeconds: 30 })
  assert.deepEqual(counter.peek('a', 2), { remaining: -1, resetSeconds: 30 })
  assert.equal(counter.add('b', 2).remaining, 1)
  now = 60_000
  assert.deepEqual(counter.peek('a', 2), { remaining: 2, resetSeconds: 60 })
  assert.equal(counter.add('a', 2).remaining, 1)
})

test('an event can be taken back, and only in its own window', () => {
  let now = 0
  const counter = new RateCounter({ windowMs, maxKeys: 10, now: () => now })
  counter.add('a', 5)
  counter.add('a', 5)
  counter.undo('a')
  assert.equal(counter.peek('a', 5).remaining, 4)
  now = windowMs
  counter.undo('a')
  counter.undo('never seen')
  assert.equal(counter.peek('a', 5).remaining, 5)
})

test('the last of a million keys are counted, and one that continues is never dropped', () => {
  const counter = new RateCounter({ windowMs, maxKeys: 1000, now: () => 0 })
  counter.add('quiet', 10)
  for (let key = 0; key < 1_000_000; key++) {
    counter.add(String(key), 10)
    if (key % 500 === 0) counter.add('busy', 10)
  }
  assert.equal(counter.peek('quiet', 10).remaining, 10)
  assert.equal(counter.peek('999999', 10).remaining, 9)
  assert.equal(counter.peek('busy', 10).remaining, 10 - 2000)
})

test('setting the clock back extends no window', () => {
  let now = 1_000_000
  const counter = new RateCounter({ windowMs, maxKeys: 10, now: () => now })
  counter.add('a', 1)
  now = 0
  assert.deepEqual(counter.peek('a', 1), { remaining: 1, resetSeconds: 60 })
})

test('a window ends no later than its length, whatever fractions the clock has', () => {
  let now = 0
  const counter = new RateCounter({ windowMs: 60_000, maxKeys: 10, now: () => now })
  for (let index = 0; index < 10_000; index++) {
    now = Math.PI * index
    const key = String(index)
    assert.deepEqual(counter.add(key, 2), { remaining: 1, resetSeconds: 60 }, `at ${now} ms`)
    assert.deepEqual(counter.add(key, 2), { remaining: 0, resetSeconds: 60 }, `at ${now} ms`)
  }
})
