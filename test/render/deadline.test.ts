import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Deadline } from '#src/adapters/render-pool/render-pool.ts'

test('a paused deadline does not pass, and continues with the remaining time', async () => {
  const paused = new Deadline(20, 'over')
  paused.pause()
  const later = new Deadline(60, 'over')
  await once(later.signal, 'abort')
  assert.equal(paused.signal.aborted, false)
  paused.resume()
  await once(paused.signal, 'abort')
  assert.equal(paused.signal.reason, 'over')
})

test('the time that has passed before a pause counts', async () => {
  const start = performance.now()
  const paused = new Deadline(100, 'paused')
  while (performance.now() - start < 60) paused.signal.throwIfAborted()
  paused.pause()
  paused.resume()
  const later = new Deadline(90, 'later')
  const ended = await Promise.race(
    [paused, later].map(({ signal }) => once(signal, 'abort').then(() => signal)),
  )
  assert.equal(ended.reason, 'paused')
})

test('a deadline whose work has ended never passes', async () => {
  const ended = new Deadline(20, 'over')
  ended.pause()
  ended.clear()
  ended.resume()
  const later = new Deadline(60, 'over')
  await once(later.signal, 'abort')
  assert.equal(ended.signal.aborted, false)
})
