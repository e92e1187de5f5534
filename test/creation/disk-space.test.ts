import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DiskSpace } from '#src/creation/disk-space.ts'
import { until } from '../support/until.ts'

const noSpace = { code: 'unavailable', reason: 'no_space', retry: true }
const never = new AbortController().signal

/** A disk whose free space the test sets; 100 bytes are to stay free. */
function diskWith(freeBytes: number, options: { maxWaitMs?: number; maxReservedBytes?: number } = {}) {
  const disk = { freeBytes }
  const space = new DiskSpace({ freeBytes: async () => disk.freeBytes, minFreeBytes: 100, ...options })
  return { disk, space }
}

/** Returns true if a promise has settled by now; the code under test asks the disk in between. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const note = () => (settled = true)
  promise.then(note, note)
  await new Promise((resolve) => setImmediate(resolve))
  return settled
}

test('reserved space is not given to others, and an upload that does not fit is refused immediately', async () => {
  const { space } = diskWith(1000)
  const release = await space.reserve(600)
  assert.equal(space.reservedBytes, 600)
  await assert.rejects(space.reserve(301), noSpace)
  const other = await space.reserve(300)
  release()
  assert.equal(space.reservedBytes, 300)
  const last = await space.reserve(600)
  other()
  last()
  assert.equal(space.reservedBytes, 0)
})

test('a separate limit counts everything reserved, written or not, whatever the disk has', async () => {
  const { space } = diskWith(1_000_000, { maxReservedBytes: 1000, maxWaitMs: 60_000 })
  const release = await space.reserve(600)
  await assert.rejects(space.reserve(401), noSpace)
  const job = space.openJob()
  await job.reserve(400, never)
  job.markWritten()
  await assert.rejects(space.reserve(1), noSpace)
  const waiting = space.openJob()
  const granted = waiting.reserve(500, never)
  assert.equal(await isSettled(granted), false)
  release()
  await granted
  waiting.release()
  job.release()
  const tooLarge = space.openJob()
  await assert.rejects(tooLarge.reserve(1001, never), noSpace)
  tooLarge.release()
  assert.equal(space.reservedBytes, 0)
})

test('simultaneous requests do not get the same space', async () => {
  const { space } = diskWith(1000)
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => space.reserve(400)))
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 2)
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') outcome.value()
})

test('a job waits for the space that another one holds, and one that fits overtakes it', async () => {
  const { space } = diskWith(1000)
  const [first, second, small] = [space.openJob(), space.openJob(), space.openJob()]
  await first.reserve(800, never)
  const waiting = second.reserve(500, never)
  await small.reserve(100, never)
  assert.equal(await isSettled(waiting), false)
  first.release()
  await waiting
  second.release()
  small.release()
})

test('a job that would not fit even alone is refused immediately', async () => {
  const { space } = diskWith(1000)
  const job = space.openJob()
  await assert.rejects(job.reserve(901, never), noSpace)
  job.release()
})

test('a job waits no longer than its limit, and not at all once it is canceled', async () => {
  const { space } = diskWith(1000, { maxWaitMs: 1 })
  const [first, second] = [space.openJob(), space.openJob()]
  await first.reserve(800, never)
  await assert.rejects(second.reserve(500, never), noSpace)
  const canceled = AbortSignal.abort(new Error('canceled'))
  await assert.rejects(second.reserve(500, canceled), /canceled/)
  second.release()
  first.release()

  const patient = diskWith(1000).space
  const [holder, other] = [patient.openJob(), patient.openJob()]
  await holder.reserve(800, never)
  const cancel = new AbortController()
  const waiting = other.reserve(500, cancel.signal)
  cancel.abort(new Error('canceled later'))
  await assert.rejects(waiting, /canceled later/)
  other.release()
  holder.release()
})

test('when jobs wait for each other, one gives up and the other continues', async () => {
  const { space } = diskWith(1000)
  const [one, other] = [space.openJob(), space.openJob()]
  await one.reserve(400, never)
  await other.reserve(400, never)
  const waits = [one.reserve(400, never), other.reserve(400, never)] as const
  await assert.rejects(waits[0], noSpace)
  one.release()
  await waits[1]
  other.release()
})

test('bytes that a job reports as written are counted by the disk only', async () => {
  const { disk, space } = diskWith(1000)
  const job = space.openJob()
  await job.reserve(500, never)
  disk.freeBytes -= 500
  await assert.rejects(space.reserve(400), noSpace)
  job.markWritten()
  assert.equal(space.reservedBytes, 500)
  const release = await space.reserve(400)
  release()
  job.release()
})

test('when the disk runs short, the largest job is ended, and another only if that was not enough', async () => {
  const { disk, space } = diskWith(1000)
  const [small, large] = [space.openJob(), space.openJob()]
  await small.reserve(100, never)
  await large.reserve(300, never)
  disk.freeBytes = 99
  await until('a job is ended', () => large.signal.aborted)
  assert.equal((large.signal.reason as { reason: string }).reason, 'no_space')
  await assert.rejects(space.reserve(0), noSpace)
  assert.equal(small.signal.aborted, false)
  large.release()
  await until('the other is ended, too', () => small.signal.aborted)
  small.release()
})

test('a disk that cannot be queried refuses, and leaves nobody waiting', async () => {
  const space = new DiskSpace({ freeBytes: () => Promise.reject(new Error('gone')), minFreeBytes: 0 })
  await assert.rejects(space.reserve(1), /gone/)
  const job = space.openJob()
  await assert.rejects(job.reserve(1, never), /gone/)
  job.release()
})
