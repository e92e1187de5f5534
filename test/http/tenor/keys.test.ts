import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { errorAnswer } from './answers.ts'
import { startApp } from '#test/support/app.ts'

const isError = Compile(errorAnswer)

test('with keys configured by the operator, a missing, wrong or overused one is an error of Google’s shape readable by every page', async (t) => {
  const app = await startApp(t, {
    WORKER_CONCURRENCY: '0',
    COMPAT_API_KEYS: 'first-key, second-key',
    RATE_LIMIT: 'on',
    SEARCHES_PER_MINUTE: '3',
    READS_PER_MINUTE: '12',
  })
  const errorOf = async (
    path: string,
  ): Promise<Static<typeof errorAnswer>['error'] & { headers: Headers }> => {
    const { status, headers, body } = await app.json(path)
    const answer: unknown = body
    assert.ok(isError.Check(answer), JSON.stringify(answer))
    assert.equal(answer.error.code, status)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    return { ...answer.error, headers }
  }
  for (const path of ['/v2/featured', '/v2/featured?key=', '/compat/tenor/v2/posts?ids=1']) {
    const { code, status, details } = await errorOf(path)
    assert.deepEqual([code, status, details], [403, 'PERMISSION_DENIED', []], path)
  }
  const wrong = await errorOf('/v2/featured?key=third-key')
  assert.deepEqual([wrong.code, wrong.status], [400, 'INVALID_ARGUMENT'])
  assert.match(wrong.message, /^API key not valid/)
  assert.equal((wrong.details as { reason?: string }[])[0]?.reason, 'API_KEY_INVALID')
  assert.equal((await app.fetch('/v2/featured?key=first-key')).status, 200)
  const headers = { 'x-goog-api-key': 'second-key' }
  const byHeader = await app.fetch('/v2/featured', { headers })
  assert.deepEqual([byHeader.status, byHeader.headers.get('vary')], [200, 'x-goog-api-key'])
  const categories = await app.json('/v2/categories?key=second-key')
  assert.equal(categories.status, 200)
  for (let call = 0; call < 3; call++)
    assert.equal((await app.fetch('/v2/search?q=x&key=first-key')).status, 200)
  const over = await errorOf('/v2/search?q=x&key=first-key')
  assert.deepEqual([over.code, over.status, over.details], [429, 'RESOURCE_EXHAUSTED', []])
  assert.ok(Number(over.headers.get('retry-after')) >= 1)

  // A page sees the error of a call only if its preflight passed.
  const statuses = new Set<number>()
  for (let call = 0; call < 12; call++)
    statuses.add((await app.fetch('/v2/featured?key=first-key', { method: 'OPTIONS' })).status)
  assert.deepEqual([...statuses], [204])
  for (let call = 0; call < 12; call++) statuses.add((await app.fetch('/v2/featured?key=first-key')).status)
  statuses.add((await app.fetch('/v2/featured?key=first-key', { method: 'OPTIONS' })).status)
  assert.deepEqual([...statuses], [204, 200, 429])
})
