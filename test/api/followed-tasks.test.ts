import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskView } from '#src/creation/task.ts'
import { FollowedTasks } from '#src/http/api/followed-tasks.ts'
import { until } from '../support/until.ts'

/** A wait that never ends within a test. */
const never = 10 ** 8

/** Tasks whose views a test sets, and the number of reads of each. */
function fakeTasks() {
  const views = new Map<string, TaskView>()
  const reads: string[] = []
  const closing = new AbortController()
  const followed = new FollowedTasks(async (id) => {
    reads.push(id)
    return views.get(id)
  }, closing.signal)
  const progress = (id: string, fraction: number) =>
    views.set(id, { status: 'processing', progress: fraction, step: 'rendering' })
  return { followed, reads, closing, progress }
}

test('followers get the state of a task as soon as it changes, all from one read', async () => {
  const { followed, reads, progress } = fakeTasks()
  const followers = [followed.follow('a'), followed.follow('a')]
  const other = followed.follow('b').next(never)
  const next = followers.map((follower) => follower.next(never))
  progress('a', 0.5)
  followed.look('a')
  const expected = { status: 'processing', progress: 0.5, step: 'rendering' }
  assert.deepEqual(await Promise.all(next), [expected, expected])
  assert.deepEqual(reads, ['a'])
  progress('b', 0.1)
  followed.look()
  assert.equal((await other)?.status, 'processing')
})

test('a change while nobody waits, or during a read of the task, triggers a later read', async () => {
  const { followed, reads, progress } = fakeTasks()
  const follower = followed.follow('a')
  progress('a', 0.1)
  followed.look('a')
  const first = follower.next(never)
  progress('a', 0.2)
  followed.look('a')
  await first
  const second = await follower.next(never)
  assert.deepEqual(second, { status: 'processing', progress: 0.2, step: 'rendering' })
  assert.equal(reads.length, 2)
})

test('a slow follower gets the views that others got in the meantime, without another read', async () => {
  const { followed, reads, progress } = fakeTasks()
  const [quick, slow] = [followed.follow('a'), followed.follow('a')]
  progress('a', 0.7)
  followed.look('a')
  await quick.next(never)
  assert.deepEqual(await slow.next(never), { status: 'processing', progress: 0.7, step: 'rendering' })
  assert.equal(reads.length, 1)
})

test('without messages a task is read after the wait, and never after the end', async () => {
  const { followed, reads, closing, progress } = fakeTasks()
  const follower = followed.follow('a')
  progress('a', 0.3)
  assert.equal((await follower.next(1))?.status, 'processing')
  const pending = follower.next(never)
  closing.abort()
  assert.equal(await pending, undefined)
  assert.equal(reads.length, 1)
})

test('a task that nobody follows any more is read again for the next follower', async () => {
  const { followed, reads, progress } = fakeTasks()
  const first = followed.follow('a')
  progress('a', 0.3)
  followed.look('a')
  await first.next(never)
  first.end()
  followed.look('a')
  progress('a', 0.9)
  const later = followed.follow('a')
  const next = later.next(1)
  await until('it is read', () => reads.length === 2)
  assert.deepEqual(await next, { status: 'processing', progress: 0.9, step: 'rendering' })
})
