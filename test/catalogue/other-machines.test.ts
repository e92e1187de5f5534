import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { CatalogueChange, ChangeLog } from '#src/catalogue/change-log.ts'
import { ChangeFeed } from '#src/catalogue/change-feed.ts'
import { LocalMessages, type Messages } from '#src/cluster/messages.ts'
import { AppError } from '#src/lib/app-error.ts'
import { cleanUp } from '../support/clean-up.ts'
import { until } from '../support/until.ts'
import { replaceMembers } from '../support/fakes.ts'

/** A poll that never becomes due in a test. */
const never = 10 ** 8

/** A log to which other machines write, and which can be disconnected. */
class FakeLog implements ChangeLog {
  readonly entries: CatalogueChange[] = []
  isAway = false
  reads = 0

  add(gifId: number): void {
    this.entries.push({ version: this.entries.length + 1, gifId, categoryId: null })
  }

  async position() {
    this.reads++
    if (this.isAway) throw new AppError('unavailable', 'The database is away.', { retry: true })
    return { epoch: 'one', version: this.entries.length, oldest: 0 }
  }

  async historyAt() {
    return 'one'
  }

  async since(version: number, limit: number) {
    return this.entries.slice(version, version + limit)
  }
}

async function follow(t: TestContext, { pollMs = never }: { pollMs?: number } = {}) {
  const log = new FakeLog()
  const messages = new LocalMessages()
  const gaps: (() => void)[] = []
  const time = { ms: 1000 }
  const told: number[] = []
  const errors: unknown[] = []
  const feed = new ChangeFeed({
    log,
    messages: replaceMembers<Messages>(messages, {
      onGap: (listener) => {
        gaps.push(listener)
        return () => undefined
      },
    }),
    pollMs,
    now: () => time.ms,
  })
  feed.subscribe(({ gifs }) => void told.push(...gifs))
  await feed.start((error) => errors.push(error))
  cleanUp(t, async () => {
    await feed.stop()
    await messages.close()
  })
  return { log, messages, gaps, time, told, errors, feed }
}

const isRefused = (error: unknown) =>
  error instanceof AppError && error.code === 'unavailable' && error.retryAfterSeconds === 5

test('a message of another machine, or a lost connection, triggers an immediate read of the changes', async (t) => {
  const { log, messages, gaps, told } = await follow(t)
  log.add(7)
  messages.publish('catalogue', '')
  await until('the message is followed', () => told.length === 1)
  log.add(8)
  for (const onGap of gaps) onGap()
  await until('the gap is followed', () => told.length === 2)
  assert.deepEqual(told, [7, 8])
})

test('a change whose message was lost is found by polling', async (t) => {
  const { log, told } = await follow(t, { pollMs: 5 })
  log.add(7)
  await until('it is found', () => told.length === 1)
})

test('many changes of one turn are announced to other machines in one message, after their commit', async (t) => {
  const { messages, feed } = await follow(t)
  let heard = 0
  messages.subscribe('catalogue', () => heard++)
  for (let count = 0; count < 100; count++) feed.changed()
  await until('it is announced', () => heard > 0)
  await feed.current()
  feed.changed()
  await until('the next one is announced', () => heard > 1)
  assert.equal(heard, 2)
})

test('records in memory are served for 60 s without the database, then refused until it is back', async (t) => {
  const { log, messages, time, told, errors, feed } = await follow(t)
  log.isAway = true
  time.ms += 60_000
  assert.equal(feed.current(), null)
  time.ms += 1
  await assert.rejects(feed.current() ?? Promise.resolve(), isRefused)
  await assert.rejects(feed.notice(), /The database is away/)
  await assert.rejects(feed.current() ?? Promise.resolve(), isRefused)

  // Another machine hides a GIF in the meantime: the change is known before anything is served again.
  log.add(7)
  log.isAway = false
  messages.publish('catalogue', '')
  await until('it recovers', () => feed.current() === null)
  assert.deepEqual(told, [7])
  assert.deepEqual(errors, [])
  time.ms += 60_000
  assert.equal(feed.current(), null)
})

test('the 60 s begin with the query to the database, not with its answer', async (t) => {
  const { log, time, feed } = await follow(t)
  const answer = Promise.withResolvers<void>()
  const position = log.position.bind(log)
  log.position = () => answer.promise.then(position)
  const noticing = feed.notice()
  time.ms += 50_000
  answer.resolve()
  await noticing
  time.ms += 10_000
  assert.equal(feed.current(), null)
  time.ms += 1
  await assert.rejects(feed.current() ?? Promise.resolve(), isRefused)
})

test('a change that cannot be read fails those who wait for it, and affects nobody else', async (t) => {
  const { log, told, errors, feed } = await follow(t)
  log.isAway = true
  log.add(7)
  feed.changed()
  const left = feed.current()
  assert.ok(left instanceof Promise)
  await assert.rejects(feed.current() ?? Promise.resolve(), /The database is away/)
  await until('it is reported', () => errors.length === 1)
  log.isAway = false
  await feed.current()
  assert.deepEqual(told, [7])
})
