import assert from 'node:assert/strict'
import { test } from 'node:test'
import { KeyedQueue } from '#src/lib/keyed-queue.ts'

test('work of one key runs in sequence, also after a failure, and waits for no other key', async () => {
  const queue = new KeyedQueue()
  const steps: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = queue.run('a', async () => {
    await gate.promise
    steps.push('first')
    throw new Error('failed')
  })
  const second = queue.run('a', async () => void steps.push('second'))
  await queue.run('b', async () => void steps.push('other'))
  gate.resolve()
  await assert.rejects(first, /failed/)
  await second
  assert.deepEqual(steps, ['other', 'first', 'second'])
  assert.equal(await queue.run('a', async () => 'again'), 'again')
})
