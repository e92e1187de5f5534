import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  decideDelivery,
  deliveryDelayMs,
  disableAfterMs,
  longestDelayMs,
  maxDeliveryAttempts,
} from '#src/webhooks/delivery-retry.ts'

const minuteMs = 60_000

test('a delivery waits a minute, then three times as long each time, up to twelve hours', () => {
  const middle = () => 0.5
  const delays = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((failures) => deliveryDelayMs(failures, middle) / minuteMs)
  assert.deepEqual(delays, [1, 3, 9, 27, 81, 243, 720, 720, 720])
  assert.deepEqual(
    [deliveryDelayMs(1, () => 0), deliveryDelayMs(1, () => 1)],
    [0.8 * minuteMs, 1.2 * minuteMs],
    'with jitter',
  )
  assert.equal(deliveryDelayMs(50, middle), longestDelayMs)
})

test('a delivery ends with a success, after ten attempts, or when the receiver is gone', () => {
  const now = 1e12
  const end = (response: number | null, failures = 1, failingSince: number | null = null) => {
    const decided = decideDelivery({ response, failures, failingSince }, now)
    return decided.kind === 'failed' ? decided : decided.kind
  }
  assert.deepEqual([end(200), end(204), end(299)], ['done', 'done', 'done'])
  assert.deepEqual([end(null), end(302), end(400), end(500), end(100)], Array(5).fill('retry'))
  assert.equal(end(500, maxDeliveryAttempts - 1), 'retry')
  assert.deepEqual(end(500, maxDeliveryAttempts), { kind: 'failed', disable: null })
  assert.deepEqual(end(410), { kind: 'failed', disable: 'gone' })
  assert.equal(end(500, 1, now - disableAfterMs + 1), 'retry')
  assert.deepEqual(end(500, 1, now - disableAfterMs), { kind: 'failed', disable: 'failing' })
  assert.equal(end(200, 1, now - disableAfterMs), 'done')
})
