import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  diedTooOften,
  faultClassOf,
  keepsUploads,
  keepUploadsMs,
  mayRetry,
  decideRetry,
} from '#src/creation/retry.ts'
import { AppError, type ErrorCode, errorCodes, serviceFault } from '#src/lib/app-error.ts'
import { noSpace } from '#src/lib/disk/disk-faults.ts'

test('a fault of the source ends the task immediately', () => {
  const error = new AppError('media_broken', 'The file is damaged.', { field: 'video' })
  assert.deepEqual(decideRetry(error, 1), {
    kind: 'end',
    error: { code: 'media_broken', message: 'The file is damaged.', field: 'video' },
  })
})

test('a transient fault is retried three times, with growing delays', () => {
  const error = new AppError('source_unreachable', 'No answer.', { retry: true })
  assert.deepEqual(decideRetry(error, 1), { kind: 'retry', delayMs: 2000, code: error.code })
  assert.deepEqual(decideRetry(error, 2), { kind: 'retry', delayMs: 8000, code: error.code })
  assert.equal(decideRetry(error, 3).kind, 'end')
})

/** Returns the end of a task that fails the same way each time, the number of tries, and the wait between them. */
function allTries(error: unknown) {
  let waitedMs = 0
  for (let tries = 1; ; tries++) {
    const decision = decideRetry(error, tries)
    if (decision.kind === 'end') return { tries, waitedMs, error: decision.error }
    waitedMs += decision.delayMs
  }
}

test('an unreachable disk is waited for about an hour', () => {
  const ended = allTries(new AppError('unavailable', 'The files are away.', { retry: true }))
  assert.equal(ended.error.code, 'unavailable')
  assert.ok(ended.waitedMs > 50 * 60_000 && ended.waitedMs < 70 * 60_000, `${ended.waitedMs} ms`)
})

test('an internal error is retried for a few minutes and then ends in internal', () => {
  for (const error of [serviceFault('bwrap: no'), new TypeError('a bug')]) {
    const { waitedMs, error: last } = allTries(error)
    assert.equal(last.code, 'internal')
    assert.ok(waitedMs > 2 * 60_000 && waitedMs < 5 * 60_000, `${waitedMs} ms`)
  }
})

test('too little disk space ends a task after a few tries, with a message about it', () => {
  const full = Object.assign(new Error('write failed'), { code: 'ENOSPC' })
  for (const error of [full, noSpace()]) {
    const ended = allTries(error)
    assert.equal(ended.tries, 5)
    assert.equal(ended.error.code, 'unavailable')
    assert.match(ended.error.message, /too little free disk space/)
    assert.ok(keepsUploads(ended.error))
  }
})

test('an internal error reveals nothing of its cause', () => {
  const decision = decideRetry(new TypeError('/secret/path is undefined'), 8)
  assert.ok(decision.kind === 'end' && decision.error.code === 'internal')
  assert.doesNotMatch(decision.error.message, /secret/)
})

test('uploads are kept for a while after an internal error, and dropped when they caused the failure', () => {
  const keeps = (code: ErrorCode) => keepsUploads({ code, message: '' })
  assert.deepEqual([keeps('internal'), keeps('unavailable')], [true, true])
  assert.ok(keepsUploads(diedTooOften))
  for (const code of ['media_broken', 'invalid_value', 'forbidden', 'timed_out'] as const) {
    assert.equal(keeps(code), false, code)
  }
})

test('every error is a fault of either the service or the input', () => {
  const service = Object.keys(errorCodes).filter((code) => faultClassOf(code as ErrorCode) === 'service')
  assert.deepEqual(service, ['unavailable', 'internal'])
})

test('a failed task may be retried while its inputs are there', () => {
  const may = (kind: 'url' | 'video' | 'pictures', code: ErrorCode | null, endedAt: number | null, now = 0) =>
    mayRetry({ request: { kind }, error: code === null ? null : { code, message: '' }, endedAt }, now)
  assert.ok(may('video', 'internal', 0, keepUploadsMs - 1))
  assert.ok(may('pictures', 'unavailable', 0))
  assert.ok(!may('video', 'internal', 0, keepUploadsMs))
  assert.ok(!may('video', 'media_broken', 0))
  assert.ok(may('url', 'source_not_found', 0, keepUploadsMs * 5))
  assert.ok(!may('url', 'forbidden', 0))
  assert.ok(!may('url', null, null))
  assert.ok(!may('url', null, 0))
})
