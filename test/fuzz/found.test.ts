import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { oneConnection, requestExactly } from '../support/http/exact-request.ts'
import { startHere, type Target } from './target.ts'

describe('faults found by fuzzing stay fixed', () => {
  let target: Target
  before(async () => {
    target = await startHere({ WORKER_CONCURRENCY: '0', RATE_LIMIT: 'on', READS_PER_MINUTE: '10' })
  })
  after(async () => {
    oneConnection.destroy()
    await target.stop()
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    requestExactly(target.url, { path, headers }, oneConnection)

  test('a page that refuses a token has the policy of every page', async () => {
    const { status, headers } = await get('/', { authorization: 'Bearer unknown' })
    assert.equal(status, 401)
    assert.match(headers['content-type'] ?? '', /^text\/html/)
    assert.match(String(headers['content-security-policy']), /^default-src 'none'; script-src 'self'/)
    assert.equal(headers['cross-origin-opener-policy'], 'same-origin')
  })

  test('so does the page for too many calls', async () => {
    let answer = await get('/')
    for (let calls = 0; calls < 12 && answer.status === 200; calls += 1) answer = await get('/')
    assert.equal(answer.status, 429)
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/)
  })

  for (const [what, path] of [
    ['an unreadable address', '/%'],
    ['one that is too long for Node', `/${'a'.repeat(20_000)}`],
  ] as const) {
    test(`the answer to ${what} can be taken only for JSON`, async () => {
      const { status, headers, body } = await get(path)
      assert.ok(status === 400 || status === 431)
      assert.match(headers['content-type'] ?? '', /^application\/json/)
      assert.equal(headers['x-content-type-options'], 'nosniff')
      assert.equal(JSON.parse(body.toString()).error.code, 'malformed_body')
    })
  }
})
