import assert from 'node:assert/strict'
import type { TaskQueue, UnitOfWork } from '#src/creation/task-queue.ts'
import { test } from 'node:test'
import { SqlTaskSubmissions } from '#src/adapters/db/shared/tasks/task-queue.ts'
import { publishClaimed, newGif, newTask } from '../contract/stores.ts'
import { until } from '../support/until.ts'
import { startSite, type TestSite } from '../support/site.ts'
import { followStatus } from '../support/http/status-stream.ts'

async function withTask(
  site: TestSite,
  use: (tasks: TaskQueue, id: string, unitOfWork: UnitOfWork) => Promise<void>,
): Promise<void> {
  await site.withStores(async ({ tasks, unitOfWork }) => {
    const task = newTask()
    await tasks.submissions.add(task, 100)
    await use(tasks, task.id, unitOfWork)
  })
}

test('a stream sends every change of a task until it is done, then ends', async (t) => {
  const site = await startSite(t)
  await withTask(site, async (tasks, id, unitOfWork) => {
    const { response, next } = await followStatus(site, id)
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('x-accel-buffering'), 'no')
    assert.equal(response.headers.get('access-control-allow-origin'), '*')
    assert.deepEqual(await next(), { status: 'waiting', position: 1 })

    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    assert.deepEqual(await next(), { status: 'processing', progress: 0, step: 'preparing' })
    await tasks.claims.renewLease(claim, 60_000, { fraction: 0.4, step: 'rendering' })
    assert.deepEqual(await next(), { status: 'processing', progress: 0.4, step: 'rendering' })

    await publishClaimed({ unitOfWork }, claim, newGif())
    const { code } = claim
    assert.deepEqual(await next(), { status: 'done', result: { code, url: `/${code}` }, url: code })
    assert.equal(await next(), undefined)
  })
})

test('the status and its events report the part of the video chosen for the best loop', async (t) => {
  const site = await startSite(t)
  await withTask(site, async (tasks, id, unitOfWork) => {
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    await publishClaimed({ unitOfWork }, claim, newGif(), {
      startSeconds: 1.1000000000000001,
      endSeconds: 2.56666,
    })
    const { code } = claim
    const result = { code, url: `/${code}`, loop: { start: 1.1, end: 2.567 } }
    assert.deepEqual(await (await followStatus(site, id)).next(), { status: 'done', result, url: code })
    assert.deepEqual((await site.json(`/api/status/${id}`)).body, { status: 'done', result, url: code })
  })
})

test('an ended task reports its end immediately, an error with its cause', async (t) => {
  const site = await startSite(t)
  await withTask(site, async (tasks, id) => {
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    const error = {
      code: 'clip_outside_video',
      message: 'The video is 2 seconds long.',
      field: 'start',
    } as const
    await tasks.claims.fail(claim, error)
    const { next } = await followStatus(site, id)
    assert.deepEqual(await next(), { status: 'error', error })
    assert.equal(await next(), undefined)
  })
})

test('an unknown task is the usual 404', async (t) => {
  const site = await startSite(t)
  const { status, body, headers } = await site.json('/api/status/nothing/events')
  assert.equal(status, 404)
  assert.equal(body.error.code, 'not_found')
  assert.equal(headers.get('access-control-allow-origin'), '*')
  assert.equal((await site.fetch('/api/status/nothing/events', { method: 'POST' })).status, 405)
})

test('past the limit of streams the call is refused until a follower disconnects', async (t) => {
  const site = await startSite(t, { MAX_EVENT_STREAMS: '1' })
  await withTask(site, async (_tasks, id) => {
    const leaving = new AbortController()
    const first = await followStatus(site, id, leaving.signal)
    await first.next()
    const refused = await site.json(`/api/status/${id}/events`)
    assert.equal(refused.status, 503)
    assert.equal(refused.body.error.code, 'unavailable')
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.equal((await site.json(`/api/status/${id}`)).status, 200)

    leaving.abort()
    for (;;) {
      const again = await site.fetch(`/api/status/${id}/events`)
      await again.body?.cancel()
      if (again.status === 200) break
    }
  })
})

test('the number of tasks that one address follows at once is limited', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on', EVENT_STREAMS_PER_ADDRESS: '1' })
  await withTask(site, async (_tasks, id) => {
    const first = await followStatus(site, id)
    await first.next()
    assert.equal((await site.json(`/api/status/${id}/events`)).status, 503)
  })
})

test('the number of windows in which one address follows one task is limited, and other addresses are independent', async (t) => {
  const site = await startSite(t, { RATE_LIMIT: 'on' })
  await withTask(site, async (tasks, id) => {
    const other = newTask()
    await tasks.submissions.add(other, 100)
    for (let count = 0; count < 5; count++) await (await followStatus(site, id)).next()
    assert.equal((await site.json(`/api/status/${id}/events`)).status, 503)
    await (await followStatus(site, other.id)).next()
  })
})

test('all followers of a task are updated by one read of it', async (t) => {
  const site = await startSite(t)
  await withTask(site, async (tasks, id, unitOfWork) => {
    const followers = []
    for (let count = 0; count < 10; count++) followers.push(await followStatus(site, id))
    for (const { next } of followers) await next()
    const claim = await tasks.claims.claim('test', 60_000)
    assert.ok(claim)
    const { mock } = t.mock.method(SqlTaskSubmissions.prototype, 'view')
    await publishClaimed({ unitOfWork }, claim, newGif())
    for (const { next } of followers) while ((await next()) !== undefined);
    let looksAtTheEnd = 0
    for (const { result } of mock.calls) if ((await result)?.status === 'done') looksAtTheEnd++
    assert.equal(looksAtTheEnd, 1)
  })
})

test('a task far back in the queue is read less often than one that is nearly due', async (t) => {
  const site = await startSite(t)
  await withTask(site, async (tasks, id) => {
    let last = id
    for (let count = 0; count < 12; count++) {
      const task = newTask()
      await tasks.submissions.add(task, 100)
      last = task.id
    }
    const { mock } = t.mock.method(SqlTaskSubmissions.prototype, 'view')
    const looksAt = (task: string) => mock.calls.filter((call) => call.arguments[0] === task).length
    await followStatus(site, last)
    await followStatus(site, id)
    await until('the first was read often', () => looksAt(id) >= 4)
    assert.ok(looksAt(last) < 4, `${looksAt(last)} looks`)
  })
})

test('a server that shuts down ends its streams instead of waiting for them', async (t) => {
  const site = await startSite(t, { DRAIN_SECONDS: '100' })
  await withTask(site, async (_tasks, id) => {
    const { next } = await followStatus(site, id)
    await next()
    // If it had to wait for the drain, the test would time out.
    await Promise.all([site.stop(), next().then((event) => assert.equal(event, undefined))])
  })
})
